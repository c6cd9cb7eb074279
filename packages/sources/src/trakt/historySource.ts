import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, watchingWriterOf, watchRank } from "@daybook/core/watching"
import { Clock, Duration, Effect, identity, Option, Schema, Stream } from "effect"
import { pageOf } from "../kit/exportFile/exportPages.js"
import type { Part } from "../kit/fullListing.js"
import { pulling } from "../kit/SourceDefinition.js"
import { watchPagesOf } from "../kit/watches/watchFile.js"
import { makeBulkMarks } from "../kit/watches/bulk.js"
import * as Trakt from "./client.js"
import { type HistoryEntry, historyEntry, historyRecord, ratingRecord } from "./history.js"
import { format, madeAt } from "./historyFile.js"

/** Trakt's times of the last changes at the last full listing, and the time of that listing (epoch milliseconds). */
const Cursor = Schema.parseJson(Schema.Struct({ changed: Schema.String, at: Schema.Number }))

/** An unchanged history is read again after this time. */
const staleAfter = Duration.toMillis("6 days")
const perPage = 500
const maxPages = 2_000
const maxAttempts = 3

type Read = (page: number) => Effect.Effect<Part, SourceFailure>

/** Null for a list that is not there: an address in place of Trakt may have the collection alone. */
const orNothing = <A>(list: Effect.Effect<A, SourceFailure>): Effect.Effect<A | null, SourceFailure> =>
  Effect.catchIf(
    list,
    (failure) => failure.state === "not_found",
    () => Effect.succeed(null)
  )

/** The rows of all pages of a list, and whether the provider's count agrees with them. */
const readAll = (read: Read, nameOf: (row: unknown) => string) =>
  Effect.gen(function* () {
    const rows = new Map<string, unknown>()
    let isSteady = true
    let total: number | null = null
    for (let page = 1; page <= maxPages; page++) {
      const part: Part = yield* page === 1
        ? read(1)
        : Effect.catchIf(
            read(page),
            (failure) => failure.state === "not_found",
            () => Effect.succeed({ rows: [], total: null, pages: null })
          )
      const before = rows.size
      for (const row of part.rows) rows.set(nameOf(row), row)
      isSteady &&= page === 1 || part.total === null || part.total === total
      total ??= part.total
      const isCounted = part.pages === null || page >= part.pages
      if (part.rows.length === 0 || (isCounted && (part.pages !== null || rows.size === before))) break
    }
    const all = [...rows.values()]
    return { rows: all, isWhole: isSteady && total !== null && rows.size === total, total }
  })

/** The list as it was at one time; what a listing that changes meanwhile has, if it does not come to rest. */
const readWhole = Effect.fn("trakt.readWhole")(function* (read: Read, nameOf: (row: unknown) => string) {
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    const list = yield* readAll(read, nameOf)
    // A list that is suddenly empty is read once more.
    if (!list.isWhole || (list.rows.length === 0 && attempt === 1)) continue
    const again = yield* read(1)
    const first = again.rows.map(nameOf)
    if (again.total === list.total && first.every((name, index) => name === nameOf(list.rows[index]))) return list
  }
  const list = yield* readAll(read, nameOf)
  if (!list.isWhole)
    yield* Effect.logWarning(
      "the Trakt history changed while it was read, or its count is wrong: nothing is removed this time"
    )
  return list
})

const rowName = (row: unknown): string => historyEntry(row)?.id ?? JSON.stringify(row)

const firstTime = Date.parse("0001-01-01T00:00:00Z")
const lastTime = 253_402_300_799_000

/**
 * Pages of the history, newest first. Each covers the times from its oldest entry up to the page before, so that an
 * entry that Trakt no longer lists is missing. Entries of one time stay on one page.
 */
const historyPages = (entries: ReadonlyArray<HistoryEntry>, isWhole: boolean): ReadonlyArray<Page<WatchingRecord>> => {
  const bulk = makeBulkMarks()
  for (const { at, name } of entries) if (at !== null) bulk.add(at, name)
  const sorted = [...entries].sort((a, b) => b.listedAt - a.listedAt || (a.id < b.id ? -1 : 1))
  const parts: Array<Array<HistoryEntry>> = [[]]
  for (const entry of sorted) {
    const part = parts.at(-1)!
    if (part.length >= perPage && part.at(-1)!.listedAt !== entry.listedAt) parts.push([entry])
    else part.push(entry)
  }
  let to = lastTime
  return parts.map((part, index) => {
    const from = index === parts.length - 1 ? firstTime : part.at(-1)!.listedAt
    const covers = isWhole ? Option.some({ from, to }) : Option.none()
    to = from
    return { ...pageOf(part.map((entry) => historyRecord(entry, bulk))), covers, total: Option.some(entries.length) }
  })
}

const pull = (trakt: Trakt.Trakt, { cursor, full }: PullRequest): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = yield* trakt.watchedAt
      const now = yield* Clock.currentTimeMillis
      const last = full ? null : Option.getOrNull(Option.flatMap(cursor, Schema.decodeOption(Cursor)))
      if (changed !== null && last?.changed === changed && now - last.at < staleAfter) return Stream.empty
      const history = yield* orNothing(readWhole(trakt.history, rowName))
      if (history === null) {
        yield* Effect.logWarning("trakt: the address of the API has no history, so nothing was read")
        return Stream.succeed({ ...pageOf<WatchingRecord>([]), readsAll: false })
      }
      const entries = history.rows.flatMap((row) => historyEntry(row) ?? [])
      const unreadable = history.rows.length - entries.length
      if (unreadable > 0) yield* Effect.logWarning(`trakt: ${unreadable} entries of the history could not be read`)
      const pages = historyPages(entries, history.isWhole && unreadable === 0)
      return Stream.concat(
        Stream.fromIterable(pages),
        Stream.fromEffect(
          Effect.map(ratings(trakt), (page) => ({
            ...page,
            readsAll: true,
            cursor: changed === null ? Option.none() : Option.some(Schema.encodeSync(Cursor)({ changed, at: now }))
          }))
        )
      )
    })
  )

/** All ratings of films and shows. Only one page can be a full listing of them. */
const ratings = (trakt: Trakt.Trakt): Effect.Effect<Page<WatchingRecord>, SourceFailure> =>
  Effect.gen(function* () {
    const asOf = yield* Clock.currentTimeMillis
    const lists = yield* Effect.forEach(["movies", "shows"] as const, (kind) =>
      Effect.map(
        orNothing(readAll((page) => trakt.ratings(kind, page), JSON.stringify)),
        (list) => list ?? { rows: [], isWhole: false }
      )
    )
    const rows = lists.flatMap((list) => list.rows)
    const records = rows.map(ratingRecord).flatMap((record) => (record === null || record === "episode" ? [] : record))
    const isWhole = lists.every((list) => list.isWhole) && records.length === rows.length
    return {
      ...pageOf<WatchingRecord>(records),
      fullListing: { asOf, completeLists: isWhole ? ["ratings"] : [], isLive: true }
    }
  })

/** What you watched and rated, from Trakt: the API, or the account export. The login is that of `trakt`. */
export const traktHistory = pulling({
  id: "trakt-history",
  about: {
    title: "Trakt history",
    brings: "Films and episodes that you watched, and your ratings.",
    keys: "https://trakt.tv/oauth/applications",
    exports: "https://trakt.tv/settings/data"
  },
  // Told by players a little later. A mark has no time of its own: it comes after a diary.
  rank: watchRank({
    reportsAs: "trakt",
    rank: 50,
    rankOfMarks: 100,
    isPlayer: true,
    naming: 0,
    rates: ["viewings", "title"]
  }),
  writer: watchingWriterOf("trakt"),
  syncType: "trakt_history",
  schedule: { cron: "10 5 * * *", zone: "UTC" },
  settings: Trakt.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(Trakt.make(values, "trakt-history"), (trakt) => ({
      pull: (request: PullRequest) => pull(trakt, request)
    })),
  format,
  read: identity,
  toPages: watchPagesOf(madeAt),
  fileTitle: "a history of Trakt",
  expected: "give the zip file that Trakt makes under Settings, Data, or its history-1.json"
})
