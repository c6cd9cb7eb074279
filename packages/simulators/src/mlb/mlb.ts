import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { addDays, daysIn, isLocalDate, type LocalDate } from "@daybook/core/shared"
import { Effect } from "effect"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { clubs, ownTeams } from "../sampleOwner/attending/clubs.js"
import type { Fixture } from "../sampleOwner/attending/fixtures.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { boxScore } from "./boxScore.js"
import { entry, everybody, feed, person, stateOf, team, venue } from "./wire.js"
import { personStats } from "./stats.js"

const copyright = "Copyright 2026 MLB Advanced Media, L.P. Simulated."

/** MLB's Stats API over the games that its clubs play here. Logos and pictures lie below, too. */
export const mlb = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() =>
    makeSimulator({
      id: "mlb",
      clock,
      settings: {
        DAYBOOK_MLB_BASE_URL: baseUrl,
        DAYBOOK_MLB_LOGO_BASE_URL: `${baseUrl}/team-logos`,
        DAYBOOK_MLB_PHOTO_BASE_URL: `${baseUrl}/photos`,
        DAYBOOK_MLB_MIN_INTERVAL_MS: "0",
        DAYBOOK_ATTENDING_TEAMS: ownTeams
      },
      control: {},
      answer: (request) => Effect.map(clock.now, (now) => answered(sampleOwner, now, request))
    })
  )

const json = (body: unknown) => HttpServerResponse.unsafeJson(body)

const answered = (
  sampleOwner: SampleOwner,
  now: number,
  { distortion, params, path }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  const { seed } = sampleOwner
  const isEmpty = distortion?._tag === "Empty"
  const picture = /^\/photos\/[^/]+\/v1\/people\/(\d+)\//.exec(path)?.[1]
  if (picture !== undefined) return pngResponse(cover(`athlete ${picture}`, 213))
  if (/^\/team-logos\/(?:[\w-]+\/)?\d+\.svg$/.test(path)) return logo
  if (path === "/api/v1/schedule") return json(isEmpty ? scheduled([]) : schedule(sampleOwner, now, params))
  if (path === "/api/v1/teams") return json({ copyright, teams: isEmpty ? [] : clubs.mlb.map(team) })
  const ground = clubs.mlb.map(({ ground }) => ground).find(({ id }) => path === `/api/v1/venues/${id}`)
  if (ground !== undefined) return json({ copyright, venues: [venue(ground)] })
  if (path === "/api/v1/people") {
    const playerIds = new Set((params["personIds"] ?? "").split(","))
    return json({
      copyright,
      people: isEmpty
        ? []
        : everybody(seed, clubs.mlb)
            .filter(({ id }) => playerIds.has(String(id)))
            .map((one) => person(one, params["hydrate"] ?? ""))
    })
  }
  const athlete = everybody(seed, clubs.mlb).find(({ id }) => path === `/api/v1/people/${id}/stats`)
  if (athlete !== undefined) return json(personStats(athlete, params))
  const [, pk, what] = /^\/api\/v1(?:\.1)?\/game\/(\d+)\/(boxscore|feed\/live)$/.exec(path) ?? []
  const fixture = pk === undefined ? undefined : fixtureOf(sampleOwner, Number(pk))
  if (fixture === undefined || stateOf(fixture, now) === "Preview") return notFound
  return json(what === "boxscore" ? boxScore(seed, fixture) : feed(seed, fixture))
}

const logo = HttpServerResponse.text(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14"/></svg>`,
  { contentType: "image/svg+xml" }
)

const notFound = HttpServerResponse.unsafeJson(
  { messageNumber: 10, message: "Object not found", timestamp: "2026-01-01T00:00:00.000Z", traceId: null },
  { status: 404 }
)

interface Day {
  readonly date: LocalDate
  readonly games: ReadonlyArray<unknown>
}

/** Days off are left out. */
const scheduled = (dates: ReadonlyArray<Day>) => {
  const playing = dates.filter(({ games }) => games.length > 0)
  const totalGames = playing.reduce((sum, { games }) => sum + games.length, 0)
  return {
    copyright,
    totalItems: totalGames,
    totalEvents: 0,
    totalGames,
    totalGamesInProgress: 0,
    dates: playing.map(({ date, games }) => ({ date, totalItems: games.length, totalGames: games.length, games }))
  }
}

const schedule = (sampleOwner: SampleOwner, now: number, params: Readonly<Record<string, string>>) => {
  const hydrate = new Set((params["hydrate"] ?? "").split(","))
  const pk = params["gamePk"]
  const fixture = pk === undefined ? undefined : fixtureOf(sampleOwner, Number(pk))
  const [from = "", to = ""] =
    pk === undefined ? spanOf(params) : [fixture?.postponedFrom ?? fixture?.date, fixture?.date]
  if (!isLocalDate(from) || !isLocalDate(to)) return scheduled([])
  const isWanted = ({ away, home, id }: Fixture) =>
    (pk === undefined || String(id) === pk) &&
    (params["teamId"] === undefined || [home.id, away.id].includes(Number(params["teamId"])))
  return scheduled(
    daysIn(from, addDays(to, 1)).map((date) => ({
      date,
      games: sampleOwner.attending
        .fixturesOn("mlb", date)
        .filter(isWanted)
        .map((one) => entry(sampleOwner.seed, one, date, now, hydrate))
    }))
  )
}

const spanOf = ({ date, endDate, season, startDate }: Readonly<Record<string, string>>) =>
  season !== undefined && startDate === undefined
    ? [`${season}-01-01`, `${season}-12-31`]
    : [startDate ?? date, endDate ?? date]

const fixtureOf = (sampleOwner: SampleOwner, id: number): Fixture | undefined =>
  sampleOwner.attending.fixtureOf("mlb", id)
