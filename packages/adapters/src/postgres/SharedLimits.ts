import { type Counted, SharedLimits } from "@daybook/core/keys"
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import { isHostAlive } from "./hosts.js"
import * as Presence from "./Presence.js"
import { storage } from "./storage.js"
import { Versions } from "./Versions.js"

/** `api.md` §8. */
const windowMs = 60_000
const topic = "hosts"
/** How often a host looks whether it was told of another one: the word itself comes at once. */
const look = Duration.millis(100)
const beat = Duration.seconds(5)
/** By then every host alive has heard of a new one and given what it had counted. */
const untilHeard = Duration.millis(1_500)
/** After the last other host is gone, what it counted still stands for a window. */
const alone = windowMs + 20_000

/** What is counted of a caller: how many requests, and when the first of them was, epoch milliseconds. */
interface Row {
  readonly size: number
  readonly oldest: number
}

export const layer = Layer.effect(SharedLimits, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const presence = yield* Presence.Presence
  const versions = yield* Versions
  const name = randomUUID()
  let shared = false

  const others = Effect.map(
    sql`SELECT FROM hosts WHERE name <> ${name} AND ${isHostAlive(sql)} LIMIT 1`,
    (rows) => rows.length > 0
  )
  const register = sql<{ lock: number }>`
    INSERT INTO hosts (name) VALUES (${name}) ON CONFLICT (name) DO UPDATE SET beat_at = now()
    RETURNING hashtext(name) AS lock`
  const clean = Effect.zipRight(
    sql`DELETE FROM hosts WHERE NOT ${isHostAlive(sql)}`,
    sql`DELETE FROM rate_windows WHERE times[cardinality(times)] < extract(epoch FROM now()) * 1000 - ${windowMs}::int`
  )
  const give = (counted: ReadonlyArray<Counted>) =>
    Effect.forEach(counted.filter(({ times }) => times.length > 0), ({ caller, times }) => sql`
      INSERT INTO rate_windows AS kept (caller, times) VALUES (${caller}, ${times}::float8[])
      ON CONFLICT (caller) DO UPDATE SET times = ARRAY(SELECT unnest(kept.times || excluded.times) AS at ORDER BY at)`, { discard: true })

  const join = (counted: () => ReadonlyArray<Counted>) =>
    Effect.gen(function*() {
      const [registered] = yield* register
      const lock = registered?.lock ?? 0
      yield* Effect.acquireRelease(presence.hold("host", lock), () => presence.release("host", lock))
      yield* versions.bump(topic)
      yield* Effect.addFinalizer(() => Effect.ignore(Effect.zipRight(sql`DELETE FROM hosts WHERE name = ${name}`, versions.bump(topic))))
      let heard = versions.known(topic)
      let crowdedAt = 0
      // One at a time: two that see another host at once would give what was counted twice.
      const turn = yield* Effect.makeSemaphore(1)
      const watch = turn.withPermits(1)(Effect.gen(function*() {
        heard = versions.known(topic)
        const crowded = yield* others
        const now = yield* Clock.currentTimeMillis
        if (crowded) crowdedAt = now
        if (crowded && !shared) {
          yield* give(counted())
          shared = true
        } else if (!crowded && now - crowdedAt > alone) shared = false
        return crowded
      }))
      if (yield* watch) yield* Effect.sleep(untilHeard)
      const told = Effect.suspend(() => versions.known(topic) === heard ? Effect.void : watch)
      yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(told), Schedule.spaced(look)))
      yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(Effect.all([register, clean, watch])), Schedule.spaced(beat)))
    })

  return {
    join: (counted) => storage("SharedLimits.join")(join(counted)),
    isShared: () => shared,
    take: (caller, limit) =>
      storage("SharedLimits.take")(Effect.gen(function*() {
        const [taken] = yield* sql<Row>`
          WITH moment AS (SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at)
          INSERT INTO rate_windows AS kept (caller, times) SELECT ${caller}, ARRAY[at] FROM moment
          ON CONFLICT (caller) DO UPDATE SET times = ARRAY(SELECT past FROM moment, unnest(kept.times) AS past WHERE past > at - ${windowMs}::int ORDER BY past) || (SELECT at FROM moment)
          WHERE (SELECT count(*) FROM moment, unnest(kept.times) AS past WHERE past > at - ${windowMs}::int) < ${limit}
          RETURNING cardinality(times) AS size, times[1] AS oldest`
        if (taken !== undefined) return { allowed: true, limit, remaining: Math.max(0, limit - taken.size), resetAt: taken.oldest + windowMs }
        const [full] = yield* sql<Pick<Row, "oldest">>`
          SELECT coalesce(min(past), extract(epoch FROM now())::float8 * 1000) AS oldest FROM rate_windows, unnest(times) AS past
          WHERE caller = ${caller} AND past > extract(epoch FROM now()) * 1000 - ${windowMs}::int`
        return { allowed: false, limit, remaining: 0, resetAt: (full?.oldest ?? 0) + windowMs }
      }))
  }
})).pipe(Layer.provide(Presence.layer))
