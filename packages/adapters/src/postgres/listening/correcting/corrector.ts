import { type Kind, type ListeningChanges, type Play, foldOf, reachOf } from "@daybook/core/listening"
import { Effect } from "effect"
import type { Move } from "../spellings.js"
import { type CountMoved, type Corrected, applyCorrections, nothing } from "./applyCorrections.js"
import { correctionsOf } from "../../corrections/correctionsOf.js"

/** A play known to the minute may be stored anywhere in it. */
const minute = 60_000

/** The times of some plays. */
const spanOf = (plays: ReadonlyArray<Play>) => ({
  from: plays.reduce((least, { playedAt }) => Math.min(least, playedAt), Infinity),
  to: plays.reduce((most, { playedAt }) => Math.max(most, playedAt), -Infinity) + minute
})

/**
 * Corrects the plays of a page after it is stored as reported. Where spellings move between artists, corrections are
 * released before, so that the move finds only what was reported.
 */
export const correctorOf = Effect.fn("listening.correctorOf")(function* <E, R>(
  plays: ReadonlyArray<Play>,
  countMoved: CountMoved<E, R>
) {
  const corrections = yield* correctionsOf("listening")
  const names = reachOf(
    corrections,
    plays.map(({ artist }) => foldOf(artist.name))
  )
  return {
    release: (moves: ReadonlyArray<Move>): ReturnType<typeof applyCorrections<E, R>> =>
      moves.length === 0
        ? Effect.succeed(nothing)
        : applyCorrections([], names, countMoved, { formerArtists: moves.map(({ from }) => from) }),
    apply:
      names.size === 0
        ? Effect.succeed(nothing)
        : applyCorrections(corrections, names, countMoved, { span: spanOf(plays) })
  }
})

const keysOf = ({ deleted, upserted }: ListeningChanges) => [
  ...upserted.map((one: { readonly kind: Kind; readonly id: number }) => ({
    key: `${one.kind} ${one.id}`,
    isIn: true
  })),
  ...deleted.map(({ id, type }) => ({ key: `${type} ${id}`, isIn: false }))
]

/** Changes without records that were not in the library before the first of some steps and left it again. */
export const withoutPassing = (
  changes: ListeningChanges,
  steps: ReadonlyArray<Corrected["flips"]>
): ListeningChanges => {
  const wasOut = new Map<string, boolean>()
  for (const { isIn, key } of steps.flatMap(keysOf)) if (!wasOut.has(key)) wasOut.set(key, isIn)
  return { ...changes, deleted: changes.deleted.filter(({ id, type }) => wasOut.get(`${type} ${id}`) !== true) }
}
