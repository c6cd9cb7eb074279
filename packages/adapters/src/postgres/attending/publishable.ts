import {
  type PublishableEvent,
  type PublishablePlayer,
  type AttendingChanges,
  entriesOf,
  scoreOf,
  eventFields,
  eventTypes
} from "@daybook/core/attending"
import type { Statement } from "@effect/sql"
import type { LocalDate } from "@daybook/core/shared"
import { Effect } from "effect"
import { type Columns, type RowOf, boolean, date, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import type { WrittenEvents } from "./events.js"
import { game, performerMentions, player, team, venueMention } from "./documents.js"

const events = table("attending_events", {
  id: number,
  kind: nullable(oneOf(eventTypes)),
  title: text,
  subtitle: nullable(text),
  date: nullable(date),
  at: nullable(instant),
  going: boolean,
  over: nullable(instant),
  venue: nullable(venueMention),
  performers: performerMentions,
  game: nullable(game),
  mySide: columnsOf(eventFields).mySide,
  told: nullable(oneOf(["attended", "missed"])),
  doubt: nullable(text)
})
type EventRow = RowOf<typeof events.columns>

const outcomes = table(events.name, { id: number, outcome: events.columns.told })

/** An event without a doubt. Events without a day or kind are always doubted. */
type SureRow = EventRow & { readonly date: LocalDate; readonly kind: PublishableEvent["kind"] }
const isSure = (row: EventRow): row is SureRow => row.doubt === null && row.date !== null && row.kind !== null

/**
 * The changes to publish: changed and deleted events, and the people and places that appeared or disappeared with them.
 */
export const changesOf = Effect.fn("attending.changesOf")(function* (
  { changed, deleted }: Pick<WrittenEvents, "changed" | "deleted">,
  now: number
) {
  const rows =
    changed.length === 0
      ? []
      : yield* sql(events.columns)`
    SELECT ${events.select("event")} FROM attending_events AS event WHERE id = ANY(${changed}::int[]) ORDER BY id`
  const sure = rows.filter(isSure).map((row) => {
    const isUpcoming = row.over !== null && row.over > now
    return { row, outcome: isUpcoming ? null : row.going ? ("attended" as const) : ("missed" as const) }
  })
  yield* sql`
    UPDATE attending_events AS event SET told = incoming.outcome
    FROM ${outcomes.valuesOf(sure.map(({ outcome, row }) => ({ id: row.id, outcome })))}
    WHERE event.id = incoming.id AND event.told IS DISTINCT FROM incoming.outcome`
  const people = yield* publishPeople()
  const retracted = sure.flatMap(({ row, outcome }) =>
    row.told === null || row.told === outcome
      ? []
      : entriesOf(row.id).filter(({ eventType }) => eventType === `event_${row.told}`)
  )
  const dropped = [...deleted, ...rows.filter(({ doubt }) => doubt !== null).map(({ id }) => id)]
  return {
    events: sure.map(({ row, outcome }) => toPublished(row, outcome === null ? null : outcome === "attended")),
    ...people,
    retracted,
    deleted: [...dropped.map((id) => ({ type: "event" as const, id })), ...people.deleted]
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

const toPublished = (row: SureRow, attended: boolean | null): PublishableEvent => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  subtitle: row.subtitle,
  date: row.date,
  at: row.at,
  venue: row.venue === null ? null : { name: row.venue.name, city: row.venue.city },
  performers: row.performers.map(({ name }) => name),
  attended,
  score: scoreOf(row.game, row.mySide),
  attendance: row.game?.details?.attendance ?? null
})

/** Publishes rows of a table that now belong to an event, and withdraws those that no longer belong to any. */
const publishRows = Effect.fn(function* <C extends Columns>(
  name: string,
  belongs: Statement.Fragment,
  columns: C,
  select: Statement.Fragment
) {
  const appeared = yield* sql(columns)`
    UPDATE ${sql(name)} AS item SET shown = true WHERE NOT shown AND EXISTS (${belongs}) RETURNING ${select}`
  const vanished = yield* sql({ id: number })`
    UPDATE ${sql(name)} AS item SET shown = false WHERE shown AND NOT EXISTS (${belongs}) RETURNING id`
  return { appeared, vanished: vanished.map(({ id }) => id) }
})

const venueColumns = { id: number, name: text, city: nullable(text) }
const performerColumns = { id: number, name: text, mbid: nullable(text) }
const playerColumns = { id: number, body: player, team: nullable(team) }

const publishPeople = Effect.fn(function* () {
  const venues = yield* publishRows(
    "attending_venues",
    sql`SELECT FROM attending_events AS event WHERE event.doubt IS NULL AND event.venue_id = item.id`,
    venueColumns,
    sql`id, name, city`
  )
  const performers = yield* publishRows(
    "attending_performers",
    sql`
      SELECT FROM attending_billings AS bill JOIN attending_events AS event ON event.id = bill.event_id
      WHERE bill.performer_id = item.id AND event.doubt IS NULL`,
    performerColumns,
    sql`id, name, mbid`
  )
  const players = yield* publishRows(
    "attending_players",
    sql`
      SELECT FROM attending_appearances AS appearance JOIN attending_events AS event
        ON event.external_source = appearance.source AND event.external_id = appearance.game_id
      WHERE appearance.player_id = item.id AND event.doubt IS NULL AND event.going`,
    playerColumns,
    sql`
      id, body,
      (SELECT team.body FROM attending_teams AS team WHERE team.league = item.league AND team.team_id = item.team_id) AS team`
  )
  return {
    venues: venues.appeared,
    performers: performers.appeared,
    players: players.appeared.map(toPublishedPlayer),
    deleted: [
      ...venues.vanished.map((id) => ({ type: "venue" as const, id })),
      ...performers.vanished.map((id) => ({ type: "performer" as const, id })),
      ...players.vanished.map((id) => ({ type: "player" as const, id }))
    ]
  }
})

const toPublishedPlayer = ({ body, id, team }: RowOf<typeof playerColumns>): PublishablePlayer => ({
  id,
  fullName: body.fullName,
  team: team === null ? null : (team.fullName ?? team.name),
  position: body.primaryPosition,
  photos: [body.photoSilo, body.photoFull].filter((url) => url !== null)
})

/** Marks players whose record changed as unpublished, so that they are published again. */
export const unpublishPlayers = (ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.void
    : sql`UPDATE attending_players SET shown = false WHERE id = ANY(${ids}::int[]) AND shown`
