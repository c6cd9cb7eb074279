import {
  AttendingStore,
  type EventsOf,
  type Fact,
  categories,
  doubts,
  eventTypes,
  plain
} from "@daybook/core/attending"
import type { Statement } from "@effect/sql"
import { Clock, type Context, Effect, Option } from "effect"
import { type RowOf, boolean, date, list, nullable, number, object, oneOf, record, text } from "../kit/columns.js"
import { countOf, every, ifPresent, onDays, pageOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { jsonObject } from "../kit/table.js"
import { type Queries, storeLayer } from "../kit/store.js"
import { mentionBody } from "./documents.js"
import { players, playersIn } from "./players.js"
import {
  eventColumns,
  externalColumns,
  isAttended,
  isOver,
  selectEvent,
  selectVenue,
  toEvent,
  toExternal,
  toVenue,
  venueColumns
} from "./rows.js"

type Store = Queries<Context.Tag.Service<AttendingStore>>

const mentionColumns = { id: number, source: text, body: mentionBody }
type MentionRow = RowOf<typeof mentionColumns>

const pendingColumns = { ...mentionColumns, doubt: oneOf(doubts), kind: nullable(oneOf(eventTypes)) }

const mergedColumns = { ...mentionColumns, reason: nullable(text) }

const mergeColumns = { eventId: number, title: text, date, ...externalColumns, mentions: list(object(mergedColumns)) }

const toMention = ({ body, id, source }: MentionRow): Fact.MentionFact => ({
  id,
  source,
  key: body.key,
  saidAt: body.saidAt,
  title: body.title,
  date: body.date,
  venue: body.venue?.name ?? null,
  excerpt: body.evidence?.excerpt ?? null
})

/** Decisions that wait for the person, and merges that can be undone. */
const waiting: Pick<Store, "pending" | "merges" | "eventsOf"> = {
  eventsOf: (source, keys) =>
    Effect.map(
      sql({ id: number })`
        SELECT DISTINCT event.id
        FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id
        WHERE mention.source = ${source} AND mention.key = ANY(${keys}::text[]) AND event.doubt IS NULL
        ORDER BY event.id`,
      (rows) => rows.map(({ id }) => id)
    ),
  pending: (page) =>
    Effect.gen(function* () {
      const from = sql`
        FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id
        WHERE event.doubt <> 'hidden'`
      const total = yield* countOf(sql`SELECT count(*) ${from}`)
      const rows = yield* sql(pendingColumns)`
        SELECT mention.id, mention.source, mention.body, event.doubt, event.kind ${from}
        ORDER BY mention.said_at DESC, mention.id DESC ${pageOf(page)}`
      return {
        rows: rows.map((row): Fact.PendingFact => ({
          ...toMention(row),
          doubt: row.doubt,
          kind: row.kind,
          detail: row.body.evidence?.reason ?? null
        })),
        total
      }
    }),
  merges: (page) =>
    Effect.gen(function* () {
      const several = sql`
        event.doubt IS NULL
        AND (SELECT count(*) FROM attending_mentions AS mention WHERE mention.event_id = event.id) > 1`
      const total = yield* countOf(sql`SELECT count(*) FROM attending_events AS event WHERE ${several}`)
      const rows = yield* sql(mergeColumns)`
        SELECT event.id AS event_id, event.title, event.date, event.external_source, event.external_id,
          (SELECT jsonb_agg(${jsonObject(mergedColumns, "mention")} ORDER BY mention.said_at, mention.id)
            FROM attending_mentions AS mention WHERE mention.event_id = event.id) AS mentions
        FROM attending_events AS event WHERE ${several} ORDER BY event.date DESC, event.id DESC ${pageOf(page)}`
      return { rows: rows.map(toMerge), total }
    })
}

const toMerge = ({
  date,
  eventId,
  externalId,
  externalSource,
  mentions,
  title
}: RowOf<typeof mergeColumns>): Fact.MergeFact => ({
  eventId,
  title,
  date,
  external: toExternal({ externalId, externalSource }),
  mentions: mentions.map((row) => ({ ...toMention(row), reason: row.reason }))
})

const kindCountColumns = {
  kind: oneOf(eventTypes),
  category: oneOf(categories),
  year: number,
  attended: boolean,
  count: number
}

const rowsOf = (now: number, where: Statement.Fragment, rest: Statement.Fragment) =>
  Effect.map(
    sql(eventColumns)`
      SELECT ${selectEvent(now)}
      FROM attending_events AS event LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
      WHERE event.doubt IS NULL AND ${where} ${rest}`,
    (rows) => rows.map(toEvent)
  )
const oldest = sql`ORDER BY event.date, event.at NULLS LAST, event.id`

const whereOf = (of: EventsOf, now: number): Statement.Fragment =>
  every([
    onDays("event.date", of.days),
    ifPresent(of.category, (category) => sql`event.category = ${category}`),
    ifPresent(of.kind, (kind) => sql`event.kind = ${kind}`),
    ifPresent(of.season, (season) => sql`event.season = ${season}`),
    ifPresent(of.venue, (venue) => sql`event.venue_id = ${venue}::bigint`),
    ifPresent(of.attended, (attended) => sql`${isAttended(now)} = ${attended}`),
    ifPresent(of.team, (team) => sql`strpos(event.sides, ${plain(team)}) > 0`),
    ifPresent(of.teamId, (team) => sql`${team}::bigint IN (event.home_id, event.away_id)`)
  ])

const events: Pick<Store, "events" | "event" | "season" | "attended" | "venues" | "counts"> = {
  events: (of) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const where = whereOf(of, now)
      const total = yield* countOf(
        sql`SELECT count(*) FROM attending_events AS event WHERE event.doubt IS NULL AND ${where}`
      )
      const newest = sql`ORDER BY event.date DESC, event.at DESC NULLS LAST, event.id DESC ${pageOf(of.page)}`
      return { rows: yield* rowsOf(now, where, newest), total }
    }),
  event: (id) =>
    Effect.gen(function* () {
      const [event] = yield* rowsOf(yield* Clock.currentTimeMillis, sql`event.id = ${id}`, sql``)
      if (event === undefined) return Option.none()
      const [row] = yield* sql({ origins: record(text) })`
          SELECT origins FROM attending_events WHERE id = ${id}`
      return Option.some({ event, players: yield* playersIn(id), origins: row?.origins ?? {} })
    }),
  season: (kind, season) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      rowsOf(now, sql`event.kind = ${kind} AND event.season = ${season}`, oldest)
    ),
  attended: (days) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      rowsOf(now, sql`${isAttended(now)} AND ${onDays("event.date", days)}`, oldest)
    ),
  venues: Effect.map(
    sql(venueColumns)`
        SELECT ${selectVenue}
        FROM attending_venues AS venue
        WHERE EXISTS (SELECT FROM attending_events AS event WHERE event.venue_id = venue.id AND event.doubt IS NULL)
        ORDER BY venue.plain_name, venue.plain_city, venue.id`,
    (rows) => rows.map(toVenue)
  ),
  counts: (days) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => sql(kindCountColumns)`
        SELECT event.kind, event.category, extract(year FROM event.date)::int AS year, event.going AS attended,
          count(*)::int AS count
        FROM attending_events AS event WHERE event.doubt IS NULL AND ${isOver(now)} AND ${onDays("event.date", days)}
        GROUP BY event.kind, event.category, year, event.going ORDER BY year DESC, event.kind, event.going`
    )
}

export const layer = storeLayer(AttendingStore, { ...events, ...players, ...waiting })
