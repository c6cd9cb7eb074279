import { type EntityImageRequest, ImageRecords } from "@daybook/core/images"
import type { EntityType } from "@daybook/core/shared"
import { Effect, Layer } from "effect"

/** One picture in memory that is looked for. A drain claims it once. */
export const makePicture = (type: EntityType, want: Omit<EntityImageRequest, "entity">) => {
  const state = { found: 0, misses: 0 }
  let isDue = true
  const layer = Layer.mock(ImageRecords, {
    claim: () =>
      Effect.sync(() => {
        const claimed: ReadonlyArray<EntityImageRequest> = isDue ? [{ entity: { type, id: 1 }, ...want }] : []
        isDue = false
        return claimed
      }),
    release: () => Effect.void,
    due: () => Effect.succeed(0),
    recordOutcomes: (_, outcomes) =>
      Effect.sync(() => {
        for (const { _tag } of outcomes) {
          if (_tag === "Found") state.found++
          if (_tag === "Missing") state.misses++
        }
      })
  })
  /** Makes a picture that was postponed due again. */
  const later = Effect.sync(() => void (isDue = state.found + state.misses === 0))
  return { layer, later, state }
}
