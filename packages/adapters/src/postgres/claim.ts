import type { Claim, SyncStore } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect } from "effect"
import { holder, isDead } from "./holder.js"
import { isHeld } from "./Presence.js"
import { storage } from "./storage.js"

/** How long a run's last beat counts where nobody holds its lock: its process may be reconnecting. */
const silence = "30 seconds"

/** Begins a run under the partial unique index that lets one run of a source live, ending a dead one first. */
export const claim = (sql: SqlClient.SqlClient): Context.Tag.Service<SyncStore>["claim"] => (of) => {
  const begin = Effect.map(
    sql<{ id: number }>`
      INSERT INTO sync_runs (source, domain, sync_type, trigger, holder, is_job)
      VALUES (${of.source}, ${of.domain}, ${of.syncType}, ${of.trigger}, ${holder}, ${of.isJob ?? false})
      ON CONFLICT (source) WHERE status = 'running' DO NOTHING
      RETURNING id`,
    ([run]): Claim | null => run === undefined ? null : { _tag: "Claimed", run: run.id }
  )
  const again: Effect.Effect<Claim, SqlError> = Effect.gen(function*() {
    const claimed = yield* begin
    if (claimed !== null) return claimed
    const alive = yield* running(sql, of.source)
    if (alive === null) return yield* again
    if (isAlive(alive)) return { _tag: "Busy", run: alive.id }
    yield* bury(sql, alive.id, of.source)
    return yield* again
  })
  return storage("SyncStore.claim")(again)
}

interface Alive {
  readonly id: number
  readonly holder: string
  /** Its process is connected: it lives, however late its beats come. */
  readonly held: boolean
  readonly silent: boolean
}

const isAlive = ({ held, holder, silent }: Alive): boolean => held || !silent && !isDead(holder)

const aliveColumns = (sql: SqlClient.SqlClient) =>
  sql`id, holder, ${isHeld(sql, "run", sql`id`)} AS held, beat_at < now() - ${silence}::interval AS silent`

const running = (sql: SqlClient.SqlClient, source: string) =>
  Effect.map(
    sql<Alive>`SELECT ${aliveColumns(sql)} FROM sync_runs WHERE source = ${source} AND status = 'running'`,
    ([run]) => run ?? null
  )

const bury = (sql: SqlClient.SqlClient, run: number, source: string) =>
  sql`
    UPDATE sync_runs SET status = 'failed', finished_at = now(), failure_state = 'interrupted',
      failure_message = CASE WHEN is_job THEN ${`the process that ran ${source} ended before it was done`}
        ELSE ${`the process that synced ${source} ended before it was done`} END,
      failure_next = CASE WHEN is_job THEN 'start it again' ELSE 'the next sync goes on where it was' END
    WHERE id = ${run} AND status = 'running'`

/** Ends every run that counts as dead. */
export const reap = (sql: SqlClient.SqlClient): Context.Tag.Service<SyncStore>["reap"] =>
  storage("SyncStore.reap")(Effect.gen(function*() {
    const alive = yield* sql<Alive & { source: string }>`SELECT source, ${aliveColumns(sql)} FROM sync_runs WHERE status = 'running'`
    const dead = alive.filter((run) => !isAlive(run))
    yield* Effect.forEach(dead, (run) => bury(sql, run.id, run.source))
    return dead.length
  }))
