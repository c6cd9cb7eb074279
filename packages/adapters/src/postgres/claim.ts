import type { Claim, SyncStore } from "@daybook/core/sync"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect, Option } from "effect"
import { hostname } from "node:os"
import { isRunning } from "../isRunning.js"
import { domainName } from "./entities.js"
import { announceRun } from "./hooks/runs.js"
import { inTransaction } from "./inTransaction.js"
import { isHeld } from "./Presence.js"
import type { Queries } from "./kit/store.js"
import type { SqlClient } from "@effect/sql"
import { sql } from "./kit/sql.js"
import { number, text, boolean, type RowOf } from "./kit/columns.js"

/** The name of this process in claims and leases. */
export const holder = `${hostname()}:${process.pid}`

/** True for an ended process on this machine. Processes on other machines are unknown until their lease expires. */
export const isDead = (name: string): boolean => {
  const at = name.lastIndexOf(":")
  const pid = Number(name.slice(at + 1))
  return name.slice(0, at) === hostname() && pid !== process.pid && !isRunning(pid)
}

/** How long a run's last heartbeat counts when its lock is free: its process may be reconnecting. */
const silence = "30 seconds"

/** Starts a run and ends a dead one first. A partial unique index allows one active run per source. */
export const claim: Queries<Context.Tag.Service<SyncStore>>["claim"] = (of) => {
  const begin = Effect.map(
    sql({ id: number })`
      INSERT INTO sync_runs (source, domain, sync_type, trigger, holder, is_job)
      VALUES (${of.source}, ${of.domain}, ${of.syncType}, ${of.trigger}, ${holder}, ${of.isJob ?? false})
      ON CONFLICT (source) WHERE status = 'running' DO NOTHING
      RETURNING id`,
    ([run]): Claim | null => (run === undefined ? null : { _tag: "Claimed", run: run.id })
  )
  const again: Effect.Effect<Claim, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
    const claimed = yield* begin
    if (claimed !== null) return claimed
    const alive = yield* running(of.source)
    if (alive === null) return yield* again
    if (isAlive(alive)) return { _tag: "Busy", run: alive.id }
    yield* bury(alive.id, of.source)
    return yield* again
  })
  return again
}

type Alive = RowOf<typeof runColumns>

const runColumns = {
  id: number,
  holder: text,
  /** The run's process is connected: it is alive even if its heartbeats are late. */
  held: boolean,
  silent: boolean
}

const isAlive = ({ held, holder, silent }: Alive): boolean => held || (!silent && !isDead(holder))

const aliveColumns = sql`id, holder, ${isHeld("run", sql`id`)} AS held, beat_at < now() - ${silence}::interval AS silent`

const running = (source: string) =>
  Effect.map(
    sql(runColumns)`SELECT ${aliveColumns} FROM sync_runs WHERE source = ${source} AND status = 'running'`,
    ([run]) => run ?? null
  )

const endedColumns = {
  source: text,
  domain: domainName,
  isJob: boolean,
  added: number,
  changed: number,
  removed: number,
  failureMessage: text,
  failureNext: text
}

const bury = (id: number, source: string) =>
  inTransaction(
    Effect.gen(function* () {
      const [run] = yield* endAsDead(id, source)
      if (run === undefined || run.isJob) return
      const failure = { state: "interrupted", message: run.failureMessage, next: run.failureNext } as const
      yield* announceRun({ ...run, id }, Option.some(failure))
    })
  )

const endAsDead = (id: number, source: string) =>
  sql(endedColumns)`
    UPDATE sync_runs SET status = 'failed', finished_at = now(), failure_state = 'interrupted',
      failure_message = CASE WHEN is_job THEN ${`the process that ran ${source} ended before it was done`}
        ELSE ${`the process that synced ${source} ended before it was done`} END,
      failure_next = CASE WHEN is_job THEN 'start it again' ELSE 'the next sync continues from the last stored page' END
    WHERE id = ${id} AND status = 'running'
    RETURNING source, domain, is_job, added, changed, removed, failure_message, failure_next`

/** Ends every dead run. */
export const reap: Queries<Context.Tag.Service<SyncStore>>["endDeadRuns"] = Effect.gen(function* () {
  const alive = yield* sql({
    ...runColumns,
    source: text
  })`SELECT source, ${aliveColumns} FROM sync_runs WHERE status = 'running'`
  const dead = alive.filter((run) => !isAlive(run))
  yield* Effect.forEach(dead, (run) => bury(run.id, run.source))
  return dead.length
})
