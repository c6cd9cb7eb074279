import { Schema, Struct } from "effect"
import { OptionalImage, type Pictures } from "../../images/Picture.js"
import { viewOf, unknownOf } from "../../kit/record.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Amount, Text, idField, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import type { AppearanceFact, PlayerFact } from "../facts.js"
import { type Biography, awardFields, biographyFields, decisions, physique, playerNames } from "../players.js"
import { leagues } from "../kinds.js"
import { BattingLine, PitchingLine, battingLine, pitchingLine } from "./lines.js"
import { OptionalTeam, optionalTeam } from "./team.js"

const names = viewOf(playerNames)
const bodies = viewOf(physique)
const colleges = viewOf(Struct.pick(biographyFields, "collegeName"))
const awards = viewOf(awardFields)

/** Makes images in a given size. */
export type ToSized = typeof Pictures.Service.image

/** A player as a list item. */
export const PlayerView = Schema.Struct({
  id: idField,
  league: publicField(Schema.Literal(...leagues), "League"),
  mlb_stats_id: publicField(Amount, "MLB's id", 660271),
  mlb_id: publicField(Text, "The same id as a string", "660271"),
  espn_id: publicField(Text, "ESPN's id in its league", "39832"),
  ...names.schemas,
  birth_date: publicField(Schema.NullOr(LocalDate), "Date of birth", "1996-07-05"),
  ...bodies.schemas,
  primary_team: publicField(OptionalTeam, "Current team"),
  debut_date: publicField(Schema.NullOr(LocalDate), "Date of the first game in the league", "2019-04-02"),
  ...colleges.schemas,
  awards: publicField(Schema.Array(Schema.Struct(awards.schemas)), "Awards by season"),
  photo_silo: publicField(OptionalImage, "Cut-out photograph of the player"),
  photo_full: publicField(OptionalImage, "Full photograph of the player")
}).annotations({ identifier: "AttendedPlayer" })
export type PlayerView = typeof PlayerView.Type

/** A player's appearance in one game. */
export const AppearanceFields = {
  team: classified("public", OptionalTeam.annotations({ description: "The team of that game" })),
  is_home: publicField(Schema.Boolean, "Whether the player's team was the home team"),
  batting_line: publicField(Schema.NullOr(BattingLine), "Batting line; null if the player did not bat"),
  pitching_line: publicField(Schema.NullOr(PitchingLine), "Pitching line; null if the player did not pitch"),
  decision: publicField(Schema.NullOr(Schema.Literal(...decisions)), "Decision credited to the pitcher"),
  notable: publicField(Schema.Boolean, "Whether the performance is notable", false)
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id))

const unknownBiography: Biography = { ...unknownOf(biographyFields), awards: [] }

export const playerView =
  (image: ToSized) =>
  ({ id, player, silo, team }: PlayerFact): PlayerView => {
    // A merge with a later report drops null members of a stored biography.
    const biography = { ...unknownBiography, ...player.biography }
    return {
      id,
      league: player.league,
      mlb_stats_id: player.league === "mlb" ? player.id : null,
      mlb_id: player.league === "mlb" ? String(player.id) : null,
      espn_id: textOf(player.league === "mlb" ? player.espnId : player.id),
      ...names.of(player),
      birth_date: biography.birthDate,
      ...bodies.of(biography),
      primary_team: optionalTeam(team),
      debut_date: biography.debutDate,
      ...colleges.of(biography),
      awards: biography.awards.map(awards.of),
      photo_silo: image(silo),
      photo_full: image(silo, "large")
    }
  }

export const appearanceFields = (one: AppearanceFact) => ({
  team: optionalTeam(one.team),
  is_home: one.isHome,
  batting_line: one.batting === null ? null : battingLine(one.batting),
  pitching_line: one.pitching === null ? null : pitchingLine(one.pitching),
  decision: one.decision,
  notable: one.notable
})
