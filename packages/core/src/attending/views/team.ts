import { Schema } from "effect"
import { Amount, Text } from "../../shared/fields.js"
import type { Side, Team } from "../games.js"
import type { League } from "../kinds.js"

/** `api.md` §2.15. Colours are `#rrggbb`. */
export const TeamView = Schema.Struct({
  id: Amount.annotations({ description: "The league's own number" }),
  league: Schema.String,
  abbreviation: Text,
  location: Text,
  name: Schema.String,
  full_name: Text,
  logo_url: Text,
  logo_dark_url: Text,
  logo_light_url: Text,
  primary_color: Text,
  secondary_color: Text,
  tertiary_color: Text,
  ui_tint_color: Text,
  conference: Text,
  division: Text
}).annotations({ identifier: "Team" })
export type TeamView = typeof TeamView.Type

export const OptionalTeam = Schema.NullOr(TeamView)

/** How bright a colour is, 0 to 1 (WCAG 2.2, relative luminance). */
const luminance = (color: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** What stands out from white, as parts of a page have to: a contrast of 3 to 1. */
const standsOut = (color: string): boolean => 1.05 / (luminance(color) + 0.05) >= 3

/** The first colour, unless only the second can be seen. */
const tintOf = ({ primaryColor, secondaryColor }: Team): string | null =>
  primaryColor !== null && secondaryColor !== null && !standsOut(primaryColor) && standsOut(secondaryColor) ? secondaryColor : primaryColor ?? secondaryColor

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

export const optionalTeam = (team: Team | null): TeamView | null => team === null ? null : teamView(team)

const unknown = {
  location: null, fullName: null, logoUrl: null, logoDarkUrl: null, logoLightUrl: null, primaryColor: null, secondaryColor: null, tertiaryColor: null,
  conference: null, division: null
}

/** A side of a game; of a team that its league has not described, what the game says. */
export const sideView = (league: League, side: Side, team: Team | null): TeamView =>
  teamView(team ?? { ...unknown, league, id: side.team.id, name: side.team.name, abbreviation: side.team.abbreviation })

/** A team that is known by what somebody wrote alone. */
export const namedTeam = (league: League, name: string): TeamView => ({ ...teamView({ ...unknown, league, id: 0, name, abbreviation: null }), id: null })
