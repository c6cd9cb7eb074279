import type { Game, Team } from "@daybook/core/attending"
import { addDays, type LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { type Config, Duration, Effect, Option, type Schema } from "effect"
import { leagueSettings } from "../../attending/rules.js"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { wholeNumber } from "../kit/values.js"
import type { EspnLeague } from "./leagues.js"
import { ofScoreboard, ofSummary } from "./toDetails.js"
import { colorOf, ofEvent, placesOf, toTeam } from "./toGames.js"
import { OneTeam, Scoreboard, Standings, Summary, Teams, type TeamWire, type VenueWire } from "./wire.js"

export const settings = leagueSettings(
  Setting.settings({
  enabled: Setting.flag("DAYBOOK_ESPN_ENABLED", true, "whether games and players of ESPN are fetched"),
  baseUrl: Setting.baseUrl("DAYBOOK_ESPN_BASE_URL", "https://site.api.espn.com", "ESPN's API"),
  gap: Setting.minInterval("DAYBOOK_ESPN_MIN_INTERVAL_MS", "500 millis", "ESPN")
}))
export type Settings = Config.Config.Success<typeof settings.config>

type Call<A> = Effect.Effect<A, SourceFailure>

/** The JSON API of ESPN's own site: scoreboards, summaries, teams. Open, but undocumented and without guarantees. */
export interface Espn {
  /** Games from the day before to the day after, in local time. */
  readonly around: (league: EspnLeague, date: LocalDate) => Call<ReadonlyArray<Game>>
  /** A game's summary, else its entry on the scoreboard of its day. */
  readonly game: (league: EspnLeague, id: string, date: LocalDate) => Call<Option.Option<Game>>
  /** A team's regular season. */
  readonly season: (league: EspnLeague, teamId: number, season: number) => Call<ReadonlyArray<Game>>
  /** Capacity of a team's home venue; null when unknown or for another venue. */
  readonly capacity: (league: EspnLeague, teamId: number, ground: string) => Call<number | null>
  /** `placed`: whether conferences and divisions are known. */
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
    ): Call<Option.Option<A>> =>
      Provider.orNone(provider.json(schema, { path, query: () => query }))
    const teamsOf = (path: string): Call<ReadonlyArray<TeamWire>> =>
      Effect.map(ask(Teams, `/apis/site/v2/sports/${path}/teams`, { limit: 1000 }), (answer) =>
        (Option.getOrUndefined(answer)?.sports ?? [])
          .flatMap(({ leagues }) => leagues)
          .flatMap(({ teams }) => teams ?? [])
          .map(({ team }) => team)
      )
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
    const rememberTeams = (league: EspnLeague, answer: Option.Option<typeof Scoreboard.Type>) => {
      const teams = seenTeams.get(league.path) ?? new Map<number, Team>()
      seenTeams.set(league.path, teams)
      const wires = (Option.getOrUndefined(answer)?.events ?? [])
        .flatMap(({ competitions }) => competitions)
        .flatMap(({ competitors }) => competitors)
      for (const team of wires.flatMap(({ team }) => toTeam(team, league.league, new Map()) ?? []))
        teams.set(team.id, team)
    }
    const scoreboard = (league: EspnLeague, date: LocalDate) =>
      ask(Scoreboard, `/apis/site/v2/sports/${league.path}/scoreboard`, {
        dates: `${compact(addDays(date, -1))}-${compact(addDays(date, 1))}`,
        limit: 900,
        ...(league.groups === null ? {} : { groups: league.groups })
      }).pipe(Effect.tap((answer) => Effect.sync(() => rememberTeams(league, answer))))
    return {
      seenTeams: ({ path }) => [...(seenTeams.get(path)?.values() ?? [])],
      capacity: ({ path }, teamId, name) =>
        Effect.map(ground(path, teamId), (own) => (own?.fullName === name ? wholeNumber(own.capacity) : null)),
      around: (league, date) => Effect.map(scoreboard(league, date), gamesOf(league)),
      season: (league, teamId, season) =>
        Effect.map(
          ask(Scoreboard, `/apis/site/v2/sports/${league.path}/teams/${teamId}/schedule`, { season, seasontype: 2 }),
          gamesOf(league)
        ),
      game: (league, id, date) =>
        Effect.gen(function* () {
          const page = yield* ask(Summary, `/apis/site/v2/sports/${league.path}/summary`, { event: id })
          const game = Option.flatMapNullable(page, (summary) => ofSummary(summary, league))
          if (Option.isSome(game)) return game
          const events = Option.getOrUndefined(yield* scoreboard(league, date))?.events ?? []
          return Option.flatMapNullable(Option.fromNullable(events.find((event) => event.id === id)), (event) =>
            ofScoreboard(event, league)
          )
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
  (answer: Option.Option<typeof Scoreboard.Type>): ReadonlyArray<Game> =>
    (Option.getOrUndefined(answer)?.events ?? []).flatMap((event) => ofEvent(event, league) ?? [])

const compact = (date: LocalDate): string => date.replaceAll("-", "")

const advice = {
  rate_limited: "ESPN rejects programs when it is busy: the rest is requested after the next sync",
  bad_answer:
    "ESPN's API is undocumented and may have changed: sync again later; if it lasts, check DAYBOOK_ESPN_BASE_URL"
}

/** Too many requests get 403 for a while. */
const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 403
    ? Verdict.again("rate_limited", "rejects programs (HTTP 403)", Option.some(Duration.seconds(10)))
    : Verdict.ofStatus(answer)
