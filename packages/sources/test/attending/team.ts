import type { Team } from "@daybook/core/attending"

/** A team of which only its names are known. */
export const team = (
  league: Team["league"],
  id: number,
  names: Pick<Team, "name" | "fullName" | "location">
): Team => ({
  league,
  id,
  ...names,
  abbreviation: null,
  logoUrl: null,
  logoDarkUrl: null,
  logoLightUrl: null,
  primaryColor: null,
  secondaryColor: null,
  tertiaryColor: null,
  conference: null,
  division: null
})
