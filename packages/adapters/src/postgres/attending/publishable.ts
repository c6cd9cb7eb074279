import {
  type AttendingChanges,
  type StoredEvent,
  eventDoubts,
  eventChanges,
  eventFields,
  eventTypes,
  outcomes,
  publishablePlayer
} from "@daybook/core/attending"
import type { Statement } from "@effect/sql"
import { Effect, Struct } from "effect"
import { type Columns, type ColumnsOf, boolean, date, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { artistOf, performerMbid } from "../entities.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { game, performerMentions, player, team, venueMention } from "./documents.js"
import type { WrittenEvents } from "./events.js"

const events = table("attending_events", {
  ...columnsOf(Struct.pick(eventFields, "title", "subtitle", "mySide")),
  id: number,
  doubt: nullable(oneOf(eventDoubts)),
  kind: nullable(oneOf(eventTypes)),
  date: nullable(date),
  at: nullable(instant),
  over: nullable(instant),
  going: boolean,
  venue: nullable(venueMention),
  performers: performerMentions,
  game: nullable(game),
  told: nullable(oneOf(outcomes))
} satisfies ColumnsOf<Omit<StoredEvent, "reported"> & { readonly told: StoredEvent["reported"] }>)

const tellings = table(events.name, { id: number, outcome: events.columns.told })

/** Rows of performers and venues that changed. */
export interface ChangedPeople {
  readonly venues: ReadonlyArray<number>
  readonly performers: ReadonlyArray<number>
}

/**
 * The changes to publish: changed and deleted events, and the people and places that changed, appeared or disappeared
 * with them.
 */
export const changesOf = Effect.fn("attending.changesOf")(function* (
  { changed, deleted, people }: Pick<WrittenEvents, "changed" | "deleted"> & { readonly people: ChangedPeople },
  now: number
) {
  const rows =
    changed.length === 0
      ? []
      : yield* sql(events.columns)`
          SELECT ${events.select("event")} FROM attending_events AS event
          WHERE id = ANY(${changed}::int[]) ORDER BY id`
  const { doubted, outcomes, ...ofEvents } = eventChanges(
    rows.map(({ told, ...event }) => ({ ...event, reported: told })),
    now
  )
  yield* sql`
    UPDATE attending_events AS event SET told = incoming.outcome FROM ${tellings.valuesOf(outcomes)}
    WHERE event.id = incoming.id AND event.told IS DISTINCT FROM incoming.outcome`
  const published = yield* publishPeople(people)
  return {
    ...ofEvents,
    ...published,
    deleted: [...[...deleted, ...doubted].map((id) => ({ type: "event" as const, id })), ...published.deleted],
    concealed: []
  } satisfies AttendingChanges
})

/** Events that have ended since they were last published. */
export const newlyEnded = (now: number) =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM attending_events
      WHERE doubt IS NULL AND told IS NULL AND over <= to_timestamp(${now}::float8 / 1000) ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  )

/** Publishes new and changed rows that belong to an event, and withdraws those that no longer belong to any. */
const publishRows = Effect.fn(function* <C extends Columns>(
  name: string,
  changed: ReadonlyArray<number>,
  belongs: Statement.Fragment,
  columns: C,
  select: Statement.Fragment
) {
  const appeared = yield* sql(columns)`
    UPDATE ${sql(name)} AS item SET shown = true
    WHERE (NOT shown OR id = ANY(${changed}::int[])) AND EXISTS (${belongs}) RETURNING ${select}`
  const vanished = yield* sql({ id: number })`
    UPDATE ${sql(name)} AS item SET shown = false WHERE shown AND NOT EXISTS (${belongs}) RETURNING id`
  return { appeared, vanished: vanished.map(({ id }) => id) }
})

const venueColumns = { id: number, name: text, city: nullable(text) }
const performerColumns = { id: number, name: text, mbid: nullable(text) }
const playerColumns = { id: number, body: player, team: nullable(team) }

const publishPeople = Effect.fn(function* (changed: ChangedPeople) {
  const venues = yield* publishRows(
    "attending_venues",
    changed.venues,
    sql`SELECT FROM attending_events AS event WHERE event.doubt IS NULL AND event.venue_id = item.id`,
    venueColumns,
    sql`id, name, city`
  )
  const performers = yield* publishRows(
    "attending_performers",
    changed.performers,
    sql`
      SELECT FROM attending_billings AS bill JOIN attending_events AS event ON event.id = bill.event_id
      WHERE bill.performer_id = item.id AND event.doubt IS NULL`,
    performerColumns,
    sql`id, name, ${sql.literal(`(
      SELECT ${performerMbid("item.mbid", "known")} FROM (SELECT ${artistOf("item")} AS id) AS own
      LEFT JOIN listening_artists AS known USING (id)
    )`)} AS mbid`
  )
  const players = yield* publishRows(
    "attending_players",
    [],
    sql`
      SELECT FROM attending_appearances AS appearance JOIN attending_events AS event
        ON event.external_source = appearance.source AND event.external_id = appearance.game_id
      WHERE appearance.player_id = item.id AND event.doubt IS NULL AND event.going`,
    playerColumns,
    sql`
      id, body,
      (SELECT team.body FROM attending_teams AS team
        WHERE team.league = item.league AND team.team_id = item.team_id) AS team`
  )
  return {
    venues: venues.appeared,
    performers: performers.appeared,
    players: players.appeared.map(({ body, id, team }) => publishablePlayer(id, body, team)),
    deleted: [
      ...venues.vanished.map((id) => ({ type: "venue" as const, id })),
      ...performers.vanished.map((id) => ({ type: "performer" as const, id })),
      ...players.vanished.map((id) => ({ type: "player" as const, id }))
    ]
  }
})

/** Marks players whose record changed as unpublished, so that they are published again. */
export const unpublishPlayers = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.void
    : sql`UPDATE attending_players SET shown = false WHERE id = ANY(${ids}::int[]) AND shown`
