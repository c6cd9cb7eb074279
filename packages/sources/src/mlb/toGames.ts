import type { Game, Side, Team, VenueMention } from "@daybook/core/attending"
import { isLocalDate } from "@daybook/core/shared"
import { speaksOf, type TeamNames, teamNames, withOtherNames } from "../kit/enrichment/gameMatching.js"
import { isoInstant } from "../kit/schemas.js"
import { wholeNumber } from "../kit/values.js"
import type { ScheduledGame, TeamWire, VenueWire } from "./wire.js"

/** The game of a schedule entry; null when incomplete. A postponed game has one entry per date. */
const toGame = (entry: ScheduledGame, day: string): Game | null => {
  const date = entry.officialDate ?? day
  if (!isLocalDate(date)) return null
  const state = stateOf(entry)
  const isPlayed = state === "final" || state === "live"
  return {
    external: { source: "mlb_stats_api", id: String(entry.gamePk) },
    league: "mlb",
    season: Number(/^\d{4}/.exec(entry.season ?? date)?.[0] ?? date.slice(0, 4)),
    gameType: entry.gameType ?? null,
    state,
    date,
    at: entry.status.startTimeTBD === true ? null : isoInstant(entry.gameDate),
    number: entry.gameNumber === 2 ? 2 : 1,
    series: seriesOf(entry),
    home: sideOf(entry.teams.home, isPlayed),
    away: sideOf(entry.teams.away, isPlayed),
    venue: entry.venue == null ? null : venueOf(entry.venue),
    details: null
  }
}

/** A postponed entry keeps its old day, whatever its official date. */
export const toGames = (
  dates: ReadonlyArray<{ readonly date: string; readonly games: ReadonlyArray<ScheduledGame> }>
): ReadonlyArray<Game> =>
  dates.flatMap(({ date, games }) =>
    games.flatMap((entry) => {
      const game = toGame(stateOf(entry) === "postponed" ? { ...entry, officialDate: date } : entry, date)
      return game === null ? [] : [game]
    })
  )

/** Each team numbers its series in a season, so both numbers identify a series from either side. */
const seriesOf = ({ gameType, season, teams }: ScheduledGame): string | null => {
  const sides = [teams.home, teams.away].toSorted((a, b) => a.team.id - b.team.id)
  return season == null || sides.some(({ seriesNumber }) => seriesNumber == null)
    ? null
    : ["mlb", season, gameType ?? "R", ...sides.map(({ seriesNumber, team }) => `${team.id}.${seriesNumber}`)].join("-")
}

const stateOf = ({ status }: ScheduledGame): Game["state"] => {
  const [coded, detailed] = [status.codedGameState ?? "", status.detailedState ?? ""]
  if (coded === "D" || /^postponed/i.test(detailed)) return "postponed"
  if (coded === "C" || /^cancell?ed/i.test(detailed)) return "cancelled"
  if (status.abstractGameState === "Final") return "final"
  return status.abstractGameState === "Live" ? "live" : "scheduled"
}

const sideOf = ({ score, team }: ScheduledGame["teams"]["home"], isPlayed: boolean): Side => ({
  team: { id: team.id, name: team.name ?? `Team ${team.id}`, abbreviation: team.abbreviation ?? null },
  score: isPlayed ? (score ?? null) : null
})

const countries: Readonly<Record<string, string>> = {
  USA: "US",
  Canada: "CA",
  Mexico: "MX",
  Japan: "JP",
  "South Korea": "KR",
  "United Kingdom": "GB",
  "Puerto Rico": "PR",
  "Dominican Republic": "DO"
}

export const venueOf = ({ fieldInfo, location, name, timeZone }: VenueWire): VenueMention | null =>
  name == null || name === ""
    ? null
    : {
        name,
        address: location?.address1 ?? null,
        city: location?.city ?? null,
        state: location?.stateAbbrev ?? location?.state ?? null,
        country: countries[location?.country ?? ""] ?? null,
        latitude: location?.defaultCoordinates?.latitude ?? null,
        longitude: location?.defaultCoordinates?.longitude ?? null,
        capacity: wholeNumber(fieldInfo?.capacity),
        zone: timeZone?.id ?? null
      }

/** ESPN's data on an MLB team. Colours are `#rrggbb`. */
export interface Colors {
  readonly abbreviation: string | null
  readonly fullName: string | null
  readonly primaryColor: string | null
  readonly secondaryColor: string | null
}

export const namesOf = (
  { abbreviation, franchiseName, locationName, name, teamName }: TeamWire,
  season: number
): TeamNames =>
  withOtherNames(teamNames([teamName, name], [franchiseName, locationName, abbreviation]), "mlb", name ?? null, season)

/** Colours by full name, else by abbreviation. */
const colorsOf = ({ abbreviation, name }: TeamWire, all: ReadonlyArray<Colors>): Colors | undefined =>
  all.find(({ fullName }) => fullName !== null && name != null && fullName.toLowerCase() === name.toLowerCase()) ??
  all.find(
    (one) =>
      one.abbreviation !== null && one.abbreviation === abbreviation && speaksOf(one.fullName ?? "", teamNames([name]))
  )

/** Logo URLs contain the team's id. `location` is the place in the name, such as "Texas". */
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
