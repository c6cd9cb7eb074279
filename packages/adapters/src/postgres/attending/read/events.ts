import { type AttendingStore, type EventsOf, type Fact, plain } from "@daybook/core/attending"
import { type Days, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Clock, type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { type EventRow, eventColumns, isAttended, isOver, toEvent, toVenue, type VenueRow } from "./columns.js"
import { playersIn } from "./players.js"
import { pictureOf } from "../../pictures.js"

type Store = Context.Tag.Service<AttendingStore>

export const events = (sql: SqlClient.SqlClient): Pick<Store, "events" | "event" | "season" | "attended" | "venues" | "counts"> => {
  const rowsOf = (now: number, where: Statement.Fragment, rest: Statement.Fragment) =>
    Effect.map(
      sql<EventRow>`
        SELECT ${eventColumns(sql, now)} FROM attending_events AS event LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
        WHERE event.doubt IS NULL AND ${where} ${rest}`,
      (rows) => rows.map(toEvent)
    )
  const oldest = sql`ORDER BY event.date, event.at NULLS LAST, event.id`
  return {
    events: (of) =>
      storage("AttendingStore.events")(Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const where = whereOf(sql, of, now)
        const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM attending_events AS event WHERE event.doubt IS NULL AND ${where}`
        const newest = sql`ORDER BY event.date DESC, event.at DESC NULLS LAST, event.id DESC LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}`
        return { rows: yield* rowsOf(now, where, newest), total: count?.total ?? 0 }
      })),
    event: (id) =>
      storage("AttendingStore.event")(Effect.gen(function*() {
        const [event] = yield* rowsOf(yield* Clock.currentTimeMillis, sql`event.id = ${id}`, sql``)
        if (event === undefined) return Option.none()
        const [row] = yield* sql<{ origins: Readonly<Record<string, string>> }>`SELECT origins FROM attending_events WHERE id = ${id}`
        return Option.some({ event, players: yield* playersIn(sql, id), origins: row?.origins ?? {} })
      })),
    season: (kind, season) =>
      storage("AttendingStore.season")(Effect.flatMap(Clock.currentTimeMillis, (now) => rowsOf(now, sql`event.kind = ${kind} AND event.season = ${season}`, oldest))),
    attended: (days) =>
      storage("AttendingStore.attended")(Effect.flatMap(Clock.currentTimeMillis, (now) => rowsOf(now, sql`${isAttended(sql, now)} AND ${within(sql, days)}`, oldest))),
    venues: storage("AttendingStore.venues")(Effect.map(
      sql<VenueRow>`
        SELECT venue.id, venue.name, venue.city, venue.state, venue.country, venue.latitude, venue.longitude, venue.city_latitude, venue.city_longitude, venue.capacity,
          ${pictureOf(sql, "attending", "venue", "venue.id")} AS picture
        FROM attending_venues AS venue WHERE EXISTS (SELECT FROM attending_events AS event WHERE event.venue_id = venue.id AND event.doubt IS NULL)
        ORDER BY venue.plain_name, venue.plain_city, venue.id`,
      (rows) => rows.map(toVenue)
    )),
    counts: (days) =>
      storage("AttendingStore.counts")(Effect.flatMap(Clock.currentTimeMillis, (now) => sql<Fact.KindCount>`
        SELECT event.kind, event.category, extract(year FROM event.date)::int AS year, event.going AS attended, count(*)::int AS count
        FROM attending_events AS event WHERE event.doubt IS NULL AND ${isOver(sql, now)} AND ${within(sql, days)}
        GROUP BY event.kind, event.category, year, event.going ORDER BY year DESC, event.kind, event.going`))
  }
}

const within = (sql: SqlClient.SqlClient, { from, to }: Days): Statement.Fragment =>
  sql.and([
    sql`true`,
    ...(from === null ? [] : [sql`event.date >= ${from}::date`]),
    ...(to === null ? [] : [sql`event.date <= ${to}::date`])
  ])

const whereOf = (sql: SqlClient.SqlClient, of: EventsOf, now: number): Statement.Fragment => {
  return sql.and([
    within(sql, of.days),
    ...(of.category === null ? [] : [sql`event.category = ${of.category}`]),
    ...(of.kind === null ? [] : [sql`event.kind = ${of.kind}`]),
    ...(of.season === null ? [] : [sql`event.season = ${of.season}`]),
    ...(of.venue === null ? [] : [sql`event.venue_id = ${of.venue}::bigint`]),
    ...(of.attended === null ? [] : [sql`${isAttended(sql, now)} = ${of.attended}`]),
    ...(of.team === null ? [] : [sql`strpos(event.sides, ${plain(of.team)}) > 0`]),
    ...(of.teamId === null ? [] : [sql`${of.teamId}::bigint IN (event.home_id, event.away_id)`])
  ])
}
