import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { SourceFailure as Failure } from "@daybook/core/sync"
import type { Report, Subject, WatchingRecord } from "@daybook/core/watching"
import { Array, Effect, Option, Schema, Stream } from "effect"
import { type Plex, listPages } from "./client.js"
import { type Library, readLibrary } from "./library.js"
import { type Item, type Play, countOf, episodeOf, readPlay, textOf } from "./wire.js"

/** The server's owner. */
const owner = 1
/** How far back each sync reads again, in seconds: offline players report plays late. */
const lookBackSeconds = 3 * 86_400
const path = "/status/sessions/history/all"
const batchSize = 500

const Cursor = Schema.parseJson(Schema.Struct({ newest: Schema.Number }))

/** The number of the account whose plays count. An account name is resolved by the server. */
export const accountOf = (plex: Plex, account: Option.Option<string>): Effect.Effect<number, SourceFailure> =>
  Option.match(account, {
    onNone: () => Effect.succeed(owner),
    onSome: (name) =>
      Effect.flatMap(plex.get("/accounts"), ({ rows }) => {
        const named =
          rows.find((row) => textOf(row["name"])?.toLowerCase() === name.toLowerCase()) ??
          rows.find((row) => String(row["id"]) === name)
        const id = countOf(named?.["id"])
        return id === null
          ? noAccount(
              name,
              rows.flatMap((row) => textOf(row["name"]) ?? [])
            )
          : Effect.succeed(id)
      })
  })

const noAccount = (name: string, others: ReadonlyArray<string>) =>
  new Failure({
    source: "plex",
    state: "not_found",
    message: `Plex has no account called "${name}"`,
    next: `set DAYBOOK_PLEX_ACCOUNT to one of: ${others.join(", ")}`
  })

/** Every new play of the account, then the items that were marked as watched without a play. */
export const pull = (
  plex: Plex,
  account: Option.Option<string>,
  { cursor, full }: PullRequest
): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const newest = full
        ? null
        : Option.getOrNull(Option.map(Option.flatMap(cursor, Schema.decodeOption(Cursor)), ({ newest }) => newest))
      const since = newest === null ? null : newest - lookBackSeconds
      const id = yield* accountOf(plex, account)
      const library = yield* readLibrary(plex, since)
      let last = newest ?? 0
      const pages = Stream.mapEffect(plays(plex, id, since), ({ plays, total }) =>
        Effect.map(
          Effect.forEach(plays, (play) => {
            last = Math.max(last, play.viewedAt)
            return recordOf(library, play)
          }),
          (records) => page(records.flat(), Option.some(total))
        )
      )
      const marks = id === owner ? marksOf(library) : Stream.empty
      const end = Stream.suspend(() =>
        Stream.succeed({
          ...page([], Option.none()),
          cursor: last > 0 ? Option.some(Schema.encodeSync(Cursor)({ newest: last })) : Option.none()
        })
      )
      return Stream.concat(Stream.concat(pages, marks), end)
    })
  )

const page = (records: ReadonlyArray<WatchingRecord>, total: Option.Option<number>): Page<WatchingRecord> => ({
  records,
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total
})

/** Newest first. Servers may ignore the account filter, so it is applied here too. */
const plays = (plex: Plex, account: number, since: number | null) =>
  listPages(
    plex,
    path,
    { sort: "viewedAt:desc", accountID: account, ...(since === null ? {} : { "viewedAt>": since }) },
    {
      keyOf: (row) => textOf(row["historyKey"]) ?? JSON.stringify(row),
      goesOn: (rows) => since === null || rows.some((row) => (countOf(row["viewedAt"]) ?? since) >= since)
    }
  ).pipe(
    Stream.map(({ rows, total }) => ({
      plays: rows
        .flatMap((row) => readPlay(row) ?? [])
        .filter((play) => isOf(play, account) && (since === null || play.viewedAt >= since)),
      total
    }))
  )

const isOf = (play: Play, account: number) => play.account === null || play.account === account

const report = (viewedAt: number): Report => ({
  key: String(viewedAt * 1000),
  at: viewedAt * 1000,
  date: null,
  rating: null,
  rewatch: null,
  review: null,
  reviewUrl: null,
  alias: null,
  loggedAt: null
})

const recordOf = (library: Library, play: Play): Effect.Effect<ReadonlyArray<WatchingRecord>, SourceFailure> =>
  Effect.gen(function* () {
    const libraryItem = play.ratingKey === null ? null : yield* library.item(play.ratingKey)
    const item =
      libraryItem !== null && libraryItem.type === play.item.type ? { ...play.item, ...libraryItem } : play.item
    const subject = yield* subjectOf(library, item)
    return subject === null ? [] : [{ subject, report: report(play.viewedAt), rating: null, tally: null }]
  })

const subjectOf = (library: Library, item: Play["item"]): Effect.Effect<Subject | null, SourceFailure> =>
  item.type === "movie"
    ? Effect.succeed({ kind: "movie", title: item.title })
    : Effect.map(library.show(item), (show) => (show === null ? null : episodeOf(item, show)))

/** Ratings of watched items, and their play counts, which may exceed the history. */
const marksOf = (library: Library): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.fromIterable(Array.chunksOf(library.watched, batchSize)).pipe(
    Stream.mapEffect((items) => Effect.forEach(items, (item) => markOf(library, item))),
    Stream.map((records) => page(records.flat(), Option.none()))
  )

const markOf = (library: Library, item: Item): Effect.Effect<ReadonlyArray<WatchingRecord>, SourceFailure> =>
  Effect.map(subjectOf(library, item), (subject) =>
    subject === null
      ? []
      : [
          {
            subject,
            report: null,
            rating: item.type === "movie" ? item.rating : null,
            tally:
              item.lastViewedAt === null || item.lastViewedAt === 0
                ? null
                : { plays: item.views, lastAt: item.lastViewedAt * 1000 }
          }
        ]
  )

/** The current plays and play count of one film or episode. */
export const reread = (
  plex: Plex,
  account: number,
  ratingKey: string,
  library: Library
): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const item = yield* library.item(ratingKey)
      const query = { sort: "viewedAt:desc", accountID: account, metadataItemID: ratingKey }
      const { rows } = yield* plex.part(path, query, 0, batchSize)
      const own = rows
        .flatMap((row) => readPlay(row) ?? [])
        .filter((play) => isOf(play, account) && play.ratingKey === ratingKey)
      const records = yield* Effect.forEach(own, (play) => recordOf(library, play))
      const marks = item === null || account !== owner || item.views === 0 ? [] : yield* markOf(library, item)
      return Stream.make(page([...records.flat(), ...marks], Option.none()))
    })
  )
