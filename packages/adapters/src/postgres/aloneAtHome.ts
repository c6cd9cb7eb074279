import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect } from "effect"
import { HomeElsewhere } from "./HomeElsewhere.js"
import { isHostHeld } from "./hosts.js"
import { isHeld } from "./Presence.js"

/** A beat this old belongs to a process that is gone, unless its connection says otherwise. */
const silence = Duration.seconds(20)
const look = Duration.millis(250)

interface Others {
  /** A process that serves or syncs is connected. */
  readonly held: boolean | null
  /** The last beat and the database's clock, epoch milliseconds. */
  readonly at: number | null
  readonly now: number
}

/** Hosts that serve and syncs that write: each uses the zone it started with until it ends. */
const others = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<Others>`
      SELECT bool_or(held) AS held, extract(epoch FROM max(beat_at))::float8 * 1000 AS at,
        extract(epoch FROM now())::float8 * 1000 AS now
      FROM (
        SELECT beat_at, ${isHostHeld(sql)} AS held FROM hosts
        UNION ALL SELECT beat_at, ${isHeld(sql, "run", sql`id`)} FROM sync_runs WHERE status = 'running'
      ) AS living`,
    ([row]) => row ?? { held: null, at: null, now: 0 }
  )

const inUse = (before: string, wanted: string) =>
  new HomeElsewhere({
    message: `a host or a sync uses this data with the home zone ${before}, so it cannot be moved to ${wanted}: ` +
      `end it first, or set DAYBOOK_TIMEZONE=${before} here too`
  })

/**
 * Ends well once nobody else uses the data, and fails where somebody does: at once where a process holds its lock.
 * A process that was killed leaves a beat behind but never a second one, so without a lock this waits for one.
 */
export const aloneAtHome = (sql: SqlClient.SqlClient, before: string, wanted: string) =>
  Effect.gen(function*() {
    const first = yield* others(sql)
    const listen: Effect.Effect<void, HomeElsewhere | SqlError> = Effect.gen(function*() {
      const last = yield* others(sql)
      if (last.held === true) return yield* inUse(before, wanted)
      if (last.at === null || last.now - last.at > Duration.toMillis(silence)) return
      if (first.at === null || last.at > first.at) return yield* inUse(before, wanted)
      yield* Effect.zipRight(Effect.sleep(look), listen)
    })
    yield* listen
  })
