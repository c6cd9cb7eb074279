import type { Engine } from "./Engine.js"
import type { Multiplexer } from "./Multiplexer.js"

/**
 * Replaces the background processes of a PostgreSQL server. Without them the engine's write-ahead log would grow
 * forever, and its planner would never learn the sizes of the tables.
 */
export const startMaintenance = (engine: Engine, multiplexer: Multiplexer): { readonly stop: () => void } => {
  let seen = multiplexer.turns()
  let quietTicks = 0
  let done = false

  const tick = () => {
    const busy = multiplexer.turns() !== seen
    quietTicks = busy ? 0 : quietTicks + 1
    if (busy) done = false
    if (done) return
    const quiet = quietTicks >= ticksOfQuiet
    multiplexer.enqueue(async () => {
      // A failure, for example a full disk, is retried later; clients that write get the error soon enough.
      const worked = await maintain(engine, quiet, Date.now() + turnMillis).catch(() => true)
      done = quiet && !worked
      seen = multiplexer.turns()
    })
  }
  const timer = setInterval(tick, tickMillis)
  return { stop: () => clearInterval(timer) }
}

const tickMillis = 5_000
const ticksOfQuiet = 3

/** Bytes of write-ahead log that trigger a checkpoint under load. It also keeps the next start fast. */
const logLimit = 64 * 1024 * 1024
const logLimitWhenQuiet = 1024 * 1024

/** Time limit for a batch of small tasks that blocks clients. At least one task runs. */
const turnMillis = 50

/** Works until the time limit; slow tasks run only while no client is active. Returns whether there was work. */
const maintain = async (engine: Engine, quiet: boolean, until: number): Promise<boolean> => {
  const statement =
    (await checkpointDue(engine, quiet ? logLimitWhenQuiet : logLimit)) ??
    (quiet ? await firstOf(engine, vacuumDue) : undefined) ??
    (await firstOf(engine, analyzeDue))
  if (statement === undefined) return false
  await engine.run(statement)
  if (Date.now() < until) await maintain(engine, quiet, until)
  return true
}

const checkpointDue = async (engine: Engine, limit: number): Promise<string | undefined> => {
  const [row] = await engine.run(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()"
  )
  return Number(row?.["bytes"]) > limit ? "CHECKPOINT" : undefined
}

const firstOf = async (engine: Engine, sql: string): Promise<string | undefined> => {
  const [row] = await engine.run(sql)
  return row === undefined ? undefined : String(row["statement"])
}

/**
 * The thresholds of PostgreSQL's autovacuum: https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM
 */
const vacuumDue = `
  SELECT format('VACUUM (ANALYZE) %s', s.relid::regclass) AS statement
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) OR n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
  ORDER BY n_dead_tup DESC LIMIT 1`

const analyzeDue = `
  SELECT format('ANALYZE %s', s.relid::regclass) AS statement
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
    -- What was written before a kill is not counted any more.
    OR (reltuples < 0 AND relpages = 0 AND n_mod_since_analyze = 0 AND pg_relation_size(c.oid) > 0)
  ORDER BY n_mod_since_analyze DESC LIMIT 1`
