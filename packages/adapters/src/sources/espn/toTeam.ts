import type { League, Team } from "@daybook/core/attending"
import type { Group, TeamWire } from "./wire.js"

/** Conference and division by the team's number. */
export type Places = ReadonlyMap<string, { readonly conference: string | null; readonly division: string | null }>

/** Walks the tree of a league's standings: a team's first group below the top is its conference, the next its division. */
export const placesOf = (root: Group): Places => {
  const places = new Map<string, { readonly conference: string | null; readonly division: string | null }>()
  const walk = (group: Group, path: ReadonlyArray<string>) => {
    for (const { team } of group.standings?.entries ?? []) places.set(team.id, { conference: path[0] ?? null, division: path[1] ?? null })
    for (const child of group.children ?? []) walk(child, child.name == null ? path : [...path, child.name])
  }
  walk(root, [])
  return places
}

/** `#rrggbb` of what is written without `#`; null of anything else. */
export const colorOf = (given: string | null | undefined): string | null => /^#?[0-9a-f]{6}$/i.test(given ?? "") ? `#${given!.replace("#", "").toLowerCase()}` : null

const logoFor = ({ logos }: TeamWire, rel: string): string | null => logos?.find((logo) => logo.rel?.includes(rel) === true)?.href ?? null

/** Null for a team without a number. */
export const toTeam = (team: TeamWire, league: League, places: Places): Team | null =>
  !/^\d{1,9}$/.test(team.id) ? null : {
    league,
    id: Number(team.id),
    abbreviation: team.abbreviation ?? null,
    location: team.location ?? null,
    name: team.name ?? team.shortDisplayName ?? team.displayName ?? `Team ${team.id}`,
    fullName: team.displayName ?? null,
    logoUrl: logoFor(team, "default") ?? team.logos?.[0]?.href ?? team.logo ?? null,
    logoDarkUrl: logoFor(team, "dark"),
    logoLightUrl: logoFor(team, "default"),
    primaryColor: colorOf(team.color),
    secondaryColor: colorOf(team.alternateColor),
    tertiaryColor: null,
    conference: places.get(team.id)?.conference ?? null,
    division: places.get(team.id)?.division ?? null
  }
