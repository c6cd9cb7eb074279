import type { Cursor, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"

/** One page of a list. `total` and `pages` as the provider counts them, null where it does not. */
export interface Part {
  readonly rows: ReadonlyArray<unknown>
  readonly total: number | null
  readonly pages: number | null
}

/** What a row comes to. `name` tells rows apart, `key` is what the list holds it by, null where it is of no interest. */
export interface Read<Record> {
  readonly name: string
  readonly key: string | null
  readonly records: ReadonlyArray<Record>
}

export interface ListOf<Record> {
  /** Pages count from 1. */
  readonly part: (page: number) => Effect.Effect<Part, SourceFailure>
  /** Null for a row that cannot be read. */
  readonly read: (row: unknown) => Read<Record> | null
  /** Says that these keys, and no others, are in the list. */
  readonly whole: (keys: ReadonlyArray<string>, at: number) => Record
  /** What the list is called in the log. */
  readonly name: string
  /** Where to go on next time, once all of the list has been read. */
  readonly cursor?: Cursor
}

const mostWalks = 3
const mostPages = 2_000

interface State {
  readonly walk: number
  readonly page: number
  readonly seen: ReadonlyMap<string, string | null>
  readonly first: Part | null
  readonly isSteady: boolean
  /** Whether the page before was empty. */
  readonly wasEmpty: boolean
}

const fresh = (walk: number): State => ({ walk, page: 1, seen: new Map(), first: null, isSteady: true, wasEmpty: false })

/**
 * All of a list that moves while it is read. What it holds is stored as it comes; what it lacks is told only after a
 * walk in which the provider's counts, the rows and the first page, looked at again at the end, agreed.
 */
export const wholeList = <Record>(list: ListOf<Record>): Stream.Stream<Page<Record>, SourceFailure> =>
  Stream.paginateEffect(fresh(1), (state) => step(list, state))

const step = <Record>(list: ListOf<Record>, state: State) =>
  Effect.gen(function*() {
    const { first, page, walk } = state
    const part = yield* page === 1 ? list.part(1) : Effect.catchIf(list.part(page), (failure) => failure.state === "not_found", () => Effect.succeed(nothing))
    const read = part.rows.map(list.read)
    const seen = new Map(state.seen)
    for (const row of read) if (row !== null) seen.set(row.name, row.key)
    const total = part.total ?? first?.total ?? null
    const isSteady = state.isSteady && read.every((row) => row !== null) && (first === null || part === nothing || part.total === first.total)
    const records = read.flatMap((row) => row?.records ?? [])
    const after: State = { walk, page: page + 1, seen, first: first ?? part, isSteady, wasEmpty: part.rows.length === 0 }
    const isCounted = part.pages === null || page >= part.pages
    // Beyond its end a list may begin anew, or show its last page again.
    const isOver = isCounted && page > 1 && seen.size === state.seen.size
    // A provider may leave rows out of a page that it counts, were it all of them: only a second empty page is the end.
    const isLast = part.rows.length === 0 ? isCounted || state.wasEmpty : isOver || (isCounted && (total === null ? part.pages !== null : seen.size >= total))
    if (!isLast && page < mostPages) return [pageOf(records, total, records.length), Option.some(after)] as const
    if (yield* isAll(list, after, total)) {
      const keys = [...seen.values()].flatMap((key) => key ?? [])
      const whole = list.whole(keys, yield* Clock.currentTimeMillis)
      return [{ ...pageOf([...records, whole], total, records.length), cursor: Option.fromNullable(list.cursor) }, Option.none()] as const
    }
    if (walk >= mostWalks) yield* Effect.logWarning(`${list.name} moved while it was read, or is counted wrongly: nothing is removed this time`)
    return [pageOf(records, total, records.length), walk < mostWalks ? Option.some(fresh(walk + 1)) : Option.none()] as const
  })

const nothing: Part = { rows: [], total: null, pages: null }

/** Whether the walk saw all there is. A list that is empty all of a sudden is asked for once more. */
const isAll = <Record>(list: ListOf<Record>, { first, isSteady, page, seen, walk }: State, total: number | null) =>
  Effect.gen(function*() {
    if (!isSteady || first === null || (total !== null && seen.size !== total)) return false
    if (seen.size === 0 && walk === 1) return false
    if (page === 2) return true
    const again = yield* list.part(1)
    const names = (part: Part) => part.rows.map((row) => list.read(row)?.name).join("\n")
    return again.total === first.total && names(again) === names(first)
  })

const pageOf = <Record>(records: ReadonlyArray<Record>, total: number | null, seen: number): Page<Record> => ({
  records,
  gone: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.fromNullable(total),
  seen
})
