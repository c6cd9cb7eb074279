import { type Game, type League, type Side, type Team, type VenueMention, seasonOf } from "@daybook/core/attending"
import { type Calendar, type LocalDate, fromZoneName } from "@daybook/core/shared"
import { type Context, Either } from "effect"
import { countryCode, countryOfState } from "../kit/mentions/regions.js"
import { venue } from "../kit/mentions/venue.js"
import { isoInstant } from "../kit/schemas.js"
import type { EspnLeague } from "./leagues.js"
import type { Competition, EventWire, Group, Score, Season, TeamWire, VenueWire } from "./wire.js"

interface GameParts {
  readonly id: string
  readonly date: string | null
  readonly season: Season | null
  readonly competition: Competition
  readonly venue: VenueWire | null
}

/** The game of a scoreboard; null unless two teams play. */
export const ofEvent = ({ competitions, date, id, season }: EventWire, league: EspnLeague): Game | null => {
  const competition = competitions[0]
  return competition === undefined
    ? null
    : toGame(
        {
          id,
          date: competition.date ?? date ?? null,
          season: season ?? null,
          competition,
          venue: competition.venue ?? null
        },
        league
      )
}

export const toGame = (
  { competition, date, id, season, venue: place }: GameParts,
  { league }: EspnLeague
): Game | null => {
  const instant = isoInstant(date)
  const [home, away] = [sideOf(competition, "home"), sideOf(competition, "away")]
  if (instant === null || home === null || away === null || !/^\d{1,15}$/.test(id)) return null
  const ground = venueOf(place)
  const hasTime = competition.timeValid !== false
  const state = stateOf(competition)
  const isPlayed = state === "final" || state === "live" || (state === "abandoned" && hasBegun(competition))
  const withScore = (side: Side): Side => (isPlayed ? side : { ...side, score: null })
  const day = dayAt(instant, hasTime ? (ground?.zone ?? eastern) : eastern)
  return {
    external: { source: "espn", id },
    league,
    season: season?.year ?? seasonOf(league, day),
    gameType: season?.slug ?? seasonTypes[season?.type ?? 0] ?? null,
    state,
    date: day,
    at: hasTime ? instant : null,
    number: 1,
    series: null,
    home: withWinner(withScore(home), state, away, competition),
    away: withWinner(withScore(away), state, home, competition),
    venue: ground,
    details: null
  }
}

/** Without a known venue, times are in the league office's zone. Undecided times are midnight there. */
const eastern = "America/New_York"

const seasonTypes: Readonly<Record<number, string>> = {
  1: "preseason",
  2: "regular-season",
  3: "post-season",
  4: "off-season"
}

const stateOf = ({ status }: Competition): Game["state"] => {
  const { completed, name, state } = status?.type ?? {}
  if (/POSTPONED|DELAYED_TO_ANOTHER/.test(name ?? "")) return "postponed"
  if (/ABANDONED/.test(name ?? "")) return "abandoned"
  if (/CANCEL/.test(name ?? "")) return "cancelled"
  if (/FORFEIT/.test(name ?? "")) return "final"
  if (completed === true || state === "post") return "final"
  return state === "in" ? "live" : "scheduled"
}

/** Whether a game was played at all: a period was, or somebody scored. */
const hasBegun = ({ competitors, status }: Competition): boolean =>
  (status?.period ?? 0) > 0 || competitors.some(({ score }) => (scoreOf(score) ?? 0) > 0)

/** The winner of equal scores: as ESPN marks it, else by the score of the shootout. */
const withWinner = (side: Side, state: Game["state"], other: Side, { competitors }: Competition): Side => {
  if (state !== "final" || side.score !== other.score) return side
  const [own, theirs] = [side, other].map(({ team }) => competitors.find((one) => one.team.id === String(team.id)))
  const isMarked = own?.winner === true && theirs?.winner !== true
  const shootout = (own?.shootoutScore ?? 0) - (theirs?.shootoutScore ?? 0)
  return isMarked || (theirs?.winner !== true && shootout > 0) ? { ...side, isWinner: true } : side
}

export const scoreOf = (score: Score | null | undefined): number | null => {
  const text = typeof score === "object" && score !== null ? (score.value ?? score.displayValue) : score
  const number = text == null || text === "" ? Number.NaN : Number(text)
  return Number.isInteger(number) && number >= 0 ? number : null
}

const sideOf = ({ competitors }: Competition, which: "home" | "away"): Side | null => {
  const side = competitors.find(({ homeAway }) => homeAway === which)
  if (side === undefined || !/^\d{1,9}$/.test(side.team.id)) return null
  const { abbreviation, displayName, id, location, name } = side.team
  return {
    team: {
      id: Number(id),
      name: displayName ?? ([location, name].filter((part) => part != null).join(" ") || `Team ${id}`),
      abbreviation: abbreviation ?? null
    },
    score: scoreOf(side.score)
  }
}

/** Capacity comes from the team's page. */
const venueOf = (place: VenueWire | null | undefined): VenueMention | null => {
  if (place == null) return null
  const { city = null, country = null, state = null } = place.address ?? {}
  return venue(place.fullName, {
    city,
    state,
    country: country === null ? countryOfState(state) : countryCode(country)
  })
}

const calendars = new Map<string, Context.Tag.Service<Calendar>>()

const dayAt = (instant: number, zone: string): LocalDate => {
  const calendar = calendars.get(zone) ?? Either.getOrThrow(fromZoneName(zone))
  calendars.set(zone, calendar)
  return calendar.dateOf(instant)
}

/** Conference and division by team id. */
export type Places = ReadonlyMap<string, { readonly conference: string | null; readonly division: string | null }>

/** Traverses the standings: a team's first group below the root is its conference, the next its division. */
export const placesOf = (root: Group): Places => {
  const places = new Map<string, { readonly conference: string | null; readonly division: string | null }>()
  const walk = (group: Group, path: ReadonlyArray<string>) => {
    for (const { team } of group.standings?.entries ?? [])
      places.set(team.id, { conference: path[0] ?? null, division: path[1] ?? null })
    for (const child of group.children ?? []) walk(child, child.name == null ? path : [...path, child.name])
  }
  walk(root, [])
  return places
}

/** `#rrggbb` from a colour with or without `#`; null for anything else. */
export const colorOf = (text: string | null | undefined): string | null =>
  /^#?[0-9a-f]{6}$/i.test(text ?? "") ? `#${text!.replace("#", "").toLowerCase()}` : null

const logoFor = ({ logos }: TeamWire, rel: string): string | null =>
  logos?.find((logo) => logo.rel?.includes(rel) === true)?.href ?? null

/** Null for a team without a numeric id. */
export const toTeam = (team: TeamWire, league: League, places: Places): Team | null =>
  !/^\d{1,9}$/.test(team.id)
    ? null
    : {
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
