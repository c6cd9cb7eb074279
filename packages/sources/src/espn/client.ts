import type { Game, Team } from "@daybook/core/attending"
import { addDays, type LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Array, type Config, Duration, Effect, Either, Option, type Schema } from "effect"
import { leagueSettings } from "../kit/attendingRules.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { wholeNumber } from "../kit/values.js"
import type { EspnLeague } from "./leagues.js"
import { ofScoreboard, ofSummary } from "./toDetails.js"
import { colorOf, ofEvent, placesOf, toTeam } from "./toGames.js"
import {
  type EventWire,
  OneTeam,
  Scoreboard,
  Standings,
  Summary,
  Teams,
  type TeamWire,
  type VenueWire
} from "./wire.js"

export const settings = leagueSettings(
  Setting.settings({
    enabled: Setting.flag("DAYBOOK_ESPN_ENABLED", true, "`false` turns ESPN off"),
    baseUrl: Setting.baseUrl("DAYBOOK_ESPN_BASE_URL", "https://site.api.espn.com", "ESPN's API"),
    gap: Setting.minInterval("DAYBOOK_ESPN_MIN_INTERVAL_MS", "500 millis", "ESPN")
  })
)
export type Settings = Config.Config.Success<typeof settings.config>

type Call<A> = Effect.Effect<A, SourceFailure>

/** The JSON API of ESPN's own site: scoreboards, summaries, teams. Open, but undocumented and without guarantees. */
export interface Espn {
  /** Games from the day before to the day after, in local time. Fails unless ESPN answers for all of them. */
  readonly around: (league: EspnLeague, date: LocalDate) => Call<ReadonlyArray<Game>>
  /** A game's summary, else its entry on the scoreboard of its day. */
  readonly game: (league: EspnLeague, id: string, date: LocalDate) => Call<Option.Option<Game>>
  /** A team's regular season. */
  readonly season: (league: EspnLeague, teamId: number, season: number) => Call<ReadonlyArray<Game>>
  /** Capacity of a team's home venue; null when unknown or for another venue. */
  readonly capacity: (league: EspnLeague, teamId: number, ground: string) => Call<number | null>
  /** `placed`: whether conferences and divisions are known. Fails with `not_found` when ESPN has no list. */
  readonly teams: (league: EspnLeague) => Call<{ readonly teams: ReadonlyArray<Team>; readonly placed: boolean }>
  /** Teams seen on scoreboards so far, without conferences and with one logo. */
  readonly seenTeams: (league: EspnLeague) => ReadonlyArray<Team>
  /** Colours of MLB's teams, which MLB's own API lacks. */
  readonly baseballTeams: Call<
    ReadonlyArray<{
      readonly abbreviation: string | null
      readonly fullName: string | null
      readonly primaryColor: string | null
      readonly secondaryColor: string | null
    }>
  >
}

export const make = (
  { baseUrl, gap }: { readonly baseUrl: string; readonly gap: Duration.Duration },
  limits: Provider.CallLimits = {}
): Effect.Effect<Espn, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const provider = yield* Provider.make({
      source: "espn",
      name: "ESPN",
      baseUrl,
      gap,
      sharesGap: true,
      advice,
      judge,
      ...limits
    })
    const ask = <A, I>(
      schema: Schema.Schema<A, I>,
      path: string,
      query: Readonly<Record<string, string | number>>
    ): Call<Option.Option<A>> => Provider.orNone(provider.json(schema, { path, query: () => query }))
    const teamsOf = (path: string, page = 1): Call<ReadonlyArray<TeamWire>> =>
      Effect.gen(function* () {
        const query = { limit: perList, ...(page === 1 ? {} : { page }) }
        const call = { path: `/apis/site/v2/sports/${path}/teams`, query: () => query }
        const teams = yield* provider.checked(Teams, call, ({ sports }) => {
          const listed = sports.flatMap(({ leagues }) => leagues).flatMap(({ teams }) => teams ?? [])
          // A league without teams says nothing about its games.
          return listed.length === 0 && page === 1
            ? Either.left("lists no teams")
            : Either.right(listed.map(({ team }) => team))
        })
        return teams.length < perList || page === maxPages ? teams : [...teams, ...(yield* teamsOf(path, page + 1))]
      })
    const grounds = new Map<string, VenueWire | null>()
    const ground = (path: string, teamId: number) => {
      const key = `${path}/teams/${teamId}`
      const cached = grounds.get(key)
      return cached !== undefined
        ? Effect.succeed(cached)
        : Effect.map(ask(OneTeam, `/apis/site/v2/sports/${key}`, {}), (answer) => {
            const venue = Option.getOrUndefined(answer)?.team.franchise?.venue ?? null
            grounds.set(key, venue)
            return venue
          })
    }
    const seenTeams = new Map<string, Map<number, Team>>()
    const rememberTeams = (league: EspnLeague, events: ReadonlyArray<EventWire>) => {
      const teams = seenTeams.get(league.path) ?? new Map<number, Team>()
      seenTeams.set(league.path, teams)
      const wires = events.flatMap(({ competitions }) => competitions).flatMap(({ competitors }) => competitors)
      for (const team of wires.flatMap(({ team }) => toTeam(team, league.league, new Map()) ?? []))
        teams.set(team.id, team)
    }
    const scoreboard = (league: EspnLeague, dates: string): Call<ReadonlyArray<EventWire>> =>
      Effect.map(
        provider.json(Scoreboard, {
          path: `/apis/site/v2/sports/${league.path}/scoreboard`,
          query: () => ({ dates, limit: perList, ...(league.groups === null ? {} : { groups: league.groups }) })
        }),
        ({ events }) => events
      )
    const eventsAround = (league: EspnLeague, date: LocalDate): Call<ReadonlyArray<EventWire>> =>
      Effect.forEach(datesAround(league, date), (dates) => scoreboard(league, dates)).pipe(
        Effect.map((lists) => Array.dedupeWith(lists.flat(), (a, b) => a.id === b.id)),
        Effect.tap((events) => Effect.sync(() => rememberTeams(league, events)))
      )
    return {
      seenTeams: ({ path }) => [...(seenTeams.get(path)?.values() ?? [])],
      capacity: ({ path }, teamId, name) =>
        Effect.map(ground(path, teamId), (own) => (own?.fullName === name ? wholeNumber(own.capacity) : null)),
      around: (league, date) => Effect.map(eventsAround(league, date), gamesOf(league)),
      season: (league, teamId, season) =>
        Effect.map(
          ask(Scoreboard, `/apis/site/v2/sports/${league.path}/teams/${teamId}/schedule`, { season, seasontype: 2 }),
          (answer) => gamesOf(league)(Option.getOrUndefined(answer)?.events ?? [])
        ),
      game: (league, id, date) =>
        Effect.gen(function* () {
          const page = yield* ask(Summary, `/apis/site/v2/sports/${league.path}/summary`, { event: id })
          const game = Option.flatMapNullable(page, (summary) => ofSummary(summary, league))
          if (Option.isSome(game)) return game
          const event = (yield* eventsAround(league, date)).find((event) => event.id === id)
          return Option.flatMapNullable(Option.fromNullable(event), (event) => ofScoreboard(event, league))
        }),
      teams: (league) =>
        Effect.gen(function* () {
          const teams = yield* teamsOf(league.path)
          const standings = Option.flatten(
            yield* Effect.option(ask(Standings, `/apis/v2/sports/${league.path}/standings`, { level: 3 }))
          )
          const places = Option.match(standings, { onNone: () => new Map(), onSome: placesOf })
          return {
            teams: teams.flatMap((team) => toTeam(team, league.league, places) ?? []),
            placed: Option.isSome(standings)
          }
        }),
      baseballTeams: Effect.map(teamsOf("baseball/mlb"), (teams) =>
        teams.map((team) => ({
          abbreviation: team.abbreviation ?? null,
          fullName: team.displayName ?? null,
          primaryColor: colorOf(team.color),
          secondaryColor: colorOf(team.alternateColor)
        }))
      )
    }
  })

const gamesOf =
  (league: EspnLeague) =>
  (events: ReadonlyArray<EventWire>): ReadonlyArray<Game> =>
    events.flatMap((event) => ofEvent(event, league) ?? [])

/** Rows of a list. From 600 on ESPN cuts a list without saying so. */
const perList = 500
/** ESPN has no list of teams as long as this many pages. */
const maxPages = 5

/**
 * The values of `dates` that together list the day before, the day and the day after. ESPN refuses ranges of days since
 * September 2026.
 */
export const datesAround = ({ isListedByMonth }: EspnLeague, date: LocalDate): ReadonlyArray<string> => {
  const days = [-1, 0, 1].map((offset) => addDays(date, offset).replaceAll("-", ""))
  return isListedByMonth ? [...new Set(days.map((day) => day.slice(0, 6)))] : days
}

const changed =
  "ESPN's API is undocumented and may have changed: sync again later; if it lasts, check DAYBOOK_ESPN_BASE_URL"
const advice = {
  rate_limited: "ESPN rejects programs when it is busy: the rest is requested after the next sync",
  bad_answer: changed,
  not_found: changed
}

/** Too many requests get 403 for a while. */
const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 403
    ? Verdict.again("rate_limited", "rejects programs (HTTP 403)", Option.some(Duration.seconds(10)))
    : Verdict.ofStatus(answer)
