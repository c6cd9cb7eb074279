import { SourceRanks, rankedSource } from "@daybook/core/ranks"
import { Effect, Layer } from "effect"
import { SourceDefinitions } from "@daybook/sources/built-in"

/** How the sources of this process rank, as their definitions say. */
export const layer = Layer.effect(
  SourceRanks,
  Effect.map(SourceDefinitions, (all) =>
    all.flatMap(({ id, rank }) => (rank === undefined ? [] : [rankedSource(id, rank)]))
  )
)
