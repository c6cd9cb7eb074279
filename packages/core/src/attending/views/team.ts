import { Schema } from "effect"
import { viewOf, unknownOf } from "../../kit/record.js"
import { Amount, Text, publicField } from "../../shared/fields.js"
import { type Side, type Team, teamDescription, teamFields, teamGroups } from "../games.js"
import type { League } from "../kinds.js"

const described = viewOf(teamDescription)
const grouped = viewOf(teamGroups)

/** Colours are `#rrggbb`. */
export const TeamView = Schema.Struct({
  id: publicField(Amount, "The league's id", 42),
  league: publicField(Schema.String, "League", "mlb"),
  ...described.schemas,
  ui_tint_color: publicField(Text, "First team colour with enough contrast on white, for controls", "#0c2c56"),
  ...grouped.schemas
}).annotations({ identifier: "Team" })
export type TeamView = typeof TeamView.Type

export const OptionalTeam = Schema.NullOr(TeamView)

/** The relative luminance of a colour, 0 to 1 (WCAG 2.2). */
const luminance = (color: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Whether the contrast to white is at least 3 to 1, as user interface components need (WCAG 2.2). */
const hasContrast = (color: string): boolean => 1.05 / (luminance(color) + 0.05) >= 3

/** The primary colour, unless only the secondary one has enough contrast. */
const tintOf = ({ primaryColor, secondaryColor }: Team): string | null =>
  primaryColor !== null && secondaryColor !== null && !hasContrast(primaryColor) && hasContrast(secondaryColor)
    ? secondaryColor
    : (primaryColor ?? secondaryColor)

const teamView = (team: Team): TeamView => ({
  id: team.id,
  league: team.league,
  ...described.of(team),
  ui_tint_color: tintOf(team),
  ...grouped.of(team)
})

export const optionalTeam = (team: Team | null): TeamView | null => (team === null ? null : teamView(team))

const unreported = unknownOf(teamFields)

/** A side of a game. For a team that is not stored, uses the data of the game. */
export const sideView = (league: League, side: Side, team: Team | null): TeamView =>
  teamView(team ?? { ...unreported, ...side.team, league })

/** A team of which only the name is known. */
export const namedTeam = (league: League, name: string): TeamView => ({
  ...teamView({ ...unreported, league, id: 0, name }),
  id: null
})
