import { domains } from "@daybook/core"
import { type LatestRun, type Run, type SourceState, SyncStore } from "@daybook/core/sync"
import { Effect, Layer, Option } from "effect"
import { claim, reap } from "./claim.js"
import { type RowOf, boolean, instant, json, nullable, number, oneOf, text } from "./kit/columns.js"
import { countOf, pageOf } from "./kit/query.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"
import { table } from "./kit/table.js"
import * as Presence from "./Presence.js"

const states = [
  "unauthorized",
  "forbidden",
  "not_found",
  "rate_limited",
  "unavailable",
  "bad_answer",
  "bad_file",
  "mass_removal",
  "interrupted"
] satisfies ReadonlyArray<SourceState>

const runs = table("sync_runs", {
  id: number,
  source: text,
  domain: oneOf(domains),
  syncType: text,
  trigger: oneOf(["command", "schedule", "admin", "webhook", "import"]),
  status: oneOf(["running", "failed", "completed"]),
  startedAt: instant,
  finishedAt: nullable(instant),
  added: number,
  changed: number,
  removed: number,
  failureState: nullable(oneOf(states)),
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
  failures: number
}

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

/** How many runs are kept per source. */
const maxRuns = 1_000

export const layer = Layer.effect(
  SyncStore,
  Effect.gen(function* () {
    const presence = yield* Presence.Presence
    return yield* implement(SyncStore, {
      claim: (of) =>
        Effect.tap(claim(of), ({ _tag, run }) => (_tag === "Claimed" ? presence.hold("run", run) : Effect.void)),
      endDeadRuns: reap,
      takeSlot: (source, due) =>
        Effect.map(
          sql`
          INSERT INTO sync_slots (source, due_at) VALUES (${source}, to_timestamp(${due}::float8 / 1000))
          ON CONFLICT (source) DO UPDATE SET due_at = excluded.due_at WHERE sync_slots.due_at < excluded.due_at RETURNING source`,
          (rows) => rows.length > 0
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
      finish: (run, counts, failure) =>
        // If the end of a run cannot be stored, the run must not look alive until this process ends.
        Effect.ensuring(presence.release("run", run))(
          Effect.asVoid(sql`
        WITH old AS (
          DELETE FROM sync_runs USING sync_runs AS ended
          WHERE ended.id = ${run} AND sync_runs.source = ended.source AND sync_runs.id <= (
            SELECT id FROM sync_runs AS run WHERE run.source = ended.source ORDER BY id DESC OFFSET ${maxRuns} LIMIT 1
          )
        )
        UPDATE sync_runs SET
          status = ${Option.isNone(failure) ? "completed" : "failed"}, finished_at = now(),
          added = ${counts.added}, changed = ${counts.changed}, removed = ${counts.removed},
          failure_state = ${Option.getOrNull(failure)?.state ?? null},
          failure_message = ${Option.getOrNull(failure)?.message ?? null},
          failure_next = ${Option.getOrNull(failure)?.next ?? null}
        WHERE id = ${run} AND status = 'running'`)
        ),
      cursor: (source) =>
        Effect.map(sql({ cursor: text })`SELECT cursor FROM sync_cursors WHERE source = ${source}`, ([row]) =>
          Option.fromNullable(row?.cursor)
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
      run: (id) =>
        Effect.map(sql(runs.columns)`${selectRuns} WHERE id = ${id}`, ([row]) =>
          Option.map(Option.fromNullable(row), toRun)
        ),
      runs: (page) =>
        Effect.zipWith(
          sql(runs.columns)`${selectRuns} ORDER BY id DESC ${pageOf(page)}`,
          countOf(sql`SELECT count(*) FROM sync_runs`),
          (rows, total) => ({ rows: rows.map(toRun), total })
        ),
      latest: (since) =>
        Effect.map(
          sql(latestColumns)`
          SELECT newest.*, recent.started AS recent, recent.failed AS recent_failed, recent.last_success, recent.failures
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
            rows.map(({ failures, lastSuccess, recent, recentFailed, ...run }): LatestRun => ({
              ...toRun(run),
              recent,
              recentFailed,
              failures,
              lastSuccess: Option.fromNullable(lastSuccess)
            }))
        )
    })
  })
).pipe(Layer.provide(Presence.layer))

/** When the newest full listing of each kind was made for a source, in epoch milliseconds. */
export const newestLists = (source: string) =>
  Effect.map(
    sql({ list: text, asOf: instant })`SELECT list, as_of FROM sync_lists WHERE source = ${source}`,
    (rows): ReadonlyMap<string, number> => new Map(rows.map(({ asOf, list }) => [list, asOf]))
  )

/** Records that full listings of these kinds were imported. An older listing changes nothing. */
export const noteLists = (source: string, lists: ReadonlyArray<string>, asOf: number) =>
  lists.length === 0
    ? Effect.void
    : sql`
    INSERT INTO sync_lists (source, list, as_of)
    SELECT ${source}, list, to_timestamp(${asOf}::float8 / 1000) FROM unnest(${lists}::text[]) AS given (list)
    ON CONFLICT (source, list) DO UPDATE SET as_of = excluded.as_of WHERE sync_lists.as_of < excluded.as_of`
