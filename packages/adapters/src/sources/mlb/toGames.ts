import type { Game, Side, VenueMention } from "@daybook/core/attending"
import { isLocalDate } from "@daybook/core/shared"
import { whole } from "../scrobbles/index.js"
import { isoInstant } from "../leagues/isoInstant.js"
import type { ScheduledGame, VenueWire } from "./wire.js"

/** The game that one entry of a schedule is; null where it says too little. One that was put off comes once for each date. */
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

/** An entry that was put off stands under its old day, whatever its official date says by now. */
export const toGames = (dates: ReadonlyArray<{ readonly date: string; readonly games: ReadonlyArray<ScheduledGame> }>): ReadonlyArray<Game> =>
  dates.flatMap(({ date, games }) => games.flatMap((entry) => {
    const game = toGame(stateOf(entry) === "postponed" ? { ...entry, officialDate: date } : entry, date)
    return game === null ? [] : [game]
  }))

/** The league counts each team's series of a season, so that both numbers together name one, whoever plays at home. */
const seriesOf = ({ gameType, season, teams }: ScheduledGame): string | null => {
  const sides = [teams.home, teams.away].toSorted((a, b) => a.team.id - b.team.id)
  return season == null || sides.some(({ seriesNumber }) => seriesNumber == null) ? null : ["mlb", season, gameType ?? "R", ...sides.map(({ seriesNumber, team }) => `${team.id}.${seriesNumber}`)].join("-")
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
  score: isPlayed ? score ?? null : null
})

const countries: Readonly<Record<string, string>> = { USA: "US", Canada: "CA", Mexico: "MX", Japan: "JP", "South Korea": "KR", "United Kingdom": "GB", "Puerto Rico": "PR", "Dominican Republic": "DO" }

export const venueOf = ({ fieldInfo, location, name, timeZone }: VenueWire): VenueMention | null =>
  name == null || name === "" ? null : {
    name,
    address: location?.address1 ?? null,
    city: location?.city ?? null,
    state: location?.stateAbbrev ?? location?.state ?? null,
    country: countries[location?.country ?? ""] ?? null,
    latitude: location?.defaultCoordinates?.latitude ?? null,
    longitude: location?.defaultCoordinates?.longitude ?? null,
    capacity: whole(fieldInfo?.capacity),
    zone: timeZone?.id ?? null
  }
