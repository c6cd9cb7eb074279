import type { Statement } from "@effect/sql"
import { SyncProgressSignal } from "@daybook/core/live"
import { domainName } from "./entities.js"
import { type Drift, type LatestRun, type Run, SyncStore } from "@daybook/core/sync"
import { Effect, Layer, Option } from "effect"
import { claim, reap } from "./claim.js"
import { completeDomain } from "./DomainCounts.js"
import { type RowOf, boolean, instant, json, nullable, number, oneOf, text } from "./kit/columns.js"
import { countOf, every, ifPresent, pageOf } from "./kit/query.js"
import { announceDrift, announceRun, hookPresence, sourceStates } from "./hooks/runs.js"
import { inTransaction } from "./inTransaction.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"
import { table } from "./kit/table.js"
import * as Presence from "./Presence.js"
import { readLog, runDays, writeLog } from "./runLog.js"
import { Versions, bump } from "./Versions.js"

const runs = table("sync_runs", {
  id: number,
  source: text,
  domain: domainName,
  syncType: text,
  trigger: oneOf(["command", "schedule", "admin", "webhook", "import"]),
  status: oneOf(["running", "failed", "completed"]),
  startedAt: instant,
  finishedAt: nullable(instant),
  added: number,
  changed: number,
  removed: number,
  failureState: nullable(oneOf(sourceStates)),
  failureMessage: nullable(text),
  failureNext: nullable(text),
  isJob: boolean,
  done: nullable(number),
  total: nullable(number),
  result: nullable(json<Readonly<Record<string, unknown>>>())
})

const latestColumns = {
  ...runs.columns,
  recent: number,
  recentFailed: number,
  lastSuccess: nullable(instant),
  failures: number,
  drift: nullable(json<Drift>())
}

const drifts = table("sync_drift", {
  source: text,
  unit: text,
  provider: number,
  stored: number,
  explained: json<Readonly<Record<string, number>>>(),
  checkedAt: instant,
  suspectedAt: nullable(instant),
  since: nullable(instant)
})

const failing = table("sync_failing", {
  id: text,
  domain: domainName,
  source: nullable(text),
  message: text,
  next: text,
  since: instant,
  failedAt: instant
})

/** A queue whose items are gone is not drained again: its failure is forgotten after this time. */
const failingShown = "2 days"

const positionColumns = { cursor: nullable(text), drift: nullable(json<Drift>()) }

/** The drift of a source as JSON. */
const selectDrift = (source: string | Statement.Fragment) => sql`
  (SELECT jsonb_build_object('unit', unit, 'provider', provider, 'stored', stored, 'explained', explained,
    'checkedAt', extract(epoch FROM checked_at) * 1000, 'since', extract(epoch FROM since) * 1000,
    'suspectedAt', extract(epoch FROM suspected_at) * 1000
  ) FROM sync_drift WHERE sync_drift.source = ${source})`

const selectRuns = sql`SELECT ${runs.select("sync_runs")} FROM sync_runs`

const toRun = ({
  done,
  failureMessage,
  failureNext,
  failureState,
  finishedAt,
  isJob,
  result,
  total,
  ...row
}: RowOf<typeof runs.columns>): Run => ({
  ...row,
  job: isJob
    ? { progress: done === null ? Option.none() : Option.some({ done, total }), result: Option.fromNullable(result) }
    : undefined,
  finishedAt: Option.fromNullable(finishedAt),
  failure:
    failureState === null
      ? Option.none()
      : Option.some({ state: failureState, message: failureMessage ?? "", next: failureNext ?? "" })
})

const endedColumns = { source: text, domain: domainName, isJob: boolean }

/** How many runs a source has at least and at most, and how long others stay. A run every minute has no full month. */
const [minRuns, maxRuns] = [1_000, 10_000]
const retention = "31 days"

/** The topic of the versions of runs: every host is notified when one starts, progresses or ends. */
const runsTopic = "sync_runs"

/** True for the one host that claims a due time; each is claimed once. */
export const takeSlot = (source: string, due: number) =>
  Effect.map(
    sql`
      INSERT INTO sync_slots (source, due_at) VALUES (${source}, to_timestamp(${due}::float8 / 1000))
      ON CONFLICT (source) DO UPDATE SET due_at = excluded.due_at WHERE sync_slots.due_at < excluded.due_at
      RETURNING source`,
    (rows) => rows.length > 0
  )

export const progressSignal = Layer.effect(
  SyncProgressSignal,
  Effect.map(Versions, ({ latest, passed }) => ({
    version: () => latest(runsTopic),
    passed: (version) => passed(runsTopic, version)
  }))
)

export const layer = Layer.effect(
  SyncStore,
  Effect.gen(function* () {
    const presence = yield* Presence.Presence
    /** Nobody waits for it: a failure does not concern the run. */
    const signal = Effect.ignoreLogged(bump(runsTopic))
    const mayAnnounce = yield* hookPresence
    return yield* implement(SyncStore, {
      claim: (of) =>
        Effect.tap(claim(of), ({ _tag, run }) =>
          _tag === "Claimed" ? Effect.zipRight(presence.hold("run", run), signal) : Effect.void
        ),
      endDeadRuns: reap,
      takeSlot,
      progress: (run, { added, changed, removed }) =>
        Effect.zipRight(
          sql`
            UPDATE sync_runs SET added = ${added}, changed = ${changed}, removed = ${removed}
            WHERE id = ${run} AND status = 'running'`,
          bump(runsTopic)
        ),
      heartbeat: (run) =>
        Effect.map(
          sql`UPDATE sync_runs SET beat_at = now() WHERE id = ${run} AND status = 'running' RETURNING id`,
          (rows) => rows.length > 0
        ),
      report: (run, { progress, result }) =>
        Effect.asVoid(sql`
        UPDATE sync_runs SET
          done = ${Option.getOrNull(progress)?.done ?? null}, total = ${Option.getOrNull(progress)?.total ?? null},
          result = ${Option.getOrNull(Option.map(result, (value) => JSON.stringify(value)))}::jsonb
        WHERE id = ${run} AND status = 'running'`),
      finish: (id, counts, failure) =>
        // If the end of a run cannot be stored, the run must not look alive until this process ends.
        Effect.ensuring(presence.release("run", id))(
          Effect.gen(function* () {
            const announces = yield* mayAnnounce
            const end = sql(endedColumns)`
              WITH ended AS (SELECT source FROM sync_runs WHERE id = ${id}),
              beyond_least AS (
                SELECT id FROM sync_runs WHERE source = (SELECT source FROM ended)
                ORDER BY id DESC LIMIT 1 OFFSET ${minRuns}
              ),
              beyond_most AS (
                SELECT id FROM sync_runs WHERE source = (SELECT source FROM ended)
                ORDER BY id DESC LIMIT 1 OFFSET ${maxRuns}
              ),
              old AS (
                DELETE FROM sync_runs
                WHERE source = (SELECT source FROM ended) AND id <= (SELECT id FROM beyond_least)
                  AND (started_at < now() - ${retention}::interval OR id <= (SELECT id FROM beyond_most))
              )
              UPDATE sync_runs SET
                status = ${Option.isNone(failure) ? "completed" : "failed"}, finished_at = now(),
                added = ${counts.added}, changed = ${counts.changed}, removed = ${counts.removed},
                failure_state = ${Option.getOrNull(failure)?.state ?? null},
                failure_message = ${Option.getOrNull(failure)?.message ?? null},
                failure_next = ${Option.getOrNull(failure)?.next ?? null}
              WHERE id = ${id} AND status = 'running' RETURNING source, domain, is_job`
            const ended = announces
              ? yield* inTransaction(
                  Effect.tap(end, ([run]) =>
                    run === undefined || run.isJob ? Effect.void : announceRun({ ...run, ...counts, id }, failure)
                  )
                )
              : yield* end
            const isChanged = counts.added + counts.changed + counts.removed > 0
            // Without these counts reads count: they are no reason for a run to fail.
            yield* signal
            const [run] = ended
            if (run !== undefined && isChanged) yield* Effect.ignoreLogged(completeDomain(run.domain))
          })
        ),
      position: (source) =>
        Effect.map(
          sql(positionColumns)`
            SELECT (SELECT cursor FROM sync_cursors WHERE source = ${source}) AS cursor, ${selectDrift(source)} AS drift`,
          ([row]) => ({ cursor: Option.fromNullable(row?.cursor), drift: Option.fromNullable(row?.drift) })
        ),
      advance: (source, cursor) =>
        Effect.asVoid(sql`
        INSERT INTO sync_cursors (source, cursor) VALUES (${source}, ${cursor})
        ON CONFLICT (source) DO UPDATE SET cursor = excluded.cursor WHERE sync_cursors.cursor <> excluded.cursor`),
      stage: (source, keys) =>
        Effect.asVoid(sql`
        INSERT INTO sync_removals (source, key) SELECT ${source}, key FROM unnest(${keys}::text[]) AS key
        ON CONFLICT DO NOTHING`),
      staged: (source) =>
        Effect.map(sql({ key: text })`SELECT key FROM sync_removals WHERE source = ${source}`, (rows) =>
          rows.map((row) => row.key)
        ),
      unstage: (source, keys) =>
        Effect.asVoid(sql`DELETE FROM sync_removals WHERE source = ${source} AND key = ANY(${keys}::text[])`),
      recordDrift: (source, domain, drift, isAlarm) =>
        inTransaction(
          Effect.gen(function* () {
            yield* drifts.upsert([{ source, ...drift }], { key: ["source"], returning: {} })
            if (isAlarm && (yield* mayAnnounce)) yield* announceDrift(source, domain, drift)
          })
        ),
      recordDrain: ({ domain, id, source }, failure) =>
        Option.match(failure, {
          onNone: () => Effect.asVoid(sql`DELETE FROM sync_failing WHERE domain = ${domain} AND id = ${id}`),
          onSome: ({ message, next }) =>
            Effect.asVoid(sql`
              INSERT INTO sync_failing (domain, id, source, message, next)
              VALUES (${domain}, ${id}, ${source}, ${message}, ${next})
              ON CONFLICT (domain, id) DO UPDATE SET source = excluded.source, message = excluded.message,
                next = excluded.next, failed_at = now()`)
        }),
      failingQueues: sql(failing.columns)`
        SELECT ${failing.select("sync_failing")} FROM sync_failing
        WHERE failed_at > now() - ${failingShown}::interval ORDER BY since, domain, id`,
      run: (id) =>
        Effect.map(sql(runs.columns)`${selectRuns} WHERE id = ${id}`, ([row]) =>
          Option.map(Option.fromNullable(row), toRun)
        ),
      runs: ({ source, status, ...page }) => {
        const where = every([
          ifPresent(source ?? null, (id) => sql`source = ${id}`),
          ifPresent(status ?? null, (one) => sql`status = ${one}`)
        ])
        return Effect.zipWith(
          sql(runs.columns)`${selectRuns} WHERE ${where} ORDER BY id DESC ${pageOf(page)}`,
          countOf(sql`SELECT count(*) FROM sync_runs WHERE ${where}`),
          (rows, total) => ({ rows: rows.map(toRun), total })
        )
      },
      writeLog,
      log: readLog,
      days: runDays,
      latest: (since) =>
        Effect.map(
          sql(latestColumns)`
          SELECT newest.*, recent.started AS recent, recent.failed AS recent_failed, recent.last_success, recent.failures,
            ${selectDrift(sql`newest.source`)} AS drift
          FROM (
            SELECT DISTINCT ON (source) ${runs.select("sync_runs")} FROM sync_runs
            WHERE NOT is_job AND trigger <> 'webhook' ORDER BY source, id DESC
          ) AS newest
          CROSS JOIN LATERAL (
            SELECT
              count(*) FILTER (WHERE started_at >= to_timestamp(${since}::float8 / 1000)) AS started,
              count(*) FILTER (WHERE status = 'failed' AND started_at >= to_timestamp(${since}::float8 / 1000)) AS failed,
              max(finished_at) FILTER (WHERE status = 'completed') AS last_success,
              count(*) FILTER (WHERE status = 'failed' AND id > coalesce(
                (SELECT max(id) FROM sync_runs AS good
                  WHERE good.source = newest.source AND good.status = 'completed' AND good.trigger <> 'webhook'), 0)) AS failures
            FROM sync_runs WHERE sync_runs.source = newest.source AND sync_runs.trigger <> 'webhook'
          ) AS recent
          ORDER BY newest.source`,
          (rows) =>
            rows.map(({ drift, failures, lastSuccess, recent, recentFailed, ...run }): LatestRun => ({
              ...toRun(run),
              recent,
              recentFailed,
              failures,
              drift: drift ?? undefined,
              lastSuccess: Option.fromNullable(lastSuccess)
            }))
        )
    })
  })
).pipe(Layer.provide(Presence.layer))
