import { Schema } from "effect"
import { viewOf, unknownOf } from "../../kit/record.js"
import { Amount, Text, publicField } from "../../shared/fields.js"
import type { EventFact } from "../facts.js"
import { type GameDetails, decisionFields, gameFigures, inningFields, starterFields, wonBy } from "../games.js"
import { type League, leagueOf, seasonOf } from "../kinds.js"
import { TeamView, namedTeam, sideView } from "./team.js"

const figures = viewOf(gameFigures)
const innings = viewOf(inningFields)
const starters = viewOf(starterFields)
const decided = viewOf(decisionFields)

const sports = {
  league: publicField(Schema.String, "League", "mlb"),
  season: publicField(Schema.Number, "Year that the league names the season after", 2026),
  game_type: publicField(Text, "Part of the season, such as `R` for the regular season", "R"),
  home_score: publicField(Amount, "Score of the home team", 5),
  away_score: publicField(Amount, "Score of the away team", 3),
  my_team: publicField(Schema.NullOr(Schema.Literal("home", "away")), "Side of the person's own team"),
  my_team_won: publicField(
    Schema.NullOr(Schema.Boolean),
    "Whether the person's own team won; null if it did not play or the game was tied"
  ),
  my_team_score: publicField(Amount, "Score of the person's own team", 5),
  opponent_score: publicField(Amount, "Score of the opponent", 3),
  ...figures.schemas,
  linescore: publicField(Schema.Array(Schema.Struct(innings.schemas)), "Line score by inning"),
  starting_pitchers: publicField(Schema.NullOr(Schema.Struct(starters.schemas)), "Starting pitchers"),
  decisions: publicField(Schema.NullOr(Schema.Struct(decided.schemas)), "Credited decisions")
}

/** Data of a game. Scores are null before the game. */
const GameData = Schema.Struct({
  ...sports,
  home_team: publicField(TeamView, "Home team"),
  away_team: publicField(TeamView, "Away team")
}).annotations({ identifier: "GameData" })
/** The same with the names of the teams, as in a season. */
export const SeasonGameData = Schema.Struct({
  ...sports,
  home_team: publicField(Schema.String, "Home team", "Tidewater Herons"),
  away_team: publicField(Schema.String, "Away team", "Harbor City Lanterns")
}).annotations({ identifier: "SeasonGameData" })

const Song = Schema.Struct({
  name: publicField(Schema.String, "Song title", "Leaving Dusk"),
  cover: publicField(Text, "Original artist if the song is a cover, otherwise null", "Oskeln"),
  encore: publicField(Amount, "Number of the encore; null for the main set", 1),
  tape: publicField(Schema.Boolean, "Whether the song was played from tape")
})

/** Data of a concert. The set list is empty if the service has none. */
const ConcertData = Schema.Struct({
  setlist_url: publicField(
    Text,
    "Address of the set list at setlist.fm",
    "https://www.setlist.fm/setlist/velmora-tide.html"
  ),
  artist_name: publicField(Text, "Matched artist of the library", "Velmora Tide"),
  artist_mbid: publicField(Text, "MusicBrainz id of the artist", "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"),
  tour_name: publicField(Text, "Name of the tour", "Second Daylight Tour"),
  setlist: publicField(Schema.Array(Song), "Songs in the order they were played")
}).annotations({ identifier: "ConcertData" })

/** Other events have no data. */
const NoEventData = Schema.Struct({}).annotations({ identifier: "NoEventData" })

export const EventData = Schema.Union(GameData, ConcertData, NoEventData)

const noDetails: GameDetails = {
  ...unknownOf(gameFigures),
  linescore: [],
  startingPitchers: null,
  decisions: null,
  appearances: []
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
    ...figures.of(details),
    linescore: details.linescore.map(innings.of),
    starting_pitchers: details.startingPitchers === null ? null : starters.of(details.startingPitchers),
    decisions: details.decisions === null ? null : decided.of(details.decisions)
  }
}

const unknownTeam = "TBD"

export const eventData = (event: EventFact): typeof EventData.Type => {
  const league = leagueOf(event.kind)
  const { away, game, home, teams } = event
  if (league !== null) {
    return {
      ...sportsOf(event, league),
      home_team: game === null ? namedTeam(league, teams?.home ?? unknownTeam) : sideView(league, game.home, home),
      away_team: game === null ? namedTeam(league, teams?.away ?? unknownTeam) : sideView(league, game.away, away)
    }
  }
  return event.kind === "concert" ? concertData(event) : {}
}

export const seasonGameData = (event: EventFact, league: League): typeof SeasonGameData.Type => ({
  ...sportsOf(event, league),
  home_team: event.home?.fullName ?? event.game?.home.team.name ?? event.teams?.home ?? unknownTeam,
  away_team: event.away?.fullName ?? event.game?.away.team.name ?? event.teams?.away ?? unknownTeam
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
