import type { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import { HomeElsewhere } from "./HomeElsewhere.js"

/** Who has not been heard of for this long is gone; whoever lives says so every five seconds. */
const silence = Duration.seconds(20)
const look = Duration.millis(250)

/** Hosts that serve and syncs that write: each tells days in the zone it began with, for as long as it lives. */
const heard = (sql: SqlClient.SqlClient) =>
  sql<{ at: number | null; now: number }>`
    SELECT extract(epoch FROM max(beat_at))::float8 * 1000 AS at, extract(epoch FROM now())::float8 * 1000 AS now
    FROM (SELECT beat_at FROM hosts UNION ALL SELECT beat_at FROM sync_runs WHERE status = 'running') AS living`

/**
 * Ends well once nobody else uses the data, and fails where somebody does. A process that was killed leaves a beat behind
 * but never a second one, so who was heard of lately is listened for.
 */
export const aloneAtHome = (sql: SqlClient.SqlClient, before: string, wanted: string) =>
  Effect.gen(function*() {
    const [first] = yield* heard(sql)
    const listen: Effect.Effect<void, HomeElsewhere | Effect.Effect.Error<ReturnType<typeof heard>>> = Effect.gen(function*() {
      const [last] = yield* heard(sql)
      if (last === undefined || last.at === null || last.now - last.at > Duration.toMillis(silence)) return
      if (first === undefined || first.at === null || last.at > first.at) {
        return yield* new HomeElsewhere({
          message: `a host or a sync uses this data with the home zone ${before}, here it is ${wanted}: set DAYBOOK_TIMEZONE=${before} here too, or end the other first to move the home`
        })
      }
      yield* Effect.zipRight(Effect.sleep(look), listen)
    })
    yield* listen
  })
