import { Schema } from "effect"
import { Amount, Text, field } from "../../shared/fields.js"
import type { Side, Team } from "../games.js"
import type { League } from "../kinds.js"

/** Colours are `#rrggbb`. */
export const TeamView = Schema.Struct({
  id: field(Amount, "The league's id", 42),
  league: field(Schema.String, "League", "mlb"),
  abbreviation: field(Text, "Abbreviation", "TWH"),
  location: field(Text, "City or region of the team", "Tidewater"),
  name: field(Schema.String, "Name", "Herons"),
  full_name: field(Text, "Full name", "Tidewater Herons"),
  logo_url: field(Text, "Address of the logo", "https://a.espncdn.com/i/teamlogos/mlb/500/sea.png"),
  logo_dark_url: field(
    Text,
    "Address of the logo for dark backgrounds",
    "https://a.espncdn.com/i/teamlogos/mlb/500-dark/sea.png"
  ),
  logo_light_url: field(
    Text,
    "Address of the logo for light backgrounds",
    "https://a.espncdn.com/i/teamlogos/mlb/500/sea.png"
  ),
  primary_color: field(Text, "Primary colour", "#0c2c56"),
  secondary_color: field(Text, "Secondary colour", "#005c5c"),
  tertiary_color: field(Text, "Tertiary colour", "#c4ced4"),
  ui_tint_color: field(Text, "First team colour with enough contrast on white, for controls", "#0c2c56"),
  conference: field(Text, "Conference", "American League"),
  division: field(Text, "Division", "West")
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
  abbreviation: team.abbreviation,
  location: team.location,
  name: team.name,
  full_name: team.fullName,
  logo_url: team.logoUrl,
  logo_dark_url: team.logoDarkUrl,
  logo_light_url: team.logoLightUrl,
  primary_color: team.primaryColor,
  secondary_color: team.secondaryColor,
  tertiary_color: team.tertiaryColor,
  ui_tint_color: tintOf(team),
  conference: team.conference,
  division: team.division
})

export const optionalTeam = (team: Team | null): TeamView | null => (team === null ? null : teamView(team))

const unreported = {
  location: null,
  fullName: null,
  logoUrl: null,
  logoDarkUrl: null,
  logoLightUrl: null,
  primaryColor: null,
  secondaryColor: null,
  tertiaryColor: null,
  conference: null,
  division: null
}

/** A side of a game. For a team that is not stored, uses the data of the game. */
export const sideView = (league: League, side: Side, team: Team | null): TeamView =>
  teamView(
    team ?? { ...unreported, league, id: side.team.id, name: side.team.name, abbreviation: side.team.abbreviation }
  )

/** A team of which only the name is known. */
export const namedTeam = (league: League, name: string): TeamView => ({
  ...teamView({ ...unreported, league, id: 0, name, abbreviation: null }),
  id: null
})
