import { Calendar } from "@daybook/core/shared"
import { type Page, type PullRequest, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Array, Clock, Effect, Option, Schema, Stream } from "effect"
import { pageOf } from "../exportFile/exportPages.js"
import { type WallClock, utc, wallClock } from "../WallClock.js"
import type { MediaServer, ServerKind, ServerUser } from "./server.js"
import { reportsOf } from "./viewings.js"
import { type Activity, type Item, type OwnId, subjectOf } from "./wire.js"

/** What the server said at the last sync, to see whether anything changed. */
const Cursor = Schema.parseJson(Schema.Struct({ items: Schema.String, activity: Schema.String }))

const itemsPerPage = 200
const idsPerCall = 50
const rowsPerPage = 1_000
const maxPages = 2_000
const itemsPerWrite = 500

/** A server, whose user's viewings count, and how to read what it says. */
export interface Reading {
  readonly server: MediaServer
  readonly kind: ServerKind
  readonly ownId: OwnId
  /** Name or id of the user. */
  readonly user: string
  /** The server's clock; none for that of the home time zone. */
  readonly zone: Option.Option<WallClock>
}

/** The user whose viewings count. */
const userOf = ({ kind, server, user }: Reading): Effect.Effect<ServerUser, SourceFailure> =>
  Effect.flatMap(server.users, (users) => {
    const userName = user.trim().toLowerCase()
    const match =
      users.find(({ name }) => name.trim().toLowerCase() === userName) ??
      users.find(({ id }) => id === userName.replaceAll("-", ""))
    return match === undefined
      ? new SourceFailure({
          source: kind.source,
          state: "not_found",
          message: `${kind.name} has no user called "${user}"`,
          next: `set DAYBOOK_${kind.settingWord}_USER to one of: ${users
            .slice(0, 20)
            .map(({ name }) => name)
            .join(", ")}`
        })
      : Effect.succeed(match)
  })

/** The watched items. Paging ends with the list, whatever the server counts. */
const playedItems = (server: MediaServer, user: string) =>
  Effect.gen(function* () {
    const items = new Map<string, Item>()
    let start = 0
    for (let page = 0; page < maxPages; page++) {
      const part = yield* server.played(user, start, itemsPerPage)
      const before = items.size
      for (const item of part.items) if (item !== null) items.set(item.id, item)
      start += part.items.length
      const isNew = items.size > before || part.items.every((item) => item === null)
      if (part.items.length === 0 || !isNew || (part.total !== null && start >= part.total)) break
    }
    return items
  })

/** The user's rows of the plugin's table, by item. None without the plugin. */
const playsByItem = (server: MediaServer, user: string, item?: string) =>
  Effect.gen(function* () {
    const plays = new Map<string, Array<Activity>>()
    let after = 0
    for (let page = 0; page < maxPages; page++) {
      const query = { after, limit: rowsPerPage, ...(item === undefined ? {} : { item }) }
      const part = Option.getOrNull(yield* server.activity(query))
      for (const row of part?.plays ?? [])
        if (row.userId === user) plays.set(row.itemId, [...(plays.get(row.itemId) ?? []), row])
      if (part === null || part.count < rowsPerPage || part.last <= after) break
      after = part.last
    }
    return plays
  })

/** Items by their ids, some at a time. */
const itemsOf = (server: MediaServer, user: string, ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(Array.chunksOf(ids, idsPerCall), (some) => server.items(user, some)),
    (parts) => new Map(parts.flat().map((item) => [item.id, item]))
  )

/** A server stays at home when its owner travels. */
const clockOf = ({ zone }: Reading): Effect.Effect<WallClock, never, Calendar> =>
  Option.match(zone, {
    onNone: () => Effect.map(Calendar, (home) => wallClock(home.zone) ?? utc),
    onSome: Effect.succeed
  })

/**
 * The records of items and of plays. An item that left the library has a name alone, which may be that of several
 * titles: its plays are left out and counted in the log, as are items without a number.
 */
const recordsOf = (
  { kind, ownId, server, zone }: Pick<Reading, "kind" | "ownId" | "server"> & { readonly zone: WallClock },
  user: string,
  watched: ReadonlyMap<string, Item>,
  plays: ReadonlyMap<string, ReadonlyArray<Activity>>
) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const unlisted = [...plays.keys()].filter((id) => !watched.has(id))
    const items = new Map([...watched, ...(yield* itemsOf(server, user, unlisted))])
    const shows = [...new Set([...items.values()].flatMap(({ seriesId }) => seriesId ?? []))]
    const series = yield* itemsOf(server, user, shows)
    let unnamed = unlisted.filter((id) => !items.has(id)).length
    const records = [...items.values()].flatMap((item): ReadonlyArray<WatchingRecord> => {
      const subject = subjectOf(item, series.get(item.seriesId ?? "") ?? null, ownId)
      if (subject !== null)
        return reportsOf(item, plays.get(item.id) ?? [], zone, now).map((report) => ({
          subject,
          report,
          rating: null,
          tally: null
        }))
      unnamed++
      return []
    })
    if (unnamed > 0)
      yield* Effect.logWarning(
        `${kind.source}: ${unnamed} items left the library before they were read, or have no number: left out`
      )
    return records
  })

/** Every viewing of the user. Plays that were resumed are one, so everything is read if anything changed. */
export const pull = (
  reading: Reading,
  { cursor, full }: PullRequest
): Stream.Stream<Page<WatchingRecord>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { kind, server } = reading
      const { id } = yield* userOf(reading)
      const head = yield* server.played(id, 0, 1)
      const newest = yield* server.activity("newest")
      const state = { items: JSON.stringify(head), activity: JSON.stringify(Option.getOrNull(newest)) }
      const last = full ? null : Option.getOrNull(Option.flatMap(cursor, Schema.decodeOption(Cursor)))
      if (last !== null && last.items === state.items && last.activity === state.activity) return Stream.empty
      if (Option.isNone(newest))
        yield* Effect.logInfo(`${kind.source}: without the plugin Playback Reporting only newest plays are known`)
      const watched = yield* playedItems(server, id)
      const plays = Option.isNone(newest) ? new Map<string, ReadonlyArray<Activity>>() : yield* playsByItem(server, id)
      const zone = yield* clockOf(reading)
      const records = yield* recordsOf({ ...reading, zone }, id, watched, plays)
      return Stream.concat(
        Stream.fromIterable(
          Array.chunksOf(records, itemsPerWrite).map((part) => ({
            ...pageOf(part),
            total: Option.some(records.length)
          }))
        ),
        Stream.succeed({
          ...pageOf<WatchingRecord>([]),
          readsAll: true,
          cursor: Option.some(Schema.encodeSync(Cursor)(state))
        })
      )
    })
  )

/** The viewings of one film or episode. */
export const reread = (reading: Reading, item: string): Stream.Stream<Page<WatchingRecord>, SourceFailure, Calendar> =>
  Stream.fromEffect(
    Effect.gen(function* () {
      const { server } = reading
      const { id } = yield* userOf(reading)
      const items = yield* itemsOf(server, id, [item])
      const plays = yield* playsByItem(server, id, item)
      const zone = yield* clockOf(reading)
      return pageOf(yield* recordsOf({ ...reading, zone }, id, items, plays))
    })
  )
