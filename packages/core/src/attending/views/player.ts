import { Schema } from "effect"
import { OptionalImage } from "../../images/Image.js"
import type { Pictures } from "../../images/Picture.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Amount, Text } from "../../shared/fields.js"
import type { AppearanceFact, PlayerFact } from "../facts.js"
import type { Batting, Pitching } from "../games.js"
import { leagues } from "../kinds.js"
import { OptionalTeam, optionalTeam } from "./team.js"

/** Makes images in a size of choice. */
export type ToSized = typeof Pictures.Service.image

/** A player as lists show them (contract §7). */
export const PlayerView = Schema.Struct({
  id: Schema.Number,
  league: Schema.Literal(...leagues),
  mlb_stats_id: Amount.annotations({ description: "MLB's own number" }),
  mlb_id: Text.annotations({ description: "The same as a text" }),
  espn_id: Text.annotations({ description: "ESPN's number in its league" }),
  full_name: Schema.String,
  primary_position: Text,
  primary_number: Text,
  birth_date: Schema.NullOr(LocalDate),
  birth_city: Text,
  birth_state_province: Text,
  birth_country: Text,
  height: Text,
  weight: Amount,
  bats: Text,
  throws: Text,
  primary_team: OptionalTeam,
  debut_date: Schema.NullOr(LocalDate),
  college_name: Text,
  awards: Schema.Array(Schema.Struct({ season: Schema.String, id: Schema.String, name: Schema.String })),
  photo_silo: OptionalImage,
  photo_full: OptionalImage
}).annotations({ identifier: "AttendedPlayer" })
export type PlayerView = typeof PlayerView.Type

const BattingLine = Schema.Struct({
  pa: Schema.Number, ab: Schema.Number, r: Schema.Number, h: Schema.Number, doubles: Schema.Number, triples: Schema.Number, hr: Schema.Number,
  rbi: Schema.Number, bb: Schema.Number, k: Schema.Number, sb: Schema.Number, hbp: Schema.Number
}).annotations({ identifier: "BattingLine" })

const PitchingLine = Schema.Struct({
  ip: Schema.String.annotations({ description: "Innings, such as 6.2: six and two outs" }),
  outs: Schema.Number, bf: Schema.Number, h: Schema.Number, r: Schema.Number, er: Schema.Number, bb: Schema.Number, k: Schema.Number, hr: Schema.Number,
  pitches: Schema.Number, strikes: Schema.Number
}).annotations({ identifier: "PitchingLine" })

/** A player's part in one game. */
export const AppearanceFields = {
  team: OptionalTeam.annotations({ description: "The team of that game" }),
  is_home: Schema.Boolean,
  batting_line: Schema.NullOr(BattingLine),
  pitching_line: Schema.NullOr(PitchingLine),
  decision: Schema.NullOr(Schema.Literal("W", "L", "SV", "HLD", "BS")),
  notable: Schema.Boolean
}

const textOf = (id: number | null): string | null => id === null ? null : String(id)

export const playerView = (image: ToSized) => ({ id, player, silo, team }: PlayerFact): PlayerView => ({
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
  pa: line.pa, ab: line.ab, r: line.r, h: line.h, doubles: line.doubles, triples: line.triples, hr: line.hr, rbi: line.rbi, bb: line.bb, k: line.k,
  sb: line.sb, hbp: line.hbp
})

/** Outs as innings. */
export const innings = (outs: number): string => `${Math.floor(outs / 3)}.${outs % 3}`

const pitchingLine = (line: Pitching): typeof PitchingLine.Type => ({
  ip: innings(line.outs), outs: line.outs, bf: line.bf, h: line.h, r: line.r, er: line.er, bb: line.bb, k: line.k, hr: line.hr, pitches: line.pitches,
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
