import { type Game, seasonOf, type Side, type VenueMention } from "@daybook/core/attending"
import { type Calendar, type LocalDate, fromZoneName } from "@daybook/core/shared"
import { type Context, Either } from "effect"
import { isoInstant } from "../leagues/isoInstant.js"
import { countryCode } from "../mentions/countries.js"
import { venue } from "../mentions/venue.js"
import { countryOfState } from "../mentions/zones.js"
import type { EspnLeague } from "./leagues.js"
import type { Competition, EventWire, Score, Season, VenueWire } from "./wire.js"

interface Told {
  readonly id: string
  readonly date: string | null
  readonly season: Season | null
  readonly competition: Competition
  readonly venue: VenueWire | null
}

/** The game of a scoreboard; null where it is no game of two teams. */
export const ofEvent = ({ competitions, date, id, season }: EventWire, league: EspnLeague): Game | null => {
  const competition = competitions[0]
  return competition === undefined ? null : toGame({ id, date: competition.date ?? date ?? null, season: season ?? null, competition, venue: competition.venue ?? null }, league)
}

export const toGame = ({ competition, date, id, season, venue: place }: Told, { league }: EspnLeague): Game | null => {
  const instant = isoInstant(date)
  const [home, away] = [sideOf(competition, "home"), sideOf(competition, "away")]
  if (instant === null || home === null || away === null || !/^\d{1,15}$/.test(id)) return null
  const ground = venueOf(place)
  const isTold = competition.timeValid !== false
  const state = stateOf(competition)
  const isPlayed = state === "final" || state === "live"
  const shown = (side: Side): Side => isPlayed ? side : { ...side, score: null }
  const day = dayAt(instant, isTold ? ground?.zone ?? eastern : eastern)
  return {
    external: { source: "espn", id },
    league,
    season: season?.year ?? seasonOf(league, day),
    gameType: season?.slug ?? seasonTypes[season?.type ?? 0] ?? null,
    state,
    date: day,
    at: isTold ? instant : null,
    number: 1,
    series: null,
    home: shown(home),
    away: shown(away),
    venue: ground,
    details: null
  }
}

/** Where it stands is not known, the time is the league's office's; a time that is to be told is written as midnight there. */
const eastern = "America/New_York"

const seasonTypes: Readonly<Record<number, string>> = { 1: "preseason", 2: "regular-season", 3: "post-season", 4: "off-season" }

const stateOf = ({ status }: Competition): Game["state"] => {
  const { completed, name, state } = status?.type ?? {}
  if (/POSTPONED|DELAYED_TO_ANOTHER/.test(name ?? "")) return "postponed"
  if (/CANCEL|FORFEIT|ABANDONED/.test(name ?? "")) return "cancelled"
  if (completed === true || state === "post") return "final"
  return state === "in" ? "live" : "scheduled"
}

export const scoreOf = (score: Score | null | undefined): number | null => {
  const text = typeof score === "object" && score !== null ? score.value ?? score.displayValue : score
  const number = text == null || text === "" ? Number.NaN : Number(text)
  return Number.isInteger(number) && number >= 0 ? number : null
}

const sideOf = ({ competitors }: Competition, which: "home" | "away"): Side | null => {
  const side = competitors.find(({ homeAway }) => homeAway === which)
  if (side === undefined || !/^\d{1,9}$/.test(side.team.id)) return null
  const { abbreviation, displayName, id, location, name } = side.team
  return {
    team: { id: Number(id), name: displayName ?? ([location, name].filter((part) => part != null).join(" ") || `Team ${id}`), abbreviation: abbreviation ?? null },
    score: scoreOf(side.score)
  }
}

/** How many it holds a team's page tells. */
const venueOf = (place: VenueWire | null | undefined): VenueMention | null => {
  if (place == null) return null
  const { city = null, country = null, state = null } = place.address ?? {}
  return venue(place.fullName, { city, state, country: country === null ? countryOfState(state) : countryCode(country) })
}

const calendars = new Map<string, Context.Tag.Service<Calendar>>()

const dayAt = (instant: number, zone: string): LocalDate => {
  const known = calendars.get(zone) ?? Either.getOrThrow(fromZoneName(zone))
  calendars.set(zone, known)
  return known.dateOf(instant)
}
