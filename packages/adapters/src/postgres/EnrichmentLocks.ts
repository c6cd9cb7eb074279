import { EnrichmentLocks } from "@daybook/core/sync"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { holder, isDead } from "./claim.js"
import { text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { storeLayer } from "./kit/store.js"

/** A process on another machine counts as dead when it has not renewed its lease for this long. */
const lease = "30 seconds"
const beat = Duration.seconds(8)
const lookAgain = Duration.millis(500)

const take = (queue: string) =>
  sql`
    INSERT INTO enrichment_turns AS stored (queue, holder, until)
    VALUES (${queue}, ${holder}, now() + ${lease}::interval)
    ON CONFLICT (queue) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE stored.until <= now() OR stored.holder = excluded.holder
    RETURNING queue`

const release = (queue: string, of: string) =>
  sql`DELETE FROM enrichment_turns WHERE queue = ${queue} AND holder = ${of}`

const isTaken = (queue: string) =>
  Effect.gen(function* () {
    if ((yield* take(queue)).length > 0) return true
    const [other] = yield* sql({ holder: text })`SELECT holder FROM enrichment_turns WHERE queue = ${queue}`
    if (other !== undefined && isDead(other.holder)) yield* release(queue, other.holder)
    return false
  })

/** Renews the lease until the scope closes. */
const renew = (queue: string) =>
  Effect.acquireRelease(
    Effect.forkDaemon(Effect.interruptible(Effect.forever(Effect.ignoreLogged(Effect.delay(take(queue), beat))))),
    (renewal) => Effect.zipRight(Fiber.interrupt(renewal), Effect.ignoreLogged(release(queue, holder)))
  )

/**
 * One row per active enrichment queue. A busy process that renews its row too late may lose it. Some items are then
 * enriched twice, which is idempotent.
 */
export const layer = storeLayer(EnrichmentLocks, {
  acquire: (queue) =>
    Effect.zipRight(
      Effect.repeat(isTaken(queue), { until: (isOurs) => isOurs, schedule: Schedule.spaced(lookAgain) }),
      Effect.asVoid(renew(queue))
    )
})
