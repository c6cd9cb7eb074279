import { LensStore, type LensToken, Lenses, type StoredLens } from "@daybook/core/lenses"
import { Effect, Layer } from "effect"

const sample: StoredLens = {
  definition: { name: "runs", operations: ["running.recent"] },
  createdAt: Date.UTC(2025, 2, 1)
}

/** One lens in memory, next to those of Daybook. Their keys end with them in the database alone. */
export const lenses = (now: () => number) => {
  let all: ReadonlyArray<StoredLens> = [sample]
  let tokens: ReadonlyArray<LensToken> = []
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
            tokens = tokens.filter(({ lens }) => lens !== name)
            all = all.filter(({ definition }) => definition.name !== name)
            version++
            return all.length < before
          }),
        tokens: Effect.sync(() => tokens),
        putToken: (lens, hash) =>
          Effect.sync(() => {
            const token = { lens, hash, createdAt: now() }
            tokens = [...tokens.filter((other) => other.lens !== lens), token]
            version++
            return token
          }),
        removeToken: (name) =>
          Effect.sync(() => {
            const before = tokens.length
            tokens = tokens.filter(({ lens }) => lens !== name)
            version++
            return tokens.length < before
          }),
        version: Effect.sync(() => version)
      })
    )
  )
}
