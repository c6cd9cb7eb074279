import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import type { Plex } from "./Plex.js"
import type { Raw } from "./wire.js"

export interface Part {
  readonly rows: ReadonlyArray<Raw>
  readonly total: number
}

const size = 200
/** Rows of a part that are asked for again with the next: where none of them comes again, rows were taken out before. */
const overlap = 10
const mostStepsBack = 20

/**
 * The parts of a list whose rows shift while it is read: rows that come in make some come twice, rows that go make the
 * walk step back, so that none is missed. Ends where the list does, whatever the server counts, or behind the first
 * part of which `goesOn` is false.
 */
export const parts = (plex: Plex, path: string, query: Readonly<Record<string, string | number>>, options: {
  readonly keyOf: (row: Raw) => string
  readonly goesOn: (rows: ReadonlyArray<Raw>) => boolean
}): Stream.Stream<Part, SourceFailure> =>
  Stream.unwrap(Effect.sync(() => {
    const seen = new Set<string>()
    let stepsBack = 0
    const next = (start: number): Effect.Effect<readonly [Part, Option.Option<number>], SourceFailure> =>
      Effect.gen(function*() {
        const { rows, total } = yield* plex.part(path, query, start, size)
        const isTorn = start > 0 && rows.length > 0 && !rows.some((row) => seen.has(options.keyOf(row))) && stepsBack++ < mostStepsBack
        if (isTorn) return yield* next(Math.max(0, start - size + overlap))
        const fresh = rows.filter((row) => !seen.has(options.keyOf(row)))
        for (const row of fresh) seen.add(options.keyOf(row))
        const end = start + rows.length
        const isLast = rows.length === 0 || (rows.length < size && end >= total) || fresh.length === 0 || !options.goesOn(rows)
        return [{ rows: fresh, total }, isLast ? Option.none() : Option.some(Math.max(start + 1, end - overlap))] as const
      })
    return Stream.paginateEffect(0, next)
  }))
