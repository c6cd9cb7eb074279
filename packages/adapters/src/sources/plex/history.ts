import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { SourceFailure as Failure } from "@daybook/core/sync"
import type { Report, Subject, WatchingRecord } from "@daybook/core/watching"
import { Array, Effect, Option, Schema, Stream } from "effect"
import { type Library, readLibrary } from "./Library.js"
import type { Plex } from "./Plex.js"
import { parts } from "./walk.js"
import { type Item, type Play, countOf, episodeOf, readPlay, textOf } from "./wire.js"

/** The server's owner. */
const owner = 1
/** How far back a sync looks again, in seconds: players that were offline hand in late what they played. */
const again = 3 * 86_400
const path = "/status/sessions/history/all"
const atATime = 500

const Cursor = Schema.parseJson(Schema.Struct({ newest: Schema.Number }))

/** The number of the account whose plays count. Named accounts are looked up. */
export const accountOf = (plex: Plex, account: Option.Option<string>): Effect.Effect<number, SourceFailure> =>
  Option.match(account, {
    onNone: () => Effect.succeed(owner),
    onSome: (name) => Effect.flatMap(plex.get("/accounts"), ({ rows }) => {
      const named = rows.find((row) => textOf(row["name"])?.toLowerCase() === name.toLowerCase()) ?? rows.find((row) => String(row["id"]) === name)
      const id = countOf(named?.["id"])
      return id === null ? noAccount(name, rows.flatMap((row) => textOf(row["name"]) ?? [])) : Effect.succeed(id)
    })
  })

const noAccount = (name: string, others: ReadonlyArray<string>) =>
  new Failure({
    source: "plex",
    state: "not_found",
    message: `Plex has no account called "${name}"`,
    next: `set DAYBOOK_PLEX_ACCOUNT to one of: ${others.join(", ")}`
  })

/** Every play of the account that is new, then what was marked as watched without a play. */
export const pull = (plex: Plex, account: Option.Option<string>, { cursor, full }: PullRequest): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const newest = full ? null : Option.getOrNull(Option.map(Option.flatMap(cursor, Schema.decodeOption(Cursor)), (known) => known.newest))
    const since = newest === null ? null : newest - again
    const id = yield* accountOf(plex, account)
    const library = yield* readLibrary(plex, since)
    let last = newest ?? 0
    const pages = Stream.mapEffect(plays(plex, id, since), ({ plays, total }) =>
      Effect.map(Effect.forEach(plays, (play) => {
        last = Math.max(last, play.viewedAt)
        return recordOf(library, play)
      }), (records) => page(records.flat(), Option.some(total))))
    const marks = id === owner ? marksOf(library) : Stream.empty
    const end = Stream.suspend(() => Stream.succeed({ ...page([], Option.none()), cursor: last > 0 ? Option.some(Schema.encodeSync(Cursor)({ newest: last })) : Option.none() }))
    return Stream.concat(Stream.concat(pages, marks), end)
  }))

const page = (records: ReadonlyArray<WatchingRecord>, total: Option.Option<number>): Page<WatchingRecord> =>
  ({ records, gone: [], covers: Option.none(), cursor: Option.none(), total })

/** Newest first; the server is asked for the account's alone, and may not listen. */
const plays = (plex: Plex, account: number, since: number | null) =>
  parts(plex, path, { sort: "viewedAt:desc", accountID: account, ...(since === null ? {} : { "viewedAt>": since }) }, {
    keyOf: (row) => textOf(row["historyKey"]) ?? JSON.stringify(row),
    goesOn: (rows) => since === null || rows.some((row) => (countOf(row["viewedAt"]) ?? since) >= since)
  }).pipe(Stream.map(({ rows, total }) => ({
    plays: rows.flatMap((row) => readPlay(row) ?? []).filter((play) => isOf(play, account) && (since === null || play.viewedAt >= since)),
    total
  })))

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
  Effect.gen(function*() {
    const held = play.ratingKey === null ? null : yield* library.item(play.ratingKey)
    const item = held !== null && held.type === play.item.type ? { ...play.item, ...held } : play.item
    const subject = yield* subjectOf(library, item)
    return subject === null ? [] : [{ subject, report: report(play.viewedAt), rating: null, tally: null }]
  })

const subjectOf = (library: Library, item: Play["item"]): Effect.Effect<Subject | null, SourceFailure> =>
  item.type === "movie"
    ? Effect.succeed({ kind: "movie", title: item.title })
    : Effect.map(library.show(item), (show) => show === null ? null : episodeOf(item, show))

/** What the library says of things with plays: the person's rating, and more plays than the history has. */
const marksOf = (library: Library): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.fromIterable(Array.chunksOf(library.watched, atATime)).pipe(
    Stream.mapEffect((items) => Effect.forEach(items, (item) => markOf(library, item))),
    Stream.map((records) => page(records.flat(), Option.none()))
  )

const markOf = (library: Library, item: Item): Effect.Effect<ReadonlyArray<WatchingRecord>, SourceFailure> =>
  Effect.map(subjectOf(library, item), (subject) =>
    subject === null ? [] : [{
      subject,
      report: null,
      rating: item.type === "movie" ? item.rating : null,
      tally: item.lastViewedAt === null || item.lastViewedAt === 0 ? null : { plays: item.views, lastAt: item.lastViewedAt * 1000 }
    }])

/** What the server says of one film or episode by now: its plays, and its count of them. */
export const reread = (plex: Plex, account: number, ratingKey: string, library: Library): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const item = yield* library.item(ratingKey)
    const query = { sort: "viewedAt:desc", accountID: account, metadataItemID: ratingKey }
    const { rows } = yield* plex.part(path, query, 0, atATime)
    const own = rows.flatMap((row) => readPlay(row) ?? []).filter((play) => isOf(play, account) && play.ratingKey === ratingKey)
    const records = yield* Effect.forEach(own, (play) => recordOf(library, play))
    const marks = item === null || account !== owner || item.views === 0 ? [] : yield* markOf(library, item)
    return Stream.make(page([...records.flat(), ...marks], Option.none()))
  }))
