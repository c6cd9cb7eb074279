import { addDays, daysIn, isLocalDate } from "@daybook/core/shared"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { type Club, clubs, ownTeams, type PlayedLeague } from "../sampleOwner/attending/clubs.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
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

/** Without one of these a college scoreboard lists the best teams only, which are not the person's. */
const groups: Readonly<Partial<Record<PlayedLeague, string>>> = { ncaaf: "80", ncaab: "50" }

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
  { distortion, params, path }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  if (path.startsWith("/i/")) return pngResponse(cover(path, 200))
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
                  teams: isEmpty ? [] : clubs[league].map((club) => ({ team: team(club, base) }))
                }
              ]
            }
          ]
        })
    case "scoreboard":
      return json({ leagues: [{ id: "1" }], events: isEmpty ? [] : scoreboard(sampleOwner, league, now, base, params) })
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

const notFound = HttpServerResponse.unsafeJson({ code: 404, message: "Not Found" }, { status: 404 })

/** Days are those of the league's office: late games of the west belong to the day on which they began there. */
const scoreboard = (
  sampleOwner: SampleOwner,
  league: PlayedLeague,
  now: number,
  base: string,
  params: Readonly<Record<string, string>>
) => {
  if (league === "mlb" || (groups[league] !== undefined && params["groups"] !== groups[league])) return []
  const [from, to = from] = (params["dates"] ?? "")
    .split("-")
    .map((day) => day.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"))
  if (!isLocalDate(from ?? "") || !isLocalDate(to ?? "")) return []
  return daysIn(from!, addDays(to!, 1))
    .flatMap((date) => sampleOwner.attending.fixturesOn(league, date))
    .slice(0, Number(params["limit"] ?? 100))
    .map((fixture) => event(sampleOwner.seed, fixture, now, base))
}

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
    .map((fixture) => scheduled(event(sampleOwner.seed, fixture, now, base)))
}
