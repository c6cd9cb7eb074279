import { Schema } from "effect"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import type { EventFact } from "../facts.js"
import type { Game } from "../games.js"
import { type League, leagueOf, seasonOf } from "../kinds.js"
import { TeamView, namedTeam, sideView } from "./team.js"

const Inning = Schema.Struct({
  inning: Schema.Number,
  home_runs: Amount,
  away_runs: Amount,
  home_hits: Amount,
  away_hits: Amount,
  home_errors: Amount,
  away_errors: Amount
})

const sports = {
  league: Schema.String,
  season: Schema.Number,
  game_type: Text,
  home_score: Amount,
  away_score: Amount,
  my_team: Schema.NullOr(Schema.Literal("home", "away")),
  my_team_won: Schema.NullOr(Schema.Boolean),
  my_team_score: Amount,
  opponent_score: Amount,
  winning_pitcher: Text,
  attendance: Amount,
  weather: Text,
  duration_minutes: Amount,
  first_pitch: Schema.NullOr(Timestamp),
  linescore: Schema.Array(Inning),
  starting_pitchers: Schema.NullOr(Schema.Struct({ home_id: Amount, away_id: Amount })),
  decisions: Schema.NullOr(Schema.Struct({ winner_id: Amount, loser_id: Amount, save_id: Amount }))
}

/** Of a game. Scores stand once it is played. */
const GameData = Schema.Struct({ ...sports, home_team: TeamView, away_team: TeamView }).annotations({ identifier: "GameData" })
/** The same with the teams by name, as the season has it (`api.md` §2.12). */
export const SeasonGameData = Schema.Struct({ ...sports, home_team: Schema.String, away_team: Schema.String }).annotations({ identifier: "SeasonGameData" })

const Song = Schema.Struct({ name: Schema.String, cover: Text, encore: Amount, tape: Schema.Boolean })

/** Of a concert; the set list is empty where nobody wrote it down. */
const ConcertData = Schema.Struct({
  setlist_url: Text,
  artist_name: Text,
  artist_mbid: Text,
  tour_name: Text,
  setlist: Schema.Array(Song)
}).annotations({ identifier: "ConcertData" })

/** Of everything else there is nothing more to say. */
const NoEventData = Schema.Struct({}).annotations({ identifier: "NoEventData" })

export const EventData = Schema.Union(GameData, ConcertData, NoEventData)

/** Whether the person's team won; null without one, for a tie, and before the end. */
export const wonBy = (game: Game | null, mySide: "home" | "away" | null): boolean | null => {
  if (game === null || mySide === null || game.state !== "final" || game.home.score === null || game.away.score === null) return null
  const ahead = mySide === "home" ? game.home.score - game.away.score : game.away.score - game.home.score
  return ahead === 0 ? null : ahead > 0
}

const noDetails: Omit<NonNullable<Game["details"]>, "appearances"> = {
  attendance: null, weather: null, durationMinutes: null, firstPitch: null, linescore: [], startingPitchers: null, decisions: null, winningPitcher: null
}

const sportsOf = (event: EventFact, league: League) => {
  const { game, mySide } = event
  const details = game?.details ?? noDetails
  const [home, away] = [game?.home.score ?? null, game?.away.score ?? null]
  return {
    league,
    season: event.season ?? seasonOf(league, event.date),
    game_type: game?.gameType ?? null,
    home_score: home,
    away_score: away,
    my_team: mySide,
    my_team_won: wonBy(game, mySide),
    my_team_score: mySide === null ? null : mySide === "home" ? home : away,
    opponent_score: mySide === null ? null : mySide === "home" ? away : home,
    winning_pitcher: details.winningPitcher,
    attendance: details.attendance,
    weather: details.weather,
    duration_minutes: details.durationMinutes,
    first_pitch: isoOrNull(details.firstPitch),
    linescore: details.linescore.map((one) => ({
      inning: one.inning, home_runs: one.homeRuns, away_runs: one.awayRuns, home_hits: one.homeHits, away_hits: one.awayHits,
      home_errors: one.homeErrors, away_errors: one.awayErrors
    })),
    starting_pitchers: details.startingPitchers === null ? null : { home_id: details.startingPitchers.homeId, away_id: details.startingPitchers.awayId },
    decisions: details.decisions === null ? null : { winner_id: details.decisions.winnerId, loser_id: details.decisions.loserId, save_id: details.decisions.saveId }
  }
}

const unnamed = "TBD"

export const eventData = (event: EventFact): typeof EventData.Type => {
  const league = leagueOf(event.kind)
  const { away, game, home, teams } = event
  if (league !== null) {
    return {
      ...sportsOf(event, league),
      home_team: game === null ? namedTeam(league, teams?.home ?? unnamed) : sideView(league, game.home, home),
      away_team: game === null ? namedTeam(league, teams?.away ?? unnamed) : sideView(league, game.away, away)
    }
  }
  return event.kind === "concert" ? concertData(event) : {}
}

export const seasonGameData = (event: EventFact, league: League): typeof SeasonGameData.Type => ({
  ...sportsOf(event, league),
  home_team: event.home?.fullName ?? event.game?.home.team.name ?? event.teams?.home ?? unnamed,
  away_team: event.away?.fullName ?? event.game?.away.team.name ?? event.teams?.away ?? unnamed
})

const concertData = ({ concerts, performers }: EventFact): typeof ConcertData.Type => {
  const [concert] = concerts
  const [head] = performers
  return {
    setlist_url: concert?.url ?? null,
    artist_name: concert?.artist.name ?? head?.name ?? null,
    artist_mbid: concert?.artist.mbid ?? head?.mbid ?? null,
    tour_name: concert?.tour ?? null,
    setlist: (concert?.songs ?? []).map(({ cover, encore, name, tape }) => ({ name, cover, encore, tape }))
  }
}
