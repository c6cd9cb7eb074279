import type { Cursor, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"

/** One page of a list. `total` and `pages` are the provider's counts; null if it has none. */
export interface Part {
  readonly rows: ReadonlyArray<unknown>
  readonly total: number | null
  readonly pages: number | null
}

/** The result of one row. `name` identifies the row; `key` is its key in the stored list, null if it is not stored. */
export interface ListRow<Record> {
  readonly name: string
  readonly key: string | null
  readonly records: ReadonlyArray<Record>
}

export interface ListSource<Record> {
  /** Fetches a page, counted from 1. */
  readonly part: (page: number) => Effect.Effect<Part, SourceFailure>
  /** Null for an unreadable row. */
  readonly read: (row: unknown) => ListRow<Record> | null
  /** The record that states that exactly these keys are in the list. */
  readonly whole: (keys: ReadonlyArray<string>, at: number) => Record
  /** The name of the list in log messages. */
  readonly name: string
  /** The cursor to store once the whole list has been read. */
  readonly cursor?: Cursor
}

const maxAttempts = 3
const maxPages = 2_000

interface State {
  readonly attempt: number
  readonly page: number
  readonly seen: ReadonlyMap<string, string | null>
  readonly first: Part | null
  readonly isSteady: boolean
  /** Whether the previous page was empty. */
  readonly wasEmpty: boolean
}

const firstState = (attempt: number): State => ({
  attempt: attempt,
  page: 1,
  seen: new Map(),
  first: null,
  isSteady: true,
  wasEmpty: false
})

/**
 * Reads a whole list that may change meanwhile. Rows are stored as they arrive. Deletions are reported only after an
 * attempt in which the provider's counts, the rows, and a second read of the first page agree.
 */
export const wholeList = <Record>(list: ListSource<Record>): Stream.Stream<Page<Record>, SourceFailure> =>
  Stream.paginateEffect(firstState(1), (state) => step(list, state))

const step = <Record>(list: ListSource<Record>, state: State) =>
  Effect.gen(function* () {
    const { first, page, attempt: attempt } = state
    const part = yield* page === 1
      ? list.part(1)
      : Effect.catchIf(
          list.part(page),
          (failure) => failure.state === "not_found",
          () => Effect.succeed(emptyPage)
        )
    const read = part.rows.map(list.read)
    const seen = new Map(state.seen)
    for (const row of read) if (row !== null) seen.set(row.name, row.key)
    const total = part.total ?? first?.total ?? null
    const isSteady =
      state.isSteady &&
      read.every((row) => row !== null) &&
      (first === null || part === emptyPage || part.total === first.total)
    const records = read.flatMap((row) => row?.records ?? [])
    const after: State = {
      attempt: attempt,
      page: page + 1,
      seen,
      first: first ?? part,
      isSteady,
      wasEmpty: part.rows.length === 0
    }
    const isCounted = part.pages === null || page >= part.pages
    // Past its end a list may start over or repeat its last page.
    const isOver = isCounted && page > 1 && seen.size === state.seen.size
    // A provider may count rows that it leaves out of a page, even all of them. Only a second empty page is the end.
    const isLast =
      part.rows.length === 0
        ? isCounted || state.wasEmpty
        : isOver || (isCounted && (total === null ? part.pages !== null : seen.size >= total))
    if (!isLast && page < maxPages) return [pageOf(records, total, records.length), Option.some(after)] as const
    if (yield* isComplete(list, after, total)) {
      const keys = [...seen.values()].flatMap((key) => key ?? [])
      const whole = list.whole(keys, yield* Clock.currentTimeMillis)
      return [
        { ...pageOf([...records, whole], total, records.length), cursor: Option.fromNullable(list.cursor) },
        Option.none()
      ] as const
    }
    if (attempt >= maxAttempts)
      yield* Effect.logWarning(
        `${list.name} changed while it was read, or its count is wrong: nothing is removed this time`
      )
    return [
      pageOf(records, total, records.length),
      attempt < maxAttempts ? Option.some(firstState(attempt + 1)) : Option.none()
    ] as const
  })

const emptyPage: Part = { rows: [], total: null, pages: null }

/** Whether this attempt saw the whole list. A list that is suddenly empty is read once more. */
const isComplete = <Record>(
  list: ListSource<Record>,
  { first, isSteady, page, seen, attempt: attempt }: State,
  total: number | null
) =>
  Effect.gen(function* () {
    if (!isSteady || first === null || (total !== null && seen.size !== total)) return false
    if (seen.size === 0 && attempt === 1) return false
    if (page === 2) return true
    const again = yield* list.part(1)
    const names = (part: Part) => part.rows.map((row) => list.read(row)?.name).join("\n")
    return again.total === first.total && names(again) === names(first)
  })

const pageOf = <Record>(records: ReadonlyArray<Record>, total: number | null, seen: number): Page<Record> => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.fromNullable(total),
  seen,
  readsAll: true
})
