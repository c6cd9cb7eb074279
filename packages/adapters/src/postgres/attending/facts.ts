import {
  type Concert,
  type Game,
  type Player,
  type Team,
  callsTeam,
  concertTies,
  gameTies,
  plain
} from "@daybook/core/attending"
import { Effect } from "effect"
import { sortName } from "../entities.js"
import { boolean, date, nullable, number, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { appearanceBody, concert, game, player, team } from "./documents.js"
import { unpublishPlayers } from "./publishable.js"

const games = table("attending_games", { source: text, gameId: text, date, league: text, body: game, ties: texts })
const appearances = table("attending_appearances", {
  league: text,
  leagueId: number,
  place: number,
  body: appearanceBody
})
const players = table("attending_players", {
  league: text,
  leagueId: number,
  teamId: nullable(number),
  sortName: text,
  plainName: text,
  body: player
})
const concerts = table("attending_concerts", { concertId: text, body: concert, ties: texts })
const teams = table("attending_teams", { league: text, teamId: number, body: team })

const lastOf = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> => [
  ...new Map(all.map((one) => [key(one), one])).values()
]

/** Box scores are stored separately, so that merging reads short rows. */
const withoutAppearances = (game: Game): Game =>
  game.details === null ? game : { ...game, details: { ...game.details, appearances: [] } }

/** A schedule has no box score, so a finished game keeps its own. */
const currentDetails = sql`
  CASE WHEN excluded.body -> 'details' = 'null' AND excluded.body ->> 'state' = 'final'
    THEN jsonb_build_object('details', stored.body -> 'details') ELSE '{}'::jsonb END`

/** A schedule names only the venue, so the other details of the same venue stay. */
const currentVenue = sql`
  CASE WHEN stored.body -> 'venue' = 'null' OR excluded.body -> 'venue' ->> 'name' <> stored.body -> 'venue' ->> 'name'
      THEN '{}'::jsonb
    WHEN excluded.body -> 'venue' = 'null' THEN jsonb_build_object('venue', stored.body -> 'venue')
    ELSE jsonb_build_object('venue', (stored.body -> 'venue') || jsonb_strip_nulls(excluded.body -> 'venue')) END`

/** A make-up game's own page does not name the postponed game. */
const currentMakesUpFor = sql`
  CASE WHEN excluded.body -> 'makesUpFor' IS NULL AND stored.body -> 'makesUpFor' IS NOT NULL
    THEN jsonb_build_object('makesUpFor', stored.body -> 'makesUpFor') ELSE '{}'::jsonb END`

const currentGame = sql`(excluded.body || ${currentDetails} || ${currentVenue} || ${currentMakesUpFor})`

/** Stores games and returns the ties of new and changed ones. Details from a box score stay. */
export const writeGames = Effect.fn("attending.writeGames")(function* (incoming: ReadonlyArray<Game>) {
  const distinct = lastOf(incoming, ({ date, external }) => `${external.source} ${external.id} ${date}`)
  const changed = yield* games.upsert(
    distinct.map((game) => ({
      source: game.external.source,
      gameId: game.external.id,
      date: game.date,
      league: game.league,
      body: withoutAppearances(game),
      ties: gameTies(game)
    })),
    {
      key: ["source", "gameId", "date"],
      set: { body: currentGame, ties: sql`ARRAY(SELECT DISTINCT unnest(stored.ties || excluded.ties))` },
      when: sql`stored.body IS DISTINCT FROM ${currentGame}`,
      returning: { ties: texts }
    }
  )
  for (const game of distinct) if (game.details !== null) yield* writeAppearances(game)
  return changed.flatMap(({ ties }) => ties)
})

const writeAppearances = Effect.fn("attending.writeAppearances")(function* ({ details, external }: Game) {
  const reported = lastOf(details?.appearances ?? [], ({ player }) => String(player.id))
  yield* writePlayers(reported.map(({ player }) => player))
  yield* sql`DELETE FROM attending_appearances WHERE source = ${external.source} AND game_id = ${external.id}`
  const rows = reported.map(({ player, ...body }, place) => ({
    league: player.league,
    leagueId: player.id,
    place,
    body
  }))
  yield* sql`
    INSERT INTO attending_appearances (source, game_id, player_id, place, body)
    SELECT ${external.source}, ${external.id}, player.id, incoming.place, incoming.body
    FROM ${appearances.valuesOf(rows)} JOIN attending_players AS player USING (league, league_id)`
})

/** Sorts by last name, then first name. */
const sortKey = (player: Player): string => {
  const parts = player.fullName.trim().split(/\s+/)
  const last = player.lastName ?? parts.slice(1).join(" ")
  const first = player.firstName ?? parts[0] ?? ""
  return sortName(`${last === "" ? first : last}, ${first}`)
}

/** Stores players. Values from a player's page stay if a box score lacks them. */
export const writePlayers = Effect.fn("attending.writePlayers")(function* (incoming: ReadonlyArray<Player>) {
  const body = sql`(stored.body || jsonb_strip_nulls(excluded.body))`
  const changed = yield* players.upsert(
    lastOf(incoming, ({ id, league }) => `${league} ${id}`).map((player) => ({
      league: player.league,
      leagueId: player.id,
      teamId: player.primaryTeamId,
      sortName: sortKey(player),
      plainName: plain(player.fullName),
      body: player
    })),
    {
      key: ["league", "leagueId"],
      set: { teamId: sql`coalesce(excluded.team_id, stored.team_id)`, body },
      when: sql`stored.body IS DISTINCT FROM ${body}`,
      returning: { id: number }
    }
  )
  yield* unpublishPlayers(changed.map(({ id }) => id))
})

export const writeConcerts = Effect.fn("attending.writeConcerts")(function* (incoming: ReadonlyArray<Concert>) {
  if (incoming.length === 0) return []
  const distinct = lastOf(incoming, ({ id }) => id)
  const before = yield* sql({ ties: texts })`
    SELECT ties FROM attending_concerts WHERE concert_id = ANY(${distinct.map(({ id }) => id)}::text[])`
  const changed = yield* concerts.upsert(
    distinct.map((concert) => ({ concertId: concert.id, body: concert, ties: concertTies(concert) })),
    { key: ["concertId"], when: sql`stored.body IS DISTINCT FROM excluded.body`, returning: { ties: texts } }
  )
  if (changed.length === 0) return []
  const venues = new Set(distinct.flatMap(({ venue }) => (venue === null ? [] : [plain(venue.name)])))
  return [...[...before, ...changed].flatMap(({ ties }) => ties), ...(yield* mentionsAt(venues))]
})

/** Mentions at these venues: the number of concerts there may decide their kind. */
const mentionsAt = (venues: ReadonlySet<string>) =>
  Effect.map(
    sql({ tie: text, venue: text })`
      SELECT name AS tie, body -> 'venue' ->> 'name' AS venue FROM attending_mentions
      WHERE body -> 'venue' <> 'null' AND body ->> 'kind' IS NULL ORDER BY name`,
    (rows) => rows.filter(({ venue }) => venues.has(plain(venue))).map(({ tie }) => tie)
  )

/** Stores teams. Returns how many changed and, if there are new teams, the ties of the mentions that name teams. */
export const writeTeams = Effect.fn("attending.writeTeams")(function* (incoming: ReadonlyArray<Team>) {
  const distinct = lastOf(incoming, ({ id, league }) => `${league} ${id}`)
  const changed = yield* teams.upsert(
    distinct.map((team) => ({ league: team.league, teamId: team.id, body: team })),
    {
      key: ["league", "teamId"],
      // A scoreboard reports less of a team than the league's list: other values stay.
      set: { body: sql`stored.body || jsonb_strip_nulls(excluded.body)` },
      returning: {}
    }
  )
  const named = changed.some(({ isNew }) => isNew)
    ? yield* sql({ tie: text, title: nullable(text), sides: boolean })`
      SELECT name AS tie, body ->> 'title' AS title, body -> 'teams' <> 'null' AS sides
      FROM attending_mentions ORDER BY name`
    : []
  const names = distinct.map(({ name }) => name)
  const touched = named.filter(({ sides, title }) => sides || names.some((name) => callsTeam(title ?? "", name)))
  return { changed: changed.length, ties: touched.map(({ tie }) => tie) }
})
