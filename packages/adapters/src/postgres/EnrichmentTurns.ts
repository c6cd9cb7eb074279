import { EnrichmentTurns } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { Duration, Effect, Fiber, Layer, Schedule } from "effect"
import { holder, isDead } from "./holder.js"
import { storage } from "./storage.js"

/** After this time without a word a process of another machine is taken for dead. */
const lease = "30 seconds"
const beat = Duration.seconds(8)
const lookAgain = Duration.millis(500)

/**
 * A row per queue that is worked at. A process that is too busy to renew its row in time may lose it: then some items
 * are looked up twice, which changes nothing that is stored.
 */
export const layer = Layer.effect(EnrichmentTurns, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const take = (queue: string) =>
    sql`
      INSERT INTO enrichment_turns AS turn (queue, holder, until) VALUES (${queue}, ${holder}, now() + ${lease}::interval)
      ON CONFLICT (queue) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE turn.until <= now() OR turn.holder = excluded.holder
      RETURNING queue`
  const current = (queue: string) => sql<{ holder: string }>`SELECT holder FROM enrichment_turns WHERE queue = ${queue}`
  const release = (queue: string, of: string) =>
    sql`DELETE FROM enrichment_turns WHERE queue = ${queue} AND holder = ${of}`

  const isTaken = (queue: string) =>
    storage("EnrichmentTurns.begin")(Effect.gen(function*() {
      if ((yield* take(queue)).length > 0) return true
      const [other] = yield* current(queue)
      if (other !== undefined && isDead(other.holder)) yield* release(queue, other.holder)
      return false
    }))

  const holding = (queue: string) =>
    Effect.acquireRelease(
      Effect.forkDaemon(Effect.interruptible(Effect.forever(Effect.ignoreLogged(Effect.delay(take(queue), beat))))),
      (renewal) => Effect.zipRight(Fiber.interrupt(renewal), Effect.ignoreLogged(release(queue, holder)))
    )

  return {
    begin: (queue) =>
      Effect.zipRight(
        Effect.repeat(isTaken(queue), { until: (taken) => taken, schedule: Schedule.spaced(lookAgain) }),
        Effect.asVoid(holding(queue))
      )
  }
}))
