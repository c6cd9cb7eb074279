import type { Engine } from "./Engine.js"
import type { Multiplexer } from "./Multiplexer.js"

/**
 * What a PostgreSQL server has background processes for. The engine has none: its write-ahead log would grow for
 * ever, and its planner would never learn how large the tables are.
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
      // What fails, as on a full disk, is tried again later; whoever writes is told soon enough.
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

/** Bytes of log after which a checkpoint is made: under load, and to make the next start quick. */
const logLimit = 64 * 1024 * 1024
const logLimitWhenQuiet = 1024 * 1024

/** How long others may be kept waiting by several small things, one of which is always done. */
const turnMillis = 50

/** Until the time is over; the slow things only while nobody asks for anything. Says whether there was something. */
const maintain = async (engine: Engine, quiet: boolean, until: number): Promise<boolean> => {
  const statement = (await checkpointDue(engine, quiet ? logLimitWhenQuiet : logLimit))
    ?? (quiet ? await firstOf(engine, vacuumDue) : undefined)
    ?? await firstOf(engine, analyzeDue)
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

/** PostgreSQL's own rules: https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM */
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
