import { Schema } from "effect"
import { Amount, Text, withExample, titleField, idField, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import { LocalDate } from "../../shared/LocalDate.js"
import type { PlayedFact, PlayerFact } from "../facts.js"
import { leagues } from "../kinds.js"
import type { ProviderStats, StatLine } from "../store.js"
import { wonBy } from "../games.js"
import { AppearanceFields, PlayerView, type ToSized, appearanceFields, playerView } from "./players.js"
import {
  BattingSums,
  LeagueBattingSums,
  LeaguePitchingSums,
  PitchingSums,
  battingSums,
  leagueBatting,
  leaguePitching,
  pitchingSums
} from "./lines.js"
import { OptionalTeam, optionalTeam } from "./team.js"

const lineFields = {
  games: publicField(Schema.Number, "Number of games", 4),
  batting: classified(
    "public",
    Schema.NullOr(LeagueBattingSums).annotations({ description: "Null for a player without a plate appearance" })
  ),
  pitching: classified(
    "public",
    Schema.NullOr(LeaguePitchingSums).annotations({
      description: "Null for a player who never pitched; two-way players have both"
    })
  )
}
const Line = Schema.Struct(lineFields).annotations({
  identifier: "PlayerStatLine",
  description: "A player's totals as the league counts them, independent of attendance"
})
/** Totals over the attended games in which a player appeared. Wins and losses are those of their team. */
const AttendedSummary = Schema.Struct({
  games_attended: publicField(Schema.Number, "Number of attended games", 4),
  games_with_box_score: publicField(Schema.Number, "Number of attended games with a box score", 4),
  wins: publicField(Schema.Number, "Games won", 3),
  losses: publicField(Schema.Number, "Games lost", 1),
  hitter: publicField(Schema.NullOr(BattingSums), "Batting totals, or whether the player is a hitter"),
  pitcher: publicField(Schema.NullOr(PitchingSums), "Pitching totals, or whether the player is a pitcher")
}).annotations({ identifier: "AttendedSummary" })

const PlayerAppearance = Schema.Struct({
  event_id: publicField(Schema.Number, "Id of the event", 42),
  event_date: classified("public", withExample(LocalDate, "2026-06-14")),
  title: titleField,
  ...AppearanceFields
}).annotations({ identifier: "PlayerAppearance" })

/** `GET /v1/attending/players/{id}`. Full seasons come from the league, if its data is available. */
export const PlayerDetail = Schema.Struct({
  ...PlayerView.fields,
  supported: classified(
    "public",
    Schema.Boolean.annotations({ description: "Whether totals are available for the league" })
  ),
  season_stats: classified(
    "public",
    Schema.NullOr(
      Schema.Struct({
        season: publicField(Schema.Number, "Year that the league names the season after", 2026),
        ...lineFields
      })
    ).annotations({
      description:
        "The player's newest season as the league counts it, independent of attendance; null if not available"
    })
  ),
  career: publicField(Schema.NullOr(Line), "Career statistics from the league"),
  splits: classified(
    "public",
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          code: publicField(
            Schema.String,
            "The league's code: vl and vr against left and right, h and a at home and away",
            "h"
          ),
          name: publicField(Schema.String, "The league's name of the split, such as vs Left", "Velmora Tide"),
          ...lineFields
        })
      )
    ).annotations({ description: "Splits of that season; null if not available" })
  ),
  attended_summary: publicField(AttendedSummary, "Totals of the attended games"),
  season_attended_summary: publicField(
    Schema.NullOr(AttendedSummary),
    "Totals of the attended games of the latest season"
  ),
  season_attended_summary_season: publicField(Amount, "Latest season with attended games", 2026),
  appearances: publicField(Schema.Array(PlayerAppearance), "Attended games in which the player appeared, newest first"),
  appearance_count: publicField(Schema.Number, "Number of appearances", 4)
}).annotations({ identifier: "AttendedPlayerDetail" })
export type PlayerDetail = typeof PlayerDetail.Type

const isSupported = ({ player }: PlayerFact): boolean => player.league === "mlb"

const line = ({ batting, games, pitching }: StatLine) => ({
  games,
  batting: batting === null ? null : leagueBatting(batting),
  pitching: pitching === null ? null : leaguePitching(pitching)
})

const hasBox = ({ appearance }: PlayedFact): boolean => appearance.batting !== null || appearance.pitching !== null
const battingOf = (played: ReadonlyArray<PlayedFact>) => played.flatMap(({ appearance }) => appearance.batting ?? [])
const pitchingOf = (played: ReadonlyArray<PlayedFact>) => {
  const pitched = played.filter(({ appearance }) => appearance.pitching !== null)
  return {
    lines: pitched.map(({ appearance }) => appearance.pitching!),
    decisions: pitched.map(({ appearance }) => appearance.decision)
  }
}

const summaryOf = (played: ReadonlyArray<PlayedFact>): typeof AttendedSummary.Type => {
  const [batting, pitching] = [battingOf(played), pitchingOf(played)]
  const won = played.map(({ appearance, game }) => wonBy(game, appearance.isHome ? "home" : "away"))
  return {
    games_attended: played.length,
    games_with_box_score: played.filter(hasBox).length,
    wins: won.filter((one) => one === true).length,
    losses: won.filter((one) => one === false).length,
    hitter: batting.length === 0 ? null : battingSums(batting),
    pitcher: pitching.lines.length === 0 ? null : pitchingSums(pitching.lines, pitching.decisions)
  }
}

export const playerDetail = (
  player: PlayerFact,
  played: ReadonlyArray<PlayedFact>,
  leagueStats: ProviderStats | null,
  image: ToSized
): PlayerDetail => {
  const season = played[0]?.game.season ?? null
  return {
    ...playerView(image)(player),
    supported: isSupported(player),
    season_stats:
      leagueStats?.season == null ? null : { season: leagueStats.season.season, ...line(leagueStats.season.line) },
    career: leagueStats?.career == null ? null : line(leagueStats.career),
    splits:
      leagueStats === null
        ? null
        : leagueStats.splits.map((split) => ({ code: split.code, name: split.name, ...line(split.line) })),
    attended_summary: summaryOf(played),
    season_attended_summary: season === null ? null : summaryOf(played.filter(({ game }) => game.season === season)),
    season_attended_summary_season: season,
    appearances: played.map(({ appearance, date, eventId, title }) => ({
      event_id: eventId,
      event_date: date,
      title,
      ...appearanceFields(appearance)
    })),
    appearance_count: played.length
  }
}

const PlayerSummary = Schema.Struct({
  id: idField,
  full_name: publicField(Schema.String, "Full name", "Ives Tannewick"),
  primary_position: publicField(Text, "Position", "CF"),
  primary_team: publicField(OptionalTeam, "Current team")
})
const scopeFields = {
  league: publicField(Schema.Literal(...leagues), "League"),
  scope: publicField(Schema.Literal("career", "season"), "Scope of the totals: the career or one season"),
  season: publicField(Amount, "Season; null for all seasons", null),
  player: publicField(PlayerSummary, "Player")
}
const statsFields = {
  supported: publicField(Schema.Literal(true), "Whether totals are supported for the league"),
  ...scopeFields,
  games: publicField(Schema.Number, "Number of games", 4),
  games_with_box_score: publicField(Schema.Number, "Number of attended games with a box score", 4)
}

/** `GET /v1/attending/players/{id}/stats`: only attended games. */
export const PlayerStats = Schema.Union(
  Schema.Struct({
    ...statsFields,
    hitter: publicField(Schema.Literal(true), "Batting totals, or whether the player is a hitter"),
    batting: publicField(BattingSums, "Batting totals"),
    pitcher: publicField(Schema.optional(Schema.Literal(true)), "Pitching totals, or whether the player is a pitcher"),
    pitching: publicField(Schema.optional(PitchingSums), "Pitching totals")
  }).annotations({
    identifier: "HitterStats",
    description: "A player with plate appearances; one who also pitched has both lines"
  }),
  Schema.Struct({
    ...statsFields,
    hitter: publicField(Schema.Literal(false), "Batting totals, or whether the player is a hitter"),
    pitcher: publicField(Schema.Literal(true), "Pitching totals, or whether the player is a pitcher"),
    pitching: publicField(PitchingSums, "Pitching totals"),
    batting: publicField(Schema.optional(BattingSums), "Batting totals")
  }).annotations({ identifier: "PitcherStats", description: "A pitcher; one with plate appearances has both lines" }),
  Schema.Struct({
    supported: publicField(Schema.Literal(false), "Whether totals are supported for the league"),
    reason: publicField(Schema.String, "Reason", "plays of the children"),
    ...scopeFields,
    appearances: publicField(
      Schema.Array(
        Schema.Struct({
          event_id: publicField(Schema.Number, "Id of the event", 42),
          event_date: classified("public", LocalDate),
          title: publicField(Schema.String, "Title", "Violet Chalk"),
          home_team: publicField(Text, "Home team", "Tidewater Herons"),
          away_team: publicField(Text, "Away team", "Harbor City Lanterns"),
          final_score: publicField(Text, "Final score, away team first", "3-5"),
          my_team_won: publicField(
            Schema.NullOr(Schema.Boolean),
            "Whether the person's own team won; null if it did not play or the game was tied"
          )
        })
      ),
      "Attended games in which the player appeared, newest first"
    )
  }).annotations({ identifier: "UncountedStats" })
).annotations({ identifier: "PlayerStats" })
export type PlayerStats = typeof PlayerStats.Type

const pitchers = new Set(["P", "SP", "RP"])

export const playerStats = (
  fact: PlayerFact,
  played: ReadonlyArray<PlayedFact>,
  season: number | null
): PlayerStats => {
  const { id, player, team } = fact
  const scope = season === null ? ("career" as const) : ("season" as const)
  const who = {
    id,
    full_name: player.fullName,
    primary_position: player.primaryPosition,
    primary_team: optionalTeam(team)
  }
  const shared = { league: player.league, scope, season, player: who }
  if (!isSupported(fact))
    return {
      supported: false,
      reason: `box scores are not available for ${player.league}`,
      ...shared,
      appearances: played.map(appearanceWithoutStats)
    }
  const counts = {
    supported: true as const,
    ...shared,
    games: played.length,
    games_with_box_score: played.filter(hasBox).length
  }
  const [batting, pitching] = [battingOf(played), pitchingOf(played)]
  const isPitcher = pitchers.has(player.primaryPosition ?? "") || (batting.length === 0 && pitching.lines.length > 0)
  const mound = { pitcher: true as const, pitching: pitchingSums(pitching.lines, pitching.decisions) }
  const bat = { batting: battingSums(batting) }
  return isPitcher
    ? { ...counts, hitter: false, ...mound, ...(batting.length === 0 ? {} : bat) }
    : { ...counts, hitter: true, ...bat, ...(pitching.lines.length === 0 ? {} : mound) }
}

const appearanceWithoutStats = ({ date, eventId, game, mySide, title }: PlayedFact) => ({
  event_id: eventId,
  event_date: date,
  title,
  home_team: game.home.team.name,
  away_team: game.away.team.name,
  final_score: game.home.score === null || game.away.score === null ? null : `${game.away.score}-${game.home.score}`,
  my_team_won: wonBy(game, mySide)
})
