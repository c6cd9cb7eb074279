import { SourceFailure } from "@daybook/core/sync"
import type { StorageFailure } from "@daybook/core/shared"
import { Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Clock, DateTime, Duration, Effect, Option, Redacted, Ref } from "effect"
import { oauthLogin } from "../kit/oauth/tokenEndpoint.js"
import type { Answer } from "../kit/provider/Answer.js"
import { bearer } from "../kit/provider/Bearer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import { type Settings, addressesOf, oauthClient } from "./login.js"
import * as Quota from "./Quota.js"
import { Activities, Athlete, DetailedActivity, Gear, Subscriptions } from "./wire.js"

/** `whenever` is for backfills; `now` for calls that a sync or a webhook waits for. */
export type Urgency = "now" | "whenever"

/** Backfills leave the rest of Strava's limits to syncs and webhooks. */
const shares: Readonly<Record<Urgency, number>> = { now: 1, whenever: 0.9 }
/** Urgent calls fail rather than wait longer than this. */
const maxWait = Duration.seconds(75)

/** Strava's API for one athlete, within Strava's rate limits. */
export interface Strava {
  /** Up to 200 activities that began before a second, undecoded, newest first. Null means from the newest. */
  readonly activities: (before: number | null) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  readonly activity: (id: number, urgency: Urgency) => Effect.Effect<DetailedActivity, SourceFailure>
  readonly gear: (id: string) => Effect.Effect<Gear, SourceFailure>
  /** The athlete's id, requested once. */
  readonly athlete: Effect.Effect<number, SourceFailure>
  /** Whether the athlete still authorises this application. */
  readonly isAuthorised: Effect.Effect<boolean, SourceFailure>
  /** Ids of this application's webhook subscriptions. */
  readonly subscriptions: Effect.Effect<ReadonlyArray<string>, SourceFailure>
  /** Deletes the login that the athlete revoked. */
  readonly forget: Effect.Effect<void, StorageFailure>
}

const perPage = 200

export const make = (settings: Settings): Effect.Effect<Strava, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const quota = yield* Quota.makeQuota
    const tokens = yield* Tokens
    const addresses = addressesOf(settings)
    const login = yield* oauthLogin(oauthClient(addresses.auth, settings), "strava", settings.refreshToken)
    const clock = yield* Effect.clock
    const provider = yield* Provider.make({
      source: "strava",
      name: "Strava",
      baseUrl: addresses.api,
      gap: settings.gap,
      bearer: yield* bearer(login),
      advice,
      judge: (answer) => {
        quota.update(answer.headers)
        return judge(answer, clock.unsafeCurrentTimeMillis())
      }
    })
    // Subscriptions belong to the application, so these requests carry no athlete token.
    const application = yield* Provider.make({
      source: "strava",
      name: "Strava",
      baseUrl: addresses.api,
      gap: settings.gap
    })
    const withinQuota = <A>(urgency: Urgency, call: Effect.Effect<A, SourceFailure>): Effect.Effect<A, SourceFailure> =>
      Effect.flatMap(quota.wait(shares[urgency]), (wait) => {
        if (Duration.equals(wait, Duration.zero)) return call
        return urgency === "now" && Duration.greaterThan(wait, maxWait)
          ? quotaExhausted(wait)
          : Effect.zipRight(
              Effect.sleep(Duration.sum(wait, clockMargin)),
              Effect.suspend(() => withinQuota(urgency, call))
            )
      })
    const athlete = withinQuota(
      "now",
      Effect.map(provider.json(Athlete, { path: "/athlete", query: () => ({}) }), ({ id }) => id)
    )
    return {
      activities: (before) =>
        withinQuota(
          "now",
          provider.json(Activities, {
            path: "/athlete/activities",
            query: () => ({ per_page: perPage, page: 1, ...(before === null ? {} : { before }) })
          })
        ),
      activity: (id, urgency) =>
        withinQuota(
          urgency,
          provider.json(DetailedActivity, { path: `/activities/${id}`, query: () => ({ include_all_efforts: "true" }) })
        ),
      gear: (id) =>
        withinQuota("whenever", provider.json(Gear, { path: `/gear/${encodeURIComponent(id)}`, query: () => ({}) })),
      // Failures are not cached: the next event requests the id again.
      athlete: yield* Effect.map(Ref.make<number | null>(null), (cachedId) =>
        Effect.flatMap(Ref.get(cachedId), (id) =>
          id !== null ? Effect.succeed(id) : Effect.tap(athlete, (loadedId) => Ref.set(cachedId, loadedId))
        )
      ),
      isAuthorised: athlete.pipe(
        Effect.as(true),
        Effect.catchIf(
          ({ state }) => state === "unauthorized",
          () => Effect.succeed(false)
        )
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

/** Margin for clock differences at the end of a rate-limit window. */
const clockMargin = Duration.seconds(3)

const advice = {
  unauthorized: "run `daybook connect strava`",
  forbidden:
    "Strava asks for a subscription before it gives data through its API: import your account archive instead (`daybook import strava export.zip`)"
}

const judge = (answer: Answer, now: number): Verdict.Verdict => {
  const { status } = answer
  if (status === 402) return Verdict.stop("forbidden", "asks for a subscription (HTTP 402)")
  if (status !== 429) return Verdict.ofStatus(answer)
  const retryAfter = Verdict.retryAfter(answer)
  if (Option.isSome(retryAfter)) return Verdict.ofStatus(answer)
  const wait = Quota.waitOf(Quota.countsOf(answer.headers), now, now, 1)
  return Verdict.again(
    "rate_limited",
    "got too many calls (HTTP 429)",
    wait === 0 ? Option.none() : Option.some(Duration.sum(Duration.millis(wait), clockMargin))
  )
}

const quotaExhausted = (wait: Duration.Duration): Effect.Effect<never, SourceFailure> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const open = DateTime.formatIso(DateTime.unsafeMake(now + Duration.toMillis(wait))).slice(11, 16)
    return new SourceFailure({
      source: "strava",
      state: "rate_limited",
      message: "Strava's rate limit is used up",
      next: `sync again after ${open} UTC: it resumes where it stopped`
    })
  })
