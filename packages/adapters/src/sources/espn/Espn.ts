import type { Game, Team } from "@daybook/core/attending"
import { addDays, type LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, type Schema } from "effect"
import { type Answer, Provider, Verdict } from "../provider/index.js"
import { whole } from "../scrobbles/index.js"
import type { EspnLeague } from "./leagues.js"
import { ofScoreboard, ofSummary } from "./toDetails.js"
import { ofEvent } from "./toGames.js"
import { colorOf, placesOf, toTeam } from "./toTeam.js"
import { OneTeam, Scoreboard, Standings, Summary, Teams, type TeamWire, type VenueWire } from "./wire.js"

type Ground = VenueWire
type Asked<A> = Effect.Effect<A, SourceFailure>

/** What the ESPN site asks its own servers: scoreboards, summaries, teams. Open to anybody, promised to nobody. */
export interface Espn {
  /** Games that begin from the day before to the day after, at the place. */
  readonly around: (league: EspnLeague, date: LocalDate) => Asked<ReadonlyArray<Game>>
  /** Where a game has no page of its own, what the scoreboard of its day tells. */
  readonly game: (league: EspnLeague, id: string, date: LocalDate) => Asked<Option.Option<Game>>
  /** A team's season, without what comes before and after it. */
  readonly season: (league: EspnLeague, teamId: number, season: number) => Asked<ReadonlyArray<Game>>
  /** How many the ground of a club holds; null where that is not told, or it is another ground. */
  readonly capacity: (league: EspnLeague, teamId: number, ground: string) => Asked<number | null>
  /** `placed` says whether conferences and divisions are known, too. */
  readonly teams: (league: EspnLeague) => Asked<{ readonly teams: ReadonlyArray<Team>; readonly placed: boolean }>
  /** Teams of the league by what scoreboards have told of them so far: without places, and only one logo. */
  readonly shown: (league: EspnLeague) => ReadonlyArray<Team>
  /** Colours of MLB's teams, which the league itself does not tell. */
  readonly baseballTeams: Asked<ReadonlyArray<{ readonly abbreviation: string | null; readonly fullName: string | null; readonly primaryColor: string | null; readonly secondaryColor: string | null }>>
}

/** How long to bear with the provider, where the common measure does not fit. */
export type Options = Pick<Provider.ProviderOptions, "patience" | "timeout">

export const make = ({ baseUrl, gap }: { readonly baseUrl: string; readonly gap: Duration.Duration }, options: Options = {}): Effect.Effect<Espn, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const provider = yield* Provider.make({ source: "espn", name: "ESPN", baseUrl, gap, sharesGap: true, advice, judge, ...options })
    const ask = <A, I>(schema: Schema.Schema<A, I>, path: string, query: Readonly<Record<string, string | number>>): Asked<Option.Option<A>> =>
      Effect.asSome(provider.json(schema, { path, query: () => query })).pipe(
        Effect.catchIf((failure) => failure.state === "not_found", () => Effect.succeedNone)
      )
    const teamsOf = (path: string): Asked<ReadonlyArray<TeamWire>> =>
      Effect.map(ask(Teams, `/apis/site/v2/sports/${path}/teams`, { limit: 1000 }), (found) =>
        (Option.getOrUndefined(found)?.sports ?? []).flatMap(({ leagues }) => leagues).flatMap(({ teams }) => teams ?? []).map(({ team }) => team))
    const grounds = new Map<string, Ground | null>()
    const ground = (path: string, teamId: number) => {
      const key = `${path}/teams/${teamId}`
      const known = grounds.get(key)
      return known !== undefined ? Effect.succeed(known) : Effect.map(ask(OneTeam, `/apis/site/v2/sports/${key}`, {}), (found) => {
        const told = Option.getOrUndefined(found)?.team.franchise?.venue ?? null
        grounds.set(key, told)
        return told
      })
    }
    const shown = new Map<string, Map<number, Team>>()
    const show = (league: EspnLeague, found: Option.Option<typeof Scoreboard.Type>) => {
      const known = shown.get(league.path) ?? new Map<number, Team>()
      shown.set(league.path, known)
      const wires = (Option.getOrUndefined(found)?.events ?? []).flatMap(({ competitions }) => competitions).flatMap(({ competitors }) => competitors)
      for (const team of wires.flatMap(({ team }) => toTeam(team, league.league, new Map()) ?? [])) known.set(team.id, team)
    }
    const scoreboard = (league: EspnLeague, date: LocalDate) =>
      ask(Scoreboard, `/apis/site/v2/sports/${league.path}/scoreboard`, {
        dates: `${compact(addDays(date, -1))}-${compact(addDays(date, 1))}`,
        limit: 900,
        ...(league.groups === null ? {} : { groups: league.groups })
      }).pipe(Effect.tap((found) => Effect.sync(() => show(league, found))))
    return {
      shown: ({ path }) => [...(shown.get(path)?.values() ?? [])],
      capacity: ({ path }, teamId, name) => Effect.map(ground(path, teamId), (own) => own?.fullName === name ? whole(own.capacity) : null),
      around: (league, date) => Effect.map(scoreboard(league, date), gamesOf(league)),
      season: (league, teamId, season) =>
        Effect.map(ask(Scoreboard, `/apis/site/v2/sports/${league.path}/teams/${teamId}/schedule`, { season, seasontype: 2 }), gamesOf(league)),
      game: (league, id, date) =>
        Effect.gen(function*() {
          const page = yield* ask(Summary, `/apis/site/v2/sports/${league.path}/summary`, { event: id })
          const game = Option.flatMapNullable(page, (summary) => ofSummary(summary, league))
          if (Option.isSome(game)) return game
          const events = Option.getOrUndefined(yield* scoreboard(league, date))?.events ?? []
          return Option.flatMapNullable(Option.fromNullable(events.find((event) => event.id === id)), (event) => ofScoreboard(event, league))
        }),
      teams: (league) =>
        Effect.gen(function*() {
          const teams = yield* teamsOf(league.path)
          const standings = Option.flatten(yield* Effect.option(ask(Standings, `/apis/v2/sports/${league.path}/standings`, { level: 3 })))
          const places = Option.match(standings, { onNone: () => new Map(), onSome: placesOf })
          return { teams: teams.flatMap((team) => toTeam(team, league.league, places) ?? []), placed: Option.isSome(standings) }
        }),
      baseballTeams: Effect.map(teamsOf("baseball/mlb"), (teams) => teams.map((team) => ({
        abbreviation: team.abbreviation ?? null,
        fullName: team.displayName ?? null,
        primaryColor: colorOf(team.color),
        secondaryColor: colorOf(team.alternateColor)
      })))
    }
  })

const gamesOf = (league: EspnLeague) => (found: Option.Option<typeof Scoreboard.Type>): ReadonlyArray<Game> =>
  (Option.getOrUndefined(found)?.events ?? []).flatMap((event) => ofEvent(event, league) ?? [])

const compact = (date: LocalDate): string => date.replaceAll("-", "")

const advice = {
  rate_limited: "ESPN turns programs away when it is busy: what is left is asked after the next sync",
  bad_answer: "ESPN promises its data to nobody and may have changed it: sync again later; if it lasts, check DAYBOOK_ESPN_BASE_URL"
}

/** Whoever asks too much gets 403 for a while. */
const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 403 ? Verdict.again("rate_limited", "turns programs away (HTTP 403)", Option.some(Duration.seconds(10))) : Verdict.ofStatus(answer)
