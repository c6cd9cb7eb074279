import { SourceFailure } from "@daybook/core/sync"
import type { StorageFailure } from "@daybook/core/shared"
import { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Clock, DateTime, Duration, Effect, Option, Redacted, Ref } from "effect"
import { oauthLogin } from "../oauth/index.js"
import { type Answer, bearer, Provider, Verdict } from "../provider/index.js"
import * as Quota from "./Quota.js"
import { type Settings, oauthClient } from "./settings.js"
import { Activities, Athlete, DetailedActivity, Gear, Subscriptions } from "./wire.js"

/** Whether a call is one of many that can wait (a backfill), or somebody waits for it. */
export type Urgency = "now" | "whenever"

/** A backfill leaves this share of Strava's limits to syncs and webhooks. */
const shares: Readonly<Record<Urgency, number>> = { now: 1, whenever: 0.9 }
/** Waits longer than this are not sat out by what somebody waits for. */
const longestWait = Duration.seconds(75)

/** Strava's API for one athlete. It calls only as often as Strava allows. */
export interface Strava {
  /** Up to 200 activities that began before a second (the newest without one), newest first, unread. */
  readonly activities: (before: number | null) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  readonly activity: (id: number, urgency: Urgency) => Effect.Effect<DetailedActivity, SourceFailure>
  readonly gear: (id: string) => Effect.Effect<Gear, SourceFailure>
  /** The athlete's id, asked for once. */
  readonly athlete: Effect.Effect<number, SourceFailure>
  /** Asks whether the athlete still lets this application read. */
  readonly isAuthorised: Effect.Effect<boolean, SourceFailure>
  /** The webhook subscriptions of this application, by id. */
  readonly subscriptions: Effect.Effect<ReadonlyArray<string>, SourceFailure>
  /** Forgets the login that the athlete took back. */
  readonly forget: Effect.Effect<void, StorageFailure>
}

const perPage = 200

export const make = (settings: Settings): Effect.Effect<Strava, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function*() {
    const quota = yield* Quota.make
    const tokens = yield* Tokens
    const login = yield* oauthLogin(oauthClient(settings), "strava", settings.refreshToken)
    const clock = yield* Effect.clock
    const provider = yield* Provider.make({
      source: "strava",
      name: "Strava",
      baseUrl: `${settings.baseUrl}/api/v3`,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice,
      judge: (answer) => {
        quota.hear(answer.headers)
        return judge(answer, clock.unsafeCurrentTimeMillis())
      }
    })
    // Subscriptions are the application's affair, not the athlete's: no token goes with them.
    const application = yield* Provider.make({ source: "strava", name: "Strava", baseUrl: `${settings.baseUrl}/api/v3`, gap: settings.gap })
    const within = <A>(urgency: Urgency, call: Effect.Effect<A, SourceFailure>): Effect.Effect<A, SourceFailure> =>
      Effect.flatMap(quota.wait(shares[urgency]), (wait) => {
        if (Duration.equals(wait, Duration.zero)) return call
        return urgency === "now" && Duration.greaterThan(wait, longestWait)
          ? usedUp(wait)
          : Effect.zipRight(Effect.sleep(Duration.sum(wait, breath)), Effect.suspend(() => within(urgency, call)))
      })
    const athlete = within("now", Effect.map(provider.json(Athlete, { path: "/athlete", query: () => ({}) }), ({ id }) => id))
    return {
      activities: (before) =>
        within("now", provider.json(Activities, {
          path: "/athlete/activities",
          query: () => ({ per_page: perPage, page: 1, ...(before === null ? {} : { before }) })
        })),
      activity: (id, urgency) => within(urgency, provider.json(DetailedActivity, { path: `/activities/${id}`, query: () => ({ include_all_efforts: "true" }) })),
      gear: (id) => within("whenever", provider.json(Gear, { path: `/gear/${encodeURIComponent(id)}`, query: () => ({}) })),
      // A failure is not kept: the next event asks again.
      athlete: yield* Effect.map(Ref.make<number | null>(null), (known) =>
        Effect.flatMap(Ref.get(known), (id) => id !== null ? Effect.succeed(id) : Effect.tap(athlete, (found) => Ref.set(known, found)))),
      isAuthorised: athlete.pipe(
        Effect.as(true),
        Effect.catchIf(({ state }) => state === "unauthorized", () => Effect.succeed(false))
      ),
      subscriptions: Effect.map(
        application.json(Subscriptions, {
          path: "/push_subscriptions",
          query: () => ({ client_id: settings.clientId, client_secret: Redacted.value(settings.clientSecret) })
        }),
        (all) => all.map(({ id }) => String(id))
      ),
      forget: Effect.asVoid(tokens.forget(login.id))
    }
  })

/** Clocks differ a little: a window is over a moment after it is. */
const breath = Duration.seconds(3)

const advice = {
  unauthorized: "run `daybook connect strava`",
  forbidden: "Strava asks for a subscription before it gives data through its API: import your account archive instead (`daybook import strava export.zip`)"
}

const judge = (answer: Answer, now: number): Verdict.Verdict => {
  const { status } = answer
  if (status === 402) return Verdict.stop("forbidden", "asks for a subscription (HTTP 402)")
  if (status !== 429) return Verdict.ofStatus(answer)
  const told = Verdict.retryAfter(answer)
  if (Option.isSome(told)) return Verdict.ofStatus(answer)
  const wait = Quota.waitOf(Quota.countsOf(answer.headers), now, now, 1)
  return Verdict.again("rate_limited", "got too many calls (HTTP 429)", wait === 0 ? Option.none() : Option.some(Duration.sum(Duration.millis(wait), breath)))
}

const usedUp = (wait: Duration.Duration): Effect.Effect<never, SourceFailure> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const open = DateTime.formatIso(DateTime.unsafeMake(now + Duration.toMillis(wait))).slice(11, 16)
    return new SourceFailure({
      source: "strava",
      state: "rate_limited",
      message: "Strava's limit of calls is used up for now",
      next: `sync again after ${open} UTC: it goes on where it was`
    })
  })
