import { daysIn } from "@daybook/core/shared"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { type Club, clubs, ownTeams, type PlayedLeague } from "../sampleOwner/attending/clubs.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext, wholeNumber } from "../shared/Simulator.js"
import { isAnonymousProgram, isOnSchedule, scoreboard } from "./scoreboard.js"
import { event, scheduled, standings, summary, team, teamPage } from "./wire.js"

const paths: Readonly<Record<string, PlayedLeague>> = {
  "baseball/mlb": "mlb",
  "football/nfl": "nfl",
  "football/college-football": "ncaaf",
  "basketball/nba": "nba",
  "basketball/wnba": "wnba",
  "basketball/mens-college-basketball": "ncaab",
  "hockey/nhl": "nhl",
  "soccer/usa.1": "mls"
}

/** ESPN's site API over the games that clubs play here. */
export const espn = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() =>
    makeSimulator({
      id: "espn",
      clock,
      settings: {
        DAYBOOK_ESPN_BASE_URL: baseUrl,
        DAYBOOK_ESPN_MIN_INTERVAL_MS: "0",
        DAYBOOK_ATTENDING_TEAMS: ownTeams
      },
      control: {},
      answer: (request) => Effect.map(clock.now, (now) => answered(sampleOwner, now, baseUrl, request))
    })
  )

const json = (body: unknown) => HttpServerResponse.unsafeJson(body)

const answered = (
  sampleOwner: SampleOwner,
  now: number,
  base: string,
  { distortion, headers, params, path }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  if (path.startsWith("/i/")) return pngResponse(cover(path, 200))
  if (isAnonymousProgram(headers["user-agent"])) return forbidden
  const [, kind, sport, name, what, id, isSchedule] =
    /^\/apis\/(site\/v2|v2)\/sports\/([a-z]+)\/([a-z.0-9-]+)\/(\w+)(?:\/(\d+)(\/schedule)?)?$/.exec(path) ?? []
  const league = paths[`${sport}/${name}`]
  if (league === undefined || (what === "standings") !== (kind === "v2")) return notFound
  const isEmpty = distortion?._tag === "Empty"
  switch (what) {
    case "standings":
      return json(isEmpty ? { name: "League" } : standings(clubs[league]))
    case "teams":
      if (id !== undefined) {
        const club = clubs[league].find(({ espnId }) => String(espnId) === id)
        if (club !== undefined && isSchedule !== undefined)
          return json({ events: isEmpty ? [] : season(sampleOwner, club, now, base, params) })
        return club === undefined ? notFound : json({ team: teamPage(club, base) })
      } else
        return json({
          sports: [
            {
              id: "1",
              name: sport,
              slug: sport,
              leagues: [
                {
                  id: "1",
                  name,
                  abbreviation: name,
                  teams: isEmpty ? [] : pageOf(clubs[league], params).map((club) => ({ team: team(club, base) }))
                }
              ]
            }
          ]
        })
    case "scoreboard": {
      const fixtures = scoreboard(sampleOwner, league, now, params)
      if (fixtures === null) return refusedDates
      const events = isEmpty ? [] : fixtures.map((fixture) => event(sampleOwner.seed, fixture, now, base))
      return json({ leagues: [{ id: "1" }], events })
    }
    case "summary": {
      const fixture = /^\d+$/.test(params["event"] ?? "")
        ? sampleOwner.attending.fixtureOf(league, Number(params["event"]))
        : undefined
      return fixture === undefined || league === "mlb" ? notFound : json(summary(sampleOwner.seed, fixture, now, base))
    }
    default:
      return notFound
  }
}

/** Team lists have pages. */
const pageOf = (all: ReadonlyArray<Club>, { limit, page }: Readonly<Record<string, string>>): ReadonlyArray<Club> => {
  const size = wholeNumber(limit, 50) || 50
  const from = ((wholeNumber(page, 1) || 1) - 1) * size
  return all.slice(from, from + size)
}

const refusedDates = HttpServerResponse.unsafeJson(
  { code: 400, message: "Failed to get events endpoint." },
  { status: 400 }
)

const forbidden = HttpServerResponse.html("<html><head><title>403 Forbidden</title></head></html>").pipe(
  HttpServerResponse.setStatus(403)
)

const notFound = HttpServerResponse.unsafeJson({ code: 404, message: "Not Found" }, { status: 404 })

/** A team's season. Those that run over the new year have the name of either of their years. */
const season = (
  sampleOwner: SampleOwner,
  club: Club,
  now: number,
  base: string,
  params: Readonly<Record<string, string>>
) => {
  const year = Number(params["season"])
  if (!Number.isInteger(year) || year < 1990 || year > 2100 || club.league === "mlb") return []
  return daysIn(`${year - 1}-07-01`, `${year + 1}-07-01`)
    .flatMap((date) => sampleOwner.attending.fixturesOn(club.league, date))
    .filter((fixture) => fixture.season === year && [fixture.home.id, fixture.away.id].includes(club.id))
    .filter(isOnSchedule(club.league, now))
    .map((fixture) => scheduled(event(sampleOwner.seed, fixture, now, base)))
}
