import type { Game, GameDetails, Player, VenueMention } from "@daybook/core/attending"
import { addDays, type LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { type Config, Effect, Either, Option, type Schema } from "effect"
import { leagueSettings } from "../kit/attendingRules.js"
import * as Espn from "../espn/client.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Setting from "../kit/settings.js"
import { toDetails, toPlayer } from "./toDetails.js"
import { venueOf } from "./toGames.js"
import { BoxScore, Feed, feedFields, People, PersonStats, Schedule, Teams, type TeamWire, Venues } from "./wire.js"

export const settings = leagueSettings(
  Setting.settings({
    enabled: Setting.flag("DAYBOOK_MLB_ENABLED", true, "`false` turns MLB off"),
    baseUrl: Setting.baseUrl("DAYBOOK_MLB_BASE_URL", "https://statsapi.mlb.com", "MLB's Stats API"),
    /** Base URL of logos: `{id}.svg` and `team-cap-on-dark/{id}.svg`. */
    logoBaseUrl: Setting.baseUrl("DAYBOOK_MLB_LOGO_BASE_URL", "https://www.mlbstatic.com/team-logos", "MLB's logos"),
    photoBaseUrl: Setting.baseUrl(
      "DAYBOOK_MLB_PHOTO_BASE_URL",
      "https://img.mlbstatic.com/mlb-photos/image/upload",
      "MLB's portraits of players"
    ),
    /** Source of team colours, which the league's API lacks. */
    colorBaseUrl: Espn.settings.fields.baseUrl,
    gap: Setting.minInterval("DAYBOOK_MLB_MIN_INTERVAL_MS", "500 millis", "MLB")
  })
)
export type Settings = Config.Config.Success<typeof settings.config>

type Call<A> = Effect.Effect<A, SourceFailure>
/** A schedule by day. */
export type Days = (typeof Schedule.Type)["dates"]

/** MLB's Stats API (https://statsapi.mlb.com): free for individuals, without a key, undocumented. */
export interface Mlb {
  readonly teams: Call<ReadonlyArray<TeamWire>>
  /** Games from the day before to the day after, of one team or all. */
  readonly around: (date: LocalDate, teamId: number | null) => Call<Days>
  /** All entries of one game: two when postponed, none when unknown. */
  readonly game: (gamePk: string) => Call<Days>
  /** A team's regular season and postseason, without spring training. */
  readonly season: (teamId: number, season: number) => Call<Days>
  /** None until the league has a box score. */
  readonly details: (game: Game) => Call<Option.Option<GameDetails>>
  readonly venue: (id: number) => Call<VenueMention | null>
  readonly players: (ids: ReadonlyArray<number>) => Call<ReadonlyArray<Player>>
  readonly stats: (id: number, query: Readonly<Record<string, string>>) => Call<Option.Option<PersonStats>>
}

export const make = (
  { baseUrl, gap, photoBaseUrl }: Settings,
  limits: Provider.CallLimits = {}
): Effect.Effect<Mlb, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const provider = yield* Provider.make({
      source: "mlb",
      name: "MLB",
      baseUrl,
      gap,
      sharesGap: true,
      advice,
      ...limits
    })
    const ask = <A, I>(
      schema: Schema.Schema<A, I>,
      path: string,
      query: Readonly<Record<string, string | number>> = {}
    ): Call<Option.Option<A>> => Provider.orNone(provider.json(schema, { path: `/api/${path}`, query: () => query }))
    const days = (query: Readonly<Record<string, string | number>>): Call<Days> =>
      Effect.map(
        provider.json(Schedule, {
          path: "/api/v1/schedule",
          query: () => ({ sportId: 1, hydrate: "team,venue", ...query })
        }),
        ({ dates }) => dates
      )
    const venues = new Map<number, VenueMention | null>()
    return {
      teams: provider.checked(
        Teams,
        { path: "/api/v1/teams", query: () => ({ sportId: 1, activeStatus: "Y" }) },
        ({ teams }) => (teams.length === 0 ? Either.left("lists no teams") : Either.right(teams))
      ),
      around: (date, teamId) =>
        days({ startDate: addDays(date, -1), endDate: addDays(date, 1), ...(teamId === null ? {} : { teamId }) }),
      game: (gamePk) =>
        Effect.map(Provider.orNone(days({ gamePk })), (answer) =>
          onlyGame(gamePk)(Option.getOrElse(answer, (): Days => []))
        ),
      season: (teamId, season) => days({ teamId, season, gameTypes: "R,F,D,L,W" }),
      details: (game) =>
        Effect.gen(function* () {
          const box = yield* ask(BoxScore, `v1/game/${game.external.id}/boxscore`)
          const feed = yield* ask(Feed, `v1.1/game/${game.external.id}/feed/live`, { fields: feedFields })
          return Option.map(box, (boxScore) =>
            toDetails(
              boxScore,
              Option.getOrElse(feed, () => ({})),
              game,
              photoBaseUrl
            )
          )
        }),
      venue: (id) =>
        venues.has(id)
          ? Effect.succeed(venues.get(id) ?? null)
          : Effect.map(ask(Venues, `v1/venues/${id}`, { hydrate: "location,timezone,fieldInfo" }), (answer) => {
              const [venue] = Option.getOrUndefined(answer)?.venues ?? []
              const mention = venue === undefined ? null : venueOf(venue)
              venues.set(id, mention)
              return mention
            }),
      players: (ids) => {
        const query = { personIds: ids.join(","), hydrate: "currentTeam,awards,education" }
        // All have an id of MLB's own. One of them may be gone, but not all.
        const answered = provider.checked(People, { path: "/api/v1/people", query: () => query }, ({ people }) =>
          people.length === 0 && ids.length > 1
            ? Either.left(`answers with none of ${ids.length} players`)
            : Either.right(people.map((person) => toPlayer(person, photoBaseUrl)))
        )
        return Effect.map(
          Provider.orNone(answered),
          Option.getOrElse(() => [])
        )
      },
      stats: (id, query) => ask(PersonStats, `v1/people/${id}/stats`, query)
    }
  })

/** The entries of one game in a schedule. */
export const onlyGame =
  (gamePk: string) =>
  (days: Days): Days =>
    days
      .map((day) => ({ ...day, games: day.games.filter((game) => String(game.gamePk) === gamePk) }))
      .filter(({ games }) => games.length > 0)

const advice = {
  forbidden: "MLB rejects programs at times: the request is repeated after the next sync",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_MLB_BASE_URL",
  not_found: "sync again later; if it lasts, check DAYBOOK_MLB_BASE_URL"
}
