import { Schema } from "effect"
import { Amount, Text } from "../../shared/fields.js"
import { LocalDate } from "../../shared/LocalDate.js"
import type { PlayedFact, PlayerFact } from "../facts.js"
import { leagues } from "../kinds.js"
import type { ProviderStats, StatLine } from "../PlayerStatsFinder.js"
import { wonBy } from "./eventData.js"
import { AppearanceFields, PlayerView, type ToSized, appearanceFields, playerView } from "./player.js"
import { BattingSums, LeagueBattingSums, LeaguePitchingSums, PitchingSums, battingSums, leagueBatting, leaguePitching, pitchingSums } from "./sums.js"
import { OptionalTeam, optionalTeam } from "./team.js"

const lineFields = {
  games: Schema.Number,
  batting: Schema.NullOr(LeagueBattingSums).annotations({ description: "Null for a player who never came to bat" }),
  pitching: Schema.NullOr(LeaguePitchingSums).annotations({ description: "Null for a player who never pitched; players of both kinds have both" })
}
const Line = Schema.Struct(lineFields).annotations({ identifier: "PlayerStatLine", description: "A player's sums as the league counts them, attended or not" })
/** Sums over the attended games that a player appeared in; wins and losses are those of their team in these games. */
const AttendedSummary = Schema.Struct({
  games_attended: Schema.Number,
  games_with_box_score: Schema.Number,
  wins: Schema.Number,
  losses: Schema.Number,
  hitter: Schema.NullOr(BattingSums),
  pitcher: Schema.NullOr(PitchingSums)
}).annotations({ identifier: "AttendedSummary" })

const PlayerAppearance = Schema.Struct({ event_id: Schema.Number, event_date: LocalDate, title: Schema.String, ...AppearanceFields }).annotations({ identifier: "PlayerAppearance" })

/** `GET /v1/attending/players/{id}`. Whole seasons come from the league, where it can be asked. */
export const PlayerDetail = Schema.Struct({
  ...PlayerView.fields,
  supported: Schema.Boolean.annotations({ description: "Whether sums are counted for the league" }),
  season_stats: Schema.NullOr(Schema.Struct({ season: Schema.Number, ...lineFields }))
    .annotations({ description: "The player's newest season as the league counts it, attended or not; null where the league cannot be asked" }),
  career: Schema.NullOr(Line),
  splits: Schema.NullOr(Schema.Array(Schema.Struct({
    code: Schema.String.annotations({ description: "The league's code: vl, vr against left and right, h, a at home and away" }),
    name: Schema.String.annotations({ description: "The league's name of the part, such as vs Left" }),
    ...lineFields
  }))).annotations({ description: "Parts of that season; null where the league cannot be asked" }),
  attended_summary: AttendedSummary,
  season_attended_summary: Schema.NullOr(AttendedSummary),
  season_attended_summary_season: Amount,
  appearances: Schema.Array(PlayerAppearance),
  appearance_count: Schema.Number
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
  return { lines: pitched.map(({ appearance }) => appearance.pitching!), decisions: pitched.map(({ appearance }) => appearance.decision) }
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

export const playerDetail = (player: PlayerFact, played: ReadonlyArray<PlayedFact>, told: ProviderStats | null, image: ToSized): PlayerDetail => {
  const season = played[0]?.game.season ?? null
  return {
    ...playerView(image)(player),
    supported: isSupported(player),
    season_stats: told?.season == null ? null : { season: told.season.season, ...line(told.season.line) },
    career: told?.career == null ? null : line(told.career),
    splits: told === null ? null : told.splits.map((split) => ({ code: split.code, name: split.name, ...line(split.line) })),
    attended_summary: summaryOf(played),
    season_attended_summary: season === null ? null : summaryOf(played.filter(({ game }) => game.season === season)),
    season_attended_summary_season: season,
    appearances: played.map(({ appearance, date, eventId, title }) => ({ event_id: eventId, event_date: date, title, ...appearanceFields(appearance) })),
    appearance_count: played.length
  }
}

const Who = Schema.Struct({ id: Schema.Number, full_name: Schema.String, primary_position: Text, primary_team: OptionalTeam })
const about = {
  league: Schema.Literal(...leagues),
  scope: Schema.Literal("career", "season"),
  season: Amount,
  player: Who
}
const counted = { supported: Schema.Literal(true), ...about, games: Schema.Number, games_with_box_score: Schema.Number }

/** `GET /v1/attending/players/{id}/stats`: attended games alone. */
export const PlayerStats = Schema.Union(
  Schema.Struct({ ...counted, hitter: Schema.Literal(true), batting: BattingSums, pitcher: Schema.optional(Schema.Literal(true)), pitching: Schema.optional(PitchingSums) })
    .annotations({ identifier: "HitterStats", description: "A player who came to bat; one who pitched as well has both lines" }),
  Schema.Struct({ ...counted, hitter: Schema.Literal(false), pitcher: Schema.Literal(true), pitching: PitchingSums, batting: Schema.optional(BattingSums) })
    .annotations({ identifier: "PitcherStats", description: "A pitcher; one who came to bat as well has both lines" }),
  Schema.Struct({
    supported: Schema.Literal(false),
    reason: Schema.String,
    ...about,
    appearances: Schema.Array(Schema.Struct({
      event_id: Schema.Number, event_date: LocalDate, title: Schema.String, home_team: Text, away_team: Text, final_score: Text,
      my_team_won: Schema.NullOr(Schema.Boolean)
    }))
  }).annotations({ identifier: "UncountedStats" })
).annotations({ identifier: "PlayerStats" })
export type PlayerStats = typeof PlayerStats.Type

const pitchers = new Set(["P", "SP", "RP"])

export const playerStats = (of: PlayerFact, played: ReadonlyArray<PlayedFact>, season: number | null): PlayerStats => {
  const { id, player, team } = of
  const scope = season === null ? "career" as const : "season" as const
  const who = { id, full_name: player.fullName, primary_position: player.primaryPosition, primary_team: optionalTeam(team) }
  const shared = { league: player.league, scope, season, player: who }
  if (!isSupported(of)) return { supported: false, reason: `no box scores are counted for ${player.league}`, ...shared, appearances: played.map(uncounted) }
  const counts = { supported: true as const, ...shared, games: played.length, games_with_box_score: played.filter(hasBox).length }
  const [batting, pitching] = [battingOf(played), pitchingOf(played)]
  const isPitcher = pitchers.has(player.primaryPosition ?? "") || (batting.length === 0 && pitching.lines.length > 0)
  const mound = { pitcher: true as const, pitching: pitchingSums(pitching.lines, pitching.decisions) }
  const bat = { batting: battingSums(batting) }
  return isPitcher
    ? { ...counts, hitter: false, ...mound, ...(batting.length === 0 ? {} : bat) }
    : { ...counts, hitter: true, ...bat, ...(pitching.lines.length === 0 ? {} : mound) }
}

const uncounted = ({ date, eventId, game, mySide, title }: PlayedFact) => ({
  event_id: eventId,
  event_date: date,
  title,
  home_team: game.home.team.name,
  away_team: game.away.team.name,
  final_score: game.home.score === null || game.away.score === null ? null : `${game.away.score}-${game.home.score}`,
  my_team_won: wonBy(game, mySide)
})
