import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect } from "effect"
import { HomeTimeZoneInUse } from "./HomeTimeZoneInUse.js"
import { isHeld, isHostHeld } from "./Presence.js"
import { sql } from "./kit/sql.js"
import { boolean, nullable, instant, number } from "./kit/columns.js"

/** A process with an older heartbeat counts as dead, unless it is still connected. */
const silence = Duration.seconds(20)
const look = Duration.millis(250)
const othersColumns = {
  /** A process that serves or syncs is connected and holds its lock. */
  held: nullable(boolean),
  /** The last heartbeat and the database's clock, in epoch milliseconds. */
  at: nullable(instant),
  now: number
}

/** Hosts that serve and syncs that run: each keeps the time zone that it started with until it ends. */
const others = Effect.map(
  sql(othersColumns)`
      SELECT bool_or(held) AS held, extract(epoch FROM max(beat_at))::float8 * 1000 AS at,
        extract(epoch FROM now())::float8 * 1000 AS now
      FROM (
        SELECT beat_at, ${isHostHeld} AS held FROM hosts
        UNION ALL SELECT beat_at, ${isHeld("run", sql`id`)} FROM sync_runs WHERE status = 'running'
      ) AS living`,
  ([row]) => row ?? { held: null, at: null, now: 0 }
)

const inUse = (before: string, zone: string) =>
  new HomeTimeZoneInUse({
    message:
      `a host or a sync uses this data with the home zone ${before}, so it cannot be moved to ${zone}: ` +
      `end it first, or set DAYBOOK_TIMEZONE=${before} here too`
  })

/**
 * Succeeds when no other process uses the data. Fails immediately if another process holds its lock. A killed process
 * leaves a heartbeat but never sends another, so without a lock this waits for the next one.
 */
export const requireExclusiveUse = (before: string, zone: string) =>
  Effect.gen(function* () {
    const first = yield* others
    const listen: Effect.Effect<void, HomeTimeZoneInUse | SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
      const last = yield* others
      if (last.held === true) return yield* inUse(before, zone)
      if (last.at === null || last.now - last.at > Duration.toMillis(silence)) return
      if (first.at === null || last.at > first.at) return yield* inUse(before, zone)
      yield* Effect.zipRight(Effect.sleep(look), listen)
    })
    yield* listen
  })
