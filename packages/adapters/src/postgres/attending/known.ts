import { type Concert, type Game, type Player, type Team, callsTeam, concertTies, gameTies, plain } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { sortName } from "../sortName.js"
import { hidePlayers } from "./shown.js"

const json = (value: unknown): string => JSON.stringify(value).replaceAll("\\u0000", "")
const lastOf = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> => [...new Map(all.map((one) => [key(one), one])).values()]

/** Box scores lie apart, so that merging reads short rows. */
const withoutAppearances = (game: Game): Game => game.details === null ? game : { ...game, details: { ...game.details, appearances: [] } }

/** A schedule has no box score: that of a game that is over stays. */
const keptDetails = (sql: SqlClient.SqlClient) => sql`
  CASE WHEN excluded.body -> 'details' = 'null' AND excluded.body ->> 'state' = 'final'
    THEN jsonb_build_object('details', stored.body -> 'details') ELSE '{}'::jsonb END`

/** Nor does it tell more of a ground than its name: what is known of the same one stays. */
const keptVenue = (sql: SqlClient.SqlClient) => sql`
  CASE WHEN stored.body -> 'venue' = 'null' OR excluded.body -> 'venue' ->> 'name' <> stored.body -> 'venue' ->> 'name'
      THEN '{}'::jsonb
    WHEN excluded.body -> 'venue' = 'null' THEN jsonb_build_object('venue', stored.body -> 'venue')
    ELSE jsonb_build_object('venue', (stored.body -> 'venue') || jsonb_strip_nulls(excluded.body -> 'venue')) END`

/** Stores games; answers the ties of those that are new or another than before. What a box score told is not forgotten. */
export const writeGames = Effect.fn("attending.writeGames")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Game>) {
  const games = lastOf(given, ({ date, external }) => `${external.source} ${external.id} ${date}`)
  if (games.length === 0) return []
  const next = sql`(excluded.body || ${keptDetails(sql)} || ${keptVenue(sql)})`
  const rows = yield* sql<{ ties: ReadonlyArray<string> }>`
    INSERT INTO attending_games AS stored (source, game_id, date, league, body, ties)
    SELECT source, game_id, date, league, body::jsonb, ARRAY(SELECT jsonb_array_elements_text(ties::jsonb))
    FROM unnest(
      ${games.map(({ external }) => external.source)}::text[], ${games.map(({ external }) => external.id)}::text[], ${games.map(({ date }) => date)}::date[],
      ${games.map(({ league }) => league)}::text[], ${games.map((game) => json(withoutAppearances(game)))}::text[], ${games.map((game) => json(gameTies(game)))}::text[]
    ) AS given (source, game_id, date, league, body, ties)
    ON CONFLICT (source, game_id, date) DO UPDATE SET league = excluded.league, body = ${next}
      WHERE stored.body IS DISTINCT FROM ${next}
    RETURNING ties`
  for (const game of games) if (game.details !== null) yield* writeAppearances(sql, game)
  return rows.flatMap(({ ties }) => ties)
})

const writeAppearances = Effect.fn("attending.writeAppearances")(function*(sql: SqlClient.SqlClient, { details, external }: Game) {
  const given = lastOf(details?.appearances ?? [], ({ player }) => String(player.id))
  yield* writePlayers(sql, given.map(({ player }) => player))
  yield* sql`DELETE FROM attending_appearances WHERE source = ${external.source} AND game_id = ${external.id}`
  yield* sql`
    INSERT INTO attending_appearances (source, game_id, player_id, place, body)
    SELECT ${external.source}, ${external.id}, player.id, given.place, given.body::jsonb
    FROM unnest(
      ${given.map(({ player }) => player.league)}::text[], ${given.map(({ player }) => player.id)}::int[], ${given.map((_, index) => index)}::int[],
      ${given.map(({ player: _, ...appearance }) => json(appearance))}::text[]
    ) AS given (league, league_id, place, body)
    JOIN attending_players AS player ON player.league = given.league AND player.league_id = given.league_id`
})

/** Lists by last name, then first. */
const sortKey = (player: Player): string => {
  const parts = player.fullName.trim().split(/\s+/)
  const last = player.lastName ?? parts.slice(1).join(" ")
  const first = player.firstName ?? parts[0] ?? ""
  return sortName(`${last === "" ? first : last}, ${first}`)
}

/** Stores players. What a page on a player told stays where a box score says nothing of it. */
export const writePlayers = Effect.fn("attending.writePlayers")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Player>) {
  const players = lastOf(given, ({ id, league }) => `${league} ${id}`)
  if (players.length === 0) return
  const next = sql`(stored.body || jsonb_strip_nulls(excluded.body))`
  const changed = yield* sql<{ id: number }>`
    INSERT INTO attending_players AS stored (league, league_id, team_id, sort_name, plain_name, body)
    SELECT league, league_id, team_id, sort_name, plain_name, body::jsonb
    FROM unnest(
      ${players.map(({ league }) => league)}::text[], ${players.map(({ id }) => id)}::int[], ${players.map(({ primaryTeamId }) => primaryTeamId)}::int[],
      ${players.map(sortKey)}::text[], ${players.map(({ fullName }) => plain(fullName))}::text[], ${players.map(json)}::text[]
    ) AS given (league, league_id, team_id, sort_name, plain_name, body)
    ON CONFLICT (league, league_id) DO UPDATE SET team_id = coalesce(excluded.team_id, stored.team_id), sort_name = excluded.sort_name,
      plain_name = excluded.plain_name, body = ${next}
    WHERE stored.body IS DISTINCT FROM ${next} RETURNING id`
  yield* hidePlayers(sql, changed.map(({ id }) => id))
})

export const writeConcerts = Effect.fn("attending.writeConcerts")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Concert>) {
  const concerts = lastOf(given, ({ id }) => id)
  const before = concerts.length === 0 ? [] : yield* sql<{ ties: ReadonlyArray<string> }>`
    SELECT ties FROM attending_concerts WHERE concert_id = ANY(${concerts.map(({ id }) => id)}::text[])`
  const rows = concerts.length === 0 ? [] : yield* sql<{ ties: ReadonlyArray<string> }>`
    INSERT INTO attending_concerts AS stored (concert_id, body, ties)
    SELECT id, body::jsonb, ARRAY(SELECT jsonb_array_elements_text(ties::jsonb))
    FROM unnest(${concerts.map(({ id }) => id)}::text[], ${concerts.map(json)}::text[], ${concerts.map((concert) => json(concertTies(concert)))}::text[]) AS given (id, body, ties)
    ON CONFLICT (concert_id) DO UPDATE SET body = excluded.body, ties = excluded.ties WHERE stored.body IS DISTINCT FROM excluded.body
    RETURNING ties`
  if (rows.length === 0) return []
  const venues = new Set(concerts.flatMap(({ venue }) => venue === null ? [] : [plain(venue.name)]))
  return [...[...before, ...rows].flatMap(({ ties }) => ties), ...(yield* mentionsAt(sql, venues))]
})

/** What is said of events at venues: that there are concerts may tell what they are. */
const mentionsAt = (sql: SqlClient.SqlClient, venues: ReadonlySet<string>) =>
  Effect.map(
    sql<{ tie: string; venue: string }>`
      SELECT name AS tie, body -> 'venue' ->> 'name' AS venue FROM attending_mentions
      WHERE body -> 'venue' <> 'null' AND body ->> 'kind' IS NULL ORDER BY name`,
    (rows) => rows.filter(({ venue }) => venues.has(plain(venue))).map(({ tie }) => tie)
  )

/** Stores teams; answers the ties of what names teams, where there are teams that were not there before, and how many changed. */
export const writeTeams = Effect.fn("attending.writeTeams")(function*(sql: SqlClient.SqlClient, given: ReadonlyArray<Team>) {
  const teams = lastOf(given, ({ id, league }) => `${league} ${id}`)
  const changed = teams.length === 0 ? [] : yield* sql<{ isNew: boolean }>`
    INSERT INTO attending_teams AS stored (league, team_id, body)
    SELECT league, id, body::jsonb
    FROM unnest(${teams.map(({ league }) => league)}::text[], ${teams.map(({ id }) => id)}::int[], ${teams.map(json)}::text[]) AS given (league, id, body)
    -- A scoreboard tells less of a team than the league's list: what is not told stands.
    ON CONFLICT (league, team_id) DO UPDATE SET body = stored.body || jsonb_strip_nulls(excluded.body)
      WHERE stored.body IS DISTINCT FROM stored.body || jsonb_strip_nulls(excluded.body)
    RETURNING (xmax = 0) AS is_new`
  const named = changed.some(({ isNew }) => isNew)
    ? yield* sql<{ tie: string; title: string | null; sides: boolean }>`
      SELECT name AS tie, body ->> 'title' AS title, body -> 'teams' <> 'null' AS sides
      FROM attending_mentions ORDER BY name`
    : []
  const names = teams.map(({ name }) => name)
  const touched = named.filter(({ sides, title }) => sides || names.some((name) => callsTeam(title ?? "", name)))
  return { changed: changed.length, ties: touched.map(({ tie }) => tie) }
})
