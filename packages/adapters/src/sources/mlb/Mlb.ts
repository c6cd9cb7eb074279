import type { Game, GameDetails, Player, VenueMention } from "@daybook/core/attending"
import { addDays, type LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, type Schema } from "effect"
import { Provider } from "../provider/index.js"
import type { Settings } from "./settings.js"
import { toDetails } from "./toDetails.js"
import { venueOf } from "./toGames.js"
import { toPlayer } from "./toPlayer.js"
import { BoxScore, Feed, feedFields, People, PersonStats, Schedule, Teams, type TeamWire, Venues } from "./wire.js"

type Asked<A> = Effect.Effect<A, SourceFailure>
/** A schedule, day by day. */
export type Days = typeof Schedule.Type["dates"]

/** MLB's Stats API (https://statsapi.mlb.com): free to individuals, without a key, and undocumented. */
export interface Mlb {
  readonly teams: Asked<ReadonlyArray<TeamWire>>
  /** The games from the day before to the day after, of one team or of all. */
  readonly around: (date: LocalDate, teamId: number | null) => Asked<Days>
  /** Every entry of one game: two where it was put off. Empty where it is unknown. */
  readonly game: (gamePk: string) => Asked<Days>
  /** A team's season with what follows it, without its spring. */
  readonly season: (teamId: number, season: number) => Asked<Days>
  /** None before the league has a box score. */
  readonly details: (game: Game) => Asked<Option.Option<GameDetails>>
  readonly venue: (id: number) => Asked<VenueMention | null>
  readonly players: (ids: ReadonlyArray<number>) => Asked<ReadonlyArray<Player>>
  readonly stats: (id: number, query: Readonly<Record<string, string>>) => Asked<Option.Option<PersonStats>>
}

/** How long to bear with the provider, where the common measure does not fit. */
export type Options = Pick<Provider.ProviderOptions, "patience" | "timeout">

export const make = ({ baseUrl, gap, photoBaseUrl }: Settings, options: Options = {}): Effect.Effect<Mlb, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const provider = yield* Provider.make({ source: "mlb", name: "MLB", baseUrl, gap, sharesGap: true, advice, ...options })
    const ask = <A, I>(schema: Schema.Schema<A, I>, path: string, query: Readonly<Record<string, string | number>> = {}): Asked<Option.Option<A>> =>
      Effect.asSome(provider.json(schema, { path: `/api/${path}`, query: () => query })).pipe(
        Effect.catchIf((failure) => failure.state === "not_found", () => Effect.succeedNone)
      )
    const days = (query: Readonly<Record<string, string | number>>) =>
      Effect.map(ask(Schedule, "v1/schedule", { sportId: 1, hydrate: "team,venue", ...query }), (found) => Option.getOrUndefined(found)?.dates ?? [])
    const venues = new Map<number, VenueMention | null>()
    return {
      teams: Effect.map(ask(Teams, "v1/teams", { sportId: 1, activeStatus: "Y" }), (found) => Option.getOrUndefined(found)?.teams ?? []),
      around: (date, teamId) => days({ startDate: addDays(date, -1), endDate: addDays(date, 1), ...(teamId === null ? {} : { teamId }) }),
      game: (gamePk) => Effect.map(days({ gamePk }), onlyGame(gamePk)),
      season: (teamId, season) => days({ teamId, season, gameTypes: "R,F,D,L,W" }),
      details: (game) =>
        Effect.gen(function*() {
          const box = yield* ask(BoxScore, `v1/game/${game.external.id}/boxscore`)
          const feed = yield* ask(Feed, `v1.1/game/${game.external.id}/feed/live`, { fields: feedFields })
          return Option.map(box, (found) => toDetails(found, Option.getOrElse(feed, () => ({})), game, photoBaseUrl))
        }),
      venue: (id) =>
        venues.has(id) ? Effect.succeed(venues.get(id) ?? null) : Effect.map(ask(Venues, `v1/venues/${id}`, { hydrate: "location,timezone,fieldInfo" }), (found) => {
          const [venue] = Option.getOrUndefined(found)?.venues ?? []
          const known = venue === undefined ? null : venueOf(venue)
          venues.set(id, known)
          return known
        }),
      players: (ids) =>
        Effect.map(ask(People, "v1/people", { personIds: ids.join(","), hydrate: "currentTeam,awards,education" }), (found) =>
          (Option.getOrUndefined(found)?.people ?? []).map((person) => toPlayer(person, photoBaseUrl))),
      stats: (id, query) => ask(PersonStats, `v1/people/${id}/stats`, query)
    }
  })

/** What a schedule has of one game. */
export const onlyGame = (gamePk: string) => (days: Days): Days =>
  days.map((day) => ({ ...day, games: day.games.filter((game) => String(game.gamePk) === gamePk) })).filter(({ games }) => games.length > 0)

const advice = {
  forbidden: "MLB turns programs away at times: it is asked again after the next sync",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_MLB_BASE_URL"
}
