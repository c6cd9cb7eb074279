import type { Team } from "@daybook/core/attending"
import { speaksOf, type TeamNames, teamNames } from "../leagues/likely.js"
import type { TeamWire } from "./wire.js"

/** What ESPN says of a team of this league. Colours are `#rrggbb`. */
export interface Colors {
  readonly abbreviation: string | null
  readonly fullName: string | null
  readonly primaryColor: string | null
  readonly secondaryColor: string | null
}

export const namesOf = ({ abbreviation, franchiseName, locationName, name, teamName }: TeamWire): TeamNames =>
  teamNames([teamName, name], [franchiseName, locationName, abbreviation])

/** The colours of who has the same full name, or else the same letters. */
const colorsOf = ({ abbreviation, name }: TeamWire, all: ReadonlyArray<Colors>): Colors | undefined =>
  all.find(({ fullName }) => fullName !== null && name != null && fullName.toLowerCase() === name.toLowerCase()) ??
    all.find((one) => one.abbreviation !== null && one.abbreviation === abbreviation && speaksOf(one.fullName ?? "", teamNames([name])))

/** Logos lie at addresses made of the team's number. `location` is the place in the name, such as "Texas". */
export const toTeam = (team: TeamWire, colors: ReadonlyArray<Colors>, logoBaseUrl: string): Team => {
  const base = logoBaseUrl.replace(/\/+$/, "")
  const own = colorsOf(team, colors)
  return {
    league: "mlb",
    id: team.id,
    abbreviation: team.abbreviation ?? null,
    location: team.franchiseName ?? team.locationName ?? null,
    name: team.teamName ?? team.name ?? `Team ${team.id}`,
    fullName: team.name ?? null,
    logoUrl: `${base}/${team.id}.svg`,
    logoDarkUrl: `${base}/team-cap-on-dark/${team.id}.svg`,
    logoLightUrl: `${base}/team-cap-on-light/${team.id}.svg`,
    primaryColor: own?.primaryColor ?? null,
    secondaryColor: own?.secondaryColor ?? null,
    tertiaryColor: null,
    conference: team.league?.name ?? null,
    division: team.division?.name ?? null
  }
}
