import { type EventType, type Game, type ShownEvent, type ShownPerformer, type ShownPlayer, type ShownVenue, type Turned, entriesOf } from "@daybook/core/attending"
import type { Player, Team, VenueMention } from "@daybook/core/attending"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { Settled } from "./events.js"

interface EventRow {
  readonly id: number
  readonly kind: EventType
  readonly title: string
  readonly subtitle: string | null
  readonly date: string
  readonly at: number | null
  readonly going: boolean
  readonly over: number
  readonly venue: VenueMention | null
  readonly performers: ReadonlyArray<{ readonly name: string }>
  readonly game: Game | null
  readonly mySide: "home" | "away" | null
  readonly told: "attended" | "missed" | null
  readonly doubt: string | null
}

/** What the halls are told of events that changed or are gone, and of the people and places that came or went with them. */
export const turnedBy = Effect.fn("attending.turnedBy")(function*(sql: SqlClient.SqlClient, { changed, gone }: Pick<Settled, "changed" | "gone">, now: number) {
  const rows = changed.length === 0 ? [] : yield* sql<EventRow>`
    SELECT id, kind, title, subtitle, date, at, going, over, venue, performers, game, my_side, told, doubt
    FROM attending_events WHERE id = ANY(${changed}::int[]) ORDER BY id`
  const sure = rows.filter(({ doubt }) => doubt === null).map((row) => ({ row, told: row.over > now ? null : row.going ? "attended" as const : "missed" as const }))
  yield* sql`
    UPDATE attending_events AS event SET told = given.told
    FROM unnest(${sure.map(({ row }) => row.id)}::int[], ${sure.map(({ told }) => told)}::text[]) AS given (id, told)
    WHERE event.id = given.id AND event.told IS DISTINCT FROM given.told`
  const people = yield* peopleTurned(sql)
  const retracted = sure.flatMap(({ row, told }) => row.told === null || row.told === told ? [] : entriesOf(row.id).filter(({ eventType }) => eventType === `event_${row.told}`))
  const dropped = [...gone, ...rows.filter(({ doubt }) => doubt !== null).map(({ id }) => id)]
  return {
    events: sure.map(({ row, told }) => shownEvent(row, told === null ? null : told === "attended")),
    ...people,
    retracted,
    gone: [...dropped.map((id) => ({ type: "event" as const, id })), ...people.gone]
  } satisfies Turned
})

/** An event that has begun to be over since it was last told of. */
export const comeDue = (sql: SqlClient.SqlClient, now: number) =>
  Effect.map(
    sql<{ id: number }>`SELECT id FROM attending_events WHERE doubt IS NULL AND told IS NULL AND over <= to_timestamp(${now}::float8 / 1000) ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  )

const shownEvent = (row: EventRow, attended: boolean | null): ShownEvent => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  subtitle: row.subtitle,
  date: row.date,
  at: row.at,
  venue: row.venue === null ? null : { name: row.venue.name, city: row.venue.city },
  performers: row.performers.map(({ name }) => name),
  attended,
  score: scoreOf(row),
  attendance: row.game?.details?.attendance ?? null
})

const scoreOf = ({ game, mySide }: EventRow): ShownEvent["score"] => {
  if (game === null || game.home.score === null || game.away.score === null || game.state !== "final") return null
  const [home, away] = [game.home.score, game.away.score]
  const ahead = mySide === "home" ? home - away : away - home
  return { home: game.home.team.name, away: game.away.team.name, homeScore: home, awayScore: away, myTeamWon: mySide === null || ahead === 0 ? null : ahead > 0 }
}

/** Those that belong to an event by now and are not shown yet, and those that are shown and belong to none any more. */
const peopleTurned = Effect.fn(function*(sql: SqlClient.SqlClient) {
  const inEvents = sql`SELECT FROM attending_events AS event WHERE event.doubt IS NULL`
  const turn = <Row extends object>(table: string, belongs: Statement.Fragment, columns: string) => Effect.gen(function*() {
    const came = yield* sql<Row>`UPDATE ${sql(table)} AS item SET shown = true WHERE NOT shown AND EXISTS (${belongs}) RETURNING ${sql.literal(columns)}`
    const went = yield* sql<{ id: number }>`UPDATE ${sql(table)} AS item SET shown = false WHERE shown AND NOT EXISTS (${belongs}) RETURNING id`
    return { came, went: went.map(({ id }) => id) }
  })
  const venues = yield* turn<ShownVenue>("attending_venues", sql`${inEvents} AND event.venue_id = item.id`, "id, name, city")
  const performers = yield* turn<ShownPerformer>("attending_performers", sql`
    SELECT FROM attending_billings AS bill JOIN attending_events AS event ON event.id = bill.event_id WHERE bill.performer_id = item.id AND event.doubt IS NULL`, "id, name, mbid")
  const players = yield* turn<PlayerRow>("attending_players", sql`
    SELECT FROM attending_appearances AS appearance JOIN attending_events AS event
      ON event.external_source = appearance.source AND event.external_id = appearance.game_id
    WHERE appearance.player_id = item.id AND event.doubt IS NULL AND event.going`, `id, body, ${teamOf}`)
  return {
    venues: venues.came,
    performers: performers.came,
    players: players.came.map(shownPlayer),
    gone: [
      ...venues.went.map((id) => ({ type: "venue" as const, id })),
      ...performers.went.map((id) => ({ type: "performer" as const, id })),
      ...players.went.map((id) => ({ type: "player" as const, id }))
    ]
  }
})

const teamOf = "(SELECT team.body FROM attending_teams AS team WHERE team.league = item.league AND team.team_id = item.team_id) AS team"

interface PlayerRow {
  readonly id: number
  readonly body: Player
  readonly team: Team | null
}

const shownPlayer = ({ body, id, team }: PlayerRow): ShownPlayer => ({
  id,
  fullName: body.fullName,
  team: team === null ? null : team.fullName ?? team.name,
  position: body.primaryPosition,
  photos: [body.photoSilo, body.photoFull].filter((url) => url !== null)
})

/** Makes players whose record changed be shown anew. */
export const hidePlayers = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  ids.length === 0 ? Effect.void : sql`UPDATE attending_players SET shown = false WHERE id = ANY(${ids}::int[]) AND shown`
