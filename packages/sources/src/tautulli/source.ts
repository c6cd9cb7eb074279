import { type Page, type PullRequest, SourceFailure } from "@daybook/core/sync"
import { type WatchingRecord, watchingWriter, watchRank } from "@daybook/core/watching"
import { Effect, Option, Schema, Stream } from "effect"
import { pageOf } from "../kit/exportFile/exportPages.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Tautulli from "./client.js"
import { type Metadata, type Play, type Row, playOf, readRow, recordOf, viewingsOf } from "./wire.js"

/** The number of plays and the newest one at the last sync. */
const Cursor = Schema.parseJson(Schema.Struct({ total: Schema.Number, newest: Schema.String }))

const perPage = 1_000
const maxPages = 1_000
const viewingsPerPage = 500

const nameOf = (row: unknown): string => {
  const { id, row_id } = Option.getOrElse(readRow(row), (): Partial<Row> => ({}))
  return row_id == null && id == null ? JSON.stringify(row) : `${row_id ?? id}`
}

/** All plays. The list may grow while it is read, so that rows occur twice. */
const readAll = (tautulli: Tautulli.Tautulli) =>
  Effect.gen(function* () {
    const rows = new Map<string, unknown>()
    for (let page = 0; page < maxPages; page++) {
      const part = yield* tautulli.history(page * perPage, perPage)
      const before = rows.size
      for (const row of part.rows) rows.set(nameOf(row), row)
      if (part.rows.length === 0 || rows.size === before || (part.total !== null && rows.size >= part.total)) break
    }
    return [...rows.values()]
  })

const isUser =
  (user: string) =>
  ({ row }: Play): boolean =>
    [row.user_id, row.user, row.friendly_name].some(
      (one) => one != null && String(one).trim().toLowerCase() === user.trim().toLowerCase()
    )

const noPlays = (user: string, plays: ReadonlyArray<Play>) => {
  const users = [...new Set(plays.map(({ row }) => String(row.friendly_name ?? row.user ?? row.user_id)))].sort()
  return new SourceFailure({
    source: "tautulli",
    state: "not_found",
    message: `Tautulli has no plays of the user "${user}"`,
    next: `set DAYBOOK_TAUTULLI_USER to one of: ${users.slice(0, 20).join(", ")}`
  })
}

/** Every finished viewing of the user. Plays that were resumed are one, so all rows are read if anything changed. */
const pull = (
  tautulli: Tautulli.Tautulli,
  user: string,
  { cursor, full }: PullRequest
): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const head = yield* tautulli.history(0, 1)
      const state = { total: head.total ?? -1, newest: head.rows.map((row) => JSON.stringify(row)).join() }
      const last = full ? null : Option.getOrNull(Option.flatMap(cursor, Schema.decodeOption(Cursor)))
      if (last !== null && last.total >= 0 && last.total === state.total && last.newest === state.newest)
        return Stream.empty
      const plays = (yield* readAll(tautulli)).flatMap((row) => playOf(row) ?? [])
      const own = plays.filter(isUser(user))
      if (own.length === 0 && plays.length > 0) return yield* noPlays(user, plays)
      const viewings = viewingsOf(own)
      const describe = describing(tautulli)
      return Stream.fromIterable(viewings).pipe(
        Stream.mapEffect((viewing) =>
          Effect.map(describe(viewing.plays[0]), (described) => recordOf(viewing, described) ?? [])
        ),
        Stream.rechunk(viewingsPerPage),
        Stream.chunks,
        Stream.map((chunk) => ({ ...pageOf([...chunk].flat()), total: Option.some(viewings.length) })),
        Stream.concat(
          Stream.succeed({
            ...pageOf<WatchingRecord>([]),
            readsAll: true,
            cursor: Option.some(Schema.encodeSync(Cursor)(state))
          })
        )
      )
    })
  )

/** What the library says of the film or show of a play, once each. Null if it is gone. */
const describing = (tautulli: Tautulli.Tautulli) => {
  const cache = new Map<number, typeof Metadata.Type | null>()
  return ({ row, type }: Play) =>
    Effect.gen(function* () {
      const key = type === "movie" ? row.rating_key : row.grandparent_rating_key
      if (key == null || !Number.isInteger(key) || key <= 0) return null
      const before = cache.get(key)
      if (before !== undefined) return before
      const described = Option.getOrNull(yield* tautulli.metadata(key))
      cache.set(key, described)
      return described
    })
}

/** The history of a Plex server that Tautulli keeps: finished plays of one user. */
export const tautulli = pulling({
  id: "tautulli",
  about: { title: "Tautulli", brings: "Films and episodes that you watched on a Plex server, also of years ago." },
  // It watches Plex, which has the same plays first hand.
  rank: watchRank({ rank: 40, isPlayer: true, naming: -3 }),
  writer: watchingWriter,
  syncType: "tautulli_history",
  schedule: { cron: "50 4 * * *", zone: "UTC" },
  settings: Tautulli.settings,
  calls: ({ url }) => [url],
  open: (values) =>
    Effect.map(Tautulli.make(values), (tautulli) => ({
      pull: (request: PullRequest) => pull(tautulli, values.user, request)
    }))
})
