import { Schema } from "effect"
import { OptionalImage, type Pictures } from "../../images/Picture.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Amount, Text, idField, field } from "../../shared/fields.js"
import type { AppearanceFact, PlayerFact } from "../facts.js"
import type { Batting, Pitching } from "../games.js"
import { leagues } from "../kinds.js"
import { OptionalTeam, optionalTeam } from "./team.js"

/** Makes images in a given size. */
export type ToSized = typeof Pictures.Service.image

/** A player as a list item. */
export const PlayerView = Schema.Struct({
  id: idField,
  league: field(Schema.Literal(...leagues), "League"),
  mlb_stats_id: field(Amount, "MLB's id", 660271),
  mlb_id: field(Text, "The same id as a string", "660271"),
  espn_id: field(Text, "ESPN's id in its league", "39832"),
  full_name: field(Schema.String, "Full name", "Ives Tannewick"),
  primary_position: field(Text, "Position", "CF"),
  primary_number: field(Text, "Jersey number", "17"),
  birth_date: field(Schema.NullOr(LocalDate), "Date of birth", "1996-07-05"),
  birth_city: field(Text, "City of birth", "Portland"),
  birth_state_province: field(Text, "State or province of birth", "OR"),
  birth_country: field(Text, "Country of birth", "USA"),
  height: field(Text, "Height", "6' 2\""),
  weight: field(Amount, "Weight in pounds", 195),
  bats: field(Text, "Batting hand", "L"),
  throws: field(Text, "Throwing hand", "R"),
  primary_team: field(OptionalTeam, "Current team"),
  debut_date: field(Schema.NullOr(LocalDate), "Date of the first game in the league", "2019-04-02"),
  college_name: field(Text, "College", "Oregon State"),
  awards: field(
    Schema.Array(
      Schema.Struct({
        season: field(Schema.String, "Season", "2025"),
        id: field(Schema.String, "Id of the award in its league", "ALAS"),
        name: field(Schema.String, "Name of the award", "All-Star")
      })
    ),
    "Awards by season"
  ),
  photo_silo: field(OptionalImage, "Cut-out photograph of the player"),
  photo_full: field(OptionalImage, "Full photograph of the player")
}).annotations({ identifier: "AttendedPlayer" })
export type PlayerView = typeof PlayerView.Type

const BattingLine = Schema.Struct({
  pa: field(Schema.Number, "Plate appearances", 4),
  ab: field(Schema.Number, "At bats", 4),
  r: field(Schema.Number, "Number of runs", 1),
  h: field(Schema.Number, "Hits", 2),
  doubles: field(Schema.Number, "Doubles", 1),
  triples: field(Schema.Number, "Triples", 0),
  hr: field(Schema.Number, "Home runs", 1),
  rbi: field(Schema.Number, "Runs batted in", 2),
  bb: field(Schema.Number, "Walks", 0),
  k: field(Schema.Number, "Strikeouts", 1),
  sb: field(Schema.Number, "Stolen bases", 0),
  hbp: field(Schema.Number, "Hit by a pitch", 0)
}).annotations({ identifier: "BattingLine" })

const PitchingLine = Schema.Struct({
  ip: field(Schema.String, "Innings, such as 6.2: six and two outs", "6.2"),
  outs: field(Schema.Number, "Outs", 20),
  bf: field(Schema.Number, "Batters faced", 25),
  h: field(Schema.Number, "Hits", 2),
  r: field(Schema.Number, "Number of runs", 1),
  er: field(Schema.Number, "Earned runs", 2),
  bb: field(Schema.Number, "Walks", 0),
  k: field(Schema.Number, "Strikeouts", 1),
  hr: field(Schema.Number, "Home runs", 1),
  pitches: field(Schema.Number, "Pitches", 96),
  strikes: field(Schema.Number, "Strikes", 64)
}).annotations({ identifier: "PitchingLine" })

/** A player's appearance in one game. */
export const AppearanceFields = {
  team: OptionalTeam.annotations({ description: "The team of that game" }),
  is_home: field(Schema.Boolean, "Whether the player's team was the home team"),
  batting_line: field(Schema.NullOr(BattingLine), "Batting line; null if the player did not bat"),
  pitching_line: field(Schema.NullOr(PitchingLine), "Pitching line; null if the player did not pitch"),
  decision: field(Schema.NullOr(Schema.Literal("W", "L", "SV", "HLD", "BS")), "Decision credited to the pitcher"),
  notable: field(Schema.Boolean, "Whether the performance is notable", false)
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id))

export const playerView =
  (image: ToSized) =>
  ({ id, player, silo, team }: PlayerFact): PlayerView => ({
    id,
    league: player.league,
    mlb_stats_id: player.league === "mlb" ? player.id : null,
    mlb_id: player.league === "mlb" ? String(player.id) : null,
    espn_id: textOf(player.league === "mlb" ? player.espnId : player.id),
    full_name: player.fullName,
    primary_position: player.primaryPosition,
    primary_number: player.primaryNumber,
    birth_date: player.biography?.birthDate ?? null,
    birth_city: player.biography?.birthCity ?? null,
    birth_state_province: player.biography?.birthStateProvince ?? null,
    birth_country: player.biography?.birthCountry ?? null,
    height: player.biography?.height ?? null,
    weight: player.biography?.weight ?? null,
    bats: player.biography?.bats ?? null,
    throws: player.biography?.throws ?? null,
    primary_team: optionalTeam(team),
    debut_date: player.biography?.debutDate ?? null,
    college_name: player.biography?.collegeName ?? null,
    awards: player.biography?.awards ?? [],
    photo_silo: image(silo),
    photo_full: image(silo, "large")
  })

const battingLine = (line: Batting): typeof BattingLine.Type => ({
  pa: line.pa,
  ab: line.ab,
  r: line.r,
  h: line.h,
  doubles: line.doubles,
  triples: line.triples,
  hr: line.hr,
  rbi: line.rbi,
  bb: line.bb,
  k: line.k,
  sb: line.sb,
  hbp: line.hbp
})

/** Formats outs as innings. */
export const innings = (outs: number): string => `${Math.floor(outs / 3)}.${outs % 3}`

const pitchingLine = (line: Pitching): typeof PitchingLine.Type => ({
  ip: innings(line.outs),
  outs: line.outs,
  bf: line.bf,
  h: line.h,
  r: line.r,
  er: line.er,
  bb: line.bb,
  k: line.k,
  hr: line.hr,
  pitches: line.pitches,
  strikes: line.strikes
})

export const appearanceFields = (one: AppearanceFact) => ({
  team: optionalTeam(one.team),
  is_home: one.isHome,
  batting_line: one.batting === null ? null : battingLine(one.batting),
  pitching_line: one.pitching === null ? null : pitchingLine(one.pitching),
  decision: one.decision,
  notable: one.notable
})
