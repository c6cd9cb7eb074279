import { implement } from "./kit/store.js"
import { type CallerRequests, SharedLimits } from "@daybook/core/keys"
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import * as Presence from "./Presence.js"
import { isHostAlive } from "./Presence.js"
import { Versions } from "./Versions.js"
import { sql } from "./kit/sql.js"
import { number } from "./kit/columns.js"

/** The window of the rate limit, as in `http/src/front/limits.ts`. */
const windowMs = 60_000
const topic = "hosts"
/** How often a host checks for notifications of new hosts. The notifications themselves arrive immediately. */
const checkInterval = Duration.millis(100)
const beat = Duration.seconds(5)
/** By then every living host has received the notification of a new host and published its counts. */
const receiveTimeout = Duration.millis(1_500)
/** After the last other host has ended, its counts still apply for one window. */
const alone = windowMs + 20_000

/** A caller's counter: the number of requests and the time of the first one, in epoch milliseconds. */
const counterColumns = { size: number, oldest: number }

export const layer = Layer.effect(
  SharedLimits,
  Effect.gen(function* () {
    const presence = yield* Presence.Presence
    const versions = yield* Versions
    const name = randomUUID()
    let shared = false

    const others = Effect.map(
      sql`SELECT FROM hosts WHERE name <> ${name} AND ${isHostAlive} LIMIT 1`,
      (rows) => rows.length > 0
    )
    const register = sql({ lock: number })`
    INSERT INTO hosts (name) VALUES (${name}) ON CONFLICT (name) DO UPDATE SET beat_at = now()
    RETURNING hashtext(name) AS lock`
    const clean = Effect.zipRight(
      sql`DELETE FROM hosts WHERE NOT ${isHostAlive}`,
      sql`DELETE FROM rate_windows WHERE times[cardinality(times)] < extract(epoch FROM now()) * 1000 - ${windowMs}::int`
    )
    const give = (counts: ReadonlyArray<CallerRequests>) =>
      Effect.forEach(
        counts.filter(({ times }) => times.length > 0),
        ({ caller, times }) => sql`
      INSERT INTO rate_windows AS kept (caller, times) VALUES (${caller}, ${times}::float8[])
      ON CONFLICT (caller) DO UPDATE SET times = ARRAY(SELECT unnest(kept.times || excluded.times) AS at ORDER BY at)`,
        { discard: true }
      )

    const join = (counts: () => ReadonlyArray<CallerRequests>) =>
      Effect.gen(function* () {
        const [registered] = yield* register
        const lock = registered?.lock ?? 0
        yield* Effect.acquireRelease(presence.hold("host", lock), () => presence.release("host", lock))
        yield* versions.bump(topic)
        yield* Effect.addFinalizer(() =>
          Effect.ignore(Effect.zipRight(sql`DELETE FROM hosts WHERE name = ${name}`, versions.bump(topic)))
        )
        let seenVersion = versions.latest(topic)
        let crowdedAt = 0
        // Serialized: concurrent switches to shared counting would publish the same counts twice.
        const turn = yield* Effect.makeSemaphore(1)
        const watch = turn.withPermits(1)(
          Effect.gen(function* () {
            seenVersion = versions.latest(topic)
            const crowded = yield* others
            const now = yield* Clock.currentTimeMillis
            if (crowded) crowdedAt = now
            if (crowded && !shared) {
              yield* give(counts())
              shared = true
            } else if (!crowded && now - crowdedAt > alone) shared = false
            return crowded
          })
        )
        if (yield* watch) yield* Effect.sleep(receiveTimeout)
        const refreshed = Effect.suspend(() =>
          versions.latest(topic) === seenVersion ? Effect.void : Effect.asVoid(watch)
        )
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(refreshed), Schedule.spaced(checkInterval)))
        yield* Effect.forkScoped(
          Effect.repeat(Effect.ignoreLogged(Effect.all([register, clean, watch])), Schedule.spaced(beat))
        )
      })

    return yield* implement(SharedLimits, {
      join: (counts) => join(counts),
      isShared: () => shared,
      take: (caller, limit) =>
        Effect.gen(function* () {
          const [taken] = yield* sql(counterColumns)`
          WITH moment AS (SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at)
          INSERT INTO rate_windows AS kept (caller, times) SELECT ${caller}, ARRAY[at] FROM moment
          ON CONFLICT (caller) DO UPDATE SET times = ARRAY(SELECT past FROM moment, unnest(kept.times) AS past WHERE past > at - ${windowMs}::int ORDER BY past) || (SELECT at FROM moment)
          WHERE (SELECT count(*) FROM moment, unnest(kept.times) AS past WHERE past > at - ${windowMs}::int) < ${limit}
          RETURNING cardinality(times) AS size, times[1] AS oldest`
          if (taken !== undefined)
            return {
              allowed: true,
              limit,
              remaining: Math.max(0, limit - taken.size),
              resetAt: taken.oldest + windowMs
            }
          const [full] = yield* sql({ oldest: number })`
          SELECT coalesce(min(past), extract(epoch FROM now())::float8 * 1000) AS oldest FROM rate_windows, unnest(times) AS past
          WHERE caller = ${caller} AND past > extract(epoch FROM now()) * 1000 - ${windowMs}::int`
          return { allowed: false, limit, remaining: 0, resetAt: (full?.oldest ?? 0) + windowMs }
        })
    })
  })
).pipe(Layer.provide(Presence.layer))
