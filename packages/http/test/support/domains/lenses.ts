import { LensStore, Lenses, type StoredLens } from "@daybook/core/lenses"
import { Effect, Layer } from "effect"

const sample: StoredLens = {
  definition: { name: "runs", operations: ["running.recent"] },
  createdAt: Date.UTC(2025, 2, 1)
}

/** One lens in memory, next to those of Daybook. Their keys end with them in the database alone. */
export const lenses = (now: () => number) => {
  let all: ReadonlyArray<StoredLens> = [sample]
  let version = 0
  return Lenses.Default.pipe(
    Layer.provide(
      Layer.succeed(LensStore, {
        all: Effect.sync(() => all),
        create: (definition) =>
          Effect.sync(() => {
            if (all.some((lens) => lens.definition.name === definition.name)) return false
            all = [...all, { definition, createdAt: now() }]
            version++
            return true
          }),
        remove: (name) =>
          Effect.sync(() => {
            const before = all.length
            all = all.filter(({ definition }) => definition.name !== name)
            version++
            return all.length < before
          }),
        version: Effect.sync(() => version)
      })
    )
  )
}
