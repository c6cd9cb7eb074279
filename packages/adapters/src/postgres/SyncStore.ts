import { type LatestRun, type Run, type SourceState, SyncStore, type Trigger } from "@daybook/core/sync"
import type { Domain } from "@daybook/core"
import { offsetOf } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { claim, reap } from "./claim.js"
import * as Presence from "./Presence.js"
import { storage } from "./storage.js"

interface Row {
  readonly id: number
  readonly source: string
  readonly domain: Domain
  readonly syncType: string
  readonly trigger: Trigger
  readonly status: Run["status"]
  readonly startedAt: number
  readonly finishedAt: number | null
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly failureState: SourceState | null
  readonly failureMessage: string | null
  readonly failureNext: string | null
  readonly isJob: boolean
  readonly done: number | null
  readonly total: number | null
  readonly result: Readonly<Record<string, unknown>> | null
}

const toRun = ({ done, failureMessage, failureNext, failureState, finishedAt, isJob, result, total, ...row }: Row): Run => ({
  ...row,
  job: isJob ? { progress: done === null ? Option.none() : Option.some({ done, total }), result: Option.fromNullable(result) } : undefined,
  finishedAt: Option.fromNullable(finishedAt),
  failure: failureState === null
    ? Option.none()
    : Option.some({ state: failureState, message: failureMessage ?? "", next: failureNext ?? "" })
})

/** Runs of a source that are remembered. */
const keptRuns = 1_000

export const layer = Layer.effect(SyncStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const presence = yield* Presence.Presence
  const columns = sql.literal(
    "id, source, domain, sync_type, trigger, status, started_at, finished_at, added, changed, removed, failure_state, failure_message, failure_next, is_job, done, total, result"
  )
  return {
    claim: (of) =>
      Effect.tap(claim(sql)(of), ({ _tag, run }) => _tag === "Claimed" ? presence.hold("run", run) : Effect.void),
    reap: reap(sql),
    takeSlot: (source, due) =>
      storage("SyncStore.takeSlot")(Effect.map(
        sql`
          INSERT INTO sync_slots (source, due_at) VALUES (${source}, to_timestamp(${due}::float8 / 1000))
          ON CONFLICT (source) DO UPDATE SET due_at = excluded.due_at WHERE sync_slots.due_at < excluded.due_at RETURNING source`,
        (rows) => rows.length > 0
      )),
    beat: (run) =>
      storage("SyncStore.beat")(Effect.map(
        sql`UPDATE sync_runs SET beat_at = now() WHERE id = ${run} AND status = 'running' RETURNING id`,
        (rows) => rows.length > 0
      )),
    report: (run, { progress, result }) =>
      storage("SyncStore.report")(Effect.asVoid(sql`
        UPDATE sync_runs SET
          done = ${Option.getOrNull(progress)?.done ?? null}, total = ${Option.getOrNull(progress)?.total ?? null},
          result = ${Option.getOrNull(Option.map(result, (value) => JSON.stringify(value)))}::jsonb
        WHERE id = ${run} AND status = 'running'`)),
    finish: (run, counts, failure) =>
      // A run that cannot be written down as ended must not look alive for as long as its process lives.
      Effect.ensuring(presence.release("run", run))(storage("SyncStore.finish")(Effect.asVoid(sql`
        WITH old AS (
          DELETE FROM sync_runs USING sync_runs AS ended WHERE ended.id = ${run} AND sync_runs.source = ended.source AND sync_runs.id <= (
            SELECT id FROM sync_runs AS run WHERE run.source = ended.source ORDER BY id DESC OFFSET ${keptRuns} LIMIT 1
          )
        )
        UPDATE sync_runs SET
          status = ${Option.isNone(failure) ? "completed" : "failed"}, finished_at = now(),
          added = ${counts.added}, changed = ${counts.changed}, removed = ${counts.removed},
          failure_state = ${Option.getOrNull(failure)?.state ?? null},
          failure_message = ${Option.getOrNull(failure)?.message ?? null},
          failure_next = ${Option.getOrNull(failure)?.next ?? null}
        WHERE id = ${run} AND status = 'running'`))),
    cursor: (source) =>
      storage("SyncStore.cursor")(Effect.map(
        sql<{ cursor: string }>`SELECT cursor FROM sync_cursors WHERE source = ${source}`,
        (rows) => Option.map(Option.fromNullable(rows[0]), (row) => row.cursor)
      )),
    advance: (source, cursor) =>
      storage("SyncStore.advance")(Effect.asVoid(sql`
        INSERT INTO sync_cursors (source, cursor) VALUES (${source}, ${cursor})
        ON CONFLICT (source) DO UPDATE SET cursor = excluded.cursor WHERE sync_cursors.cursor <> excluded.cursor`)),
    stage: (source, keys) =>
      storage("SyncStore.stage")(Effect.asVoid(sql`
        INSERT INTO sync_removals (source, key) SELECT ${source}, key FROM unnest(${keys}::text[]) AS key
        ON CONFLICT DO NOTHING`)),
    staged: (source) =>
      storage("SyncStore.staged")(Effect.map(
        sql<{ key: string }>`SELECT key FROM sync_removals WHERE source = ${source}`,
        (rows) => rows.map((row) => row.key)
      )),
    unstage: (source, keys) =>
      storage("SyncStore.unstage")(Effect.asVoid(sql`DELETE FROM sync_removals WHERE source = ${source} AND key = ANY(${keys}::text[])`)),
    run: (id) =>
      storage("SyncStore.run")(Effect.map(
        sql<Row>`SELECT ${columns} FROM sync_runs WHERE id = ${id}`,
        (rows) => Option.map(Option.fromNullable(rows[0]), toRun)
      )),
    runs: (page) =>
      storage("SyncStore.runs")(Effect.gen(function*() {
        const rows = yield* sql<Row>`SELECT ${columns} FROM sync_runs ORDER BY id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
        const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM sync_runs`
        return { rows: rows.map(toRun), total: count?.total ?? 0 }
      })),
    latest: (since) =>
      storage("SyncStore.latest")(Effect.map(
        sql<Row & { recent: number; recentFailed: number; lastSuccess: number | null; failures: number }>`
          SELECT newest.*, recent.started AS recent, recent.failed AS recent_failed, recent.last_success, recent.failures
          FROM (SELECT DISTINCT ON (source) ${columns} FROM sync_runs WHERE NOT is_job AND trigger <> 'webhook' ORDER BY source, id DESC) AS newest
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
        (rows) => rows.map((row): LatestRun => ({
          ...toRun(row),
          recent: row.recent,
          recentFailed: row.recentFailed,
          failures: row.failures,
          lastSuccess: Option.fromNullable(row.lastSuccess)
        }))
      )),
    enrichment: storage("SyncStore.enrichment")(Effect.map(
      sql<{ artistsWithPlays: number; artists: number; tracks: number }>`
        SELECT
          (SELECT count(*) FROM listening_artists AS artist WHERE apple_music_url IS NULL AND NOT hidden AND EXISTS (
            SELECT FROM listening_plays AS play WHERE play.artist_id = artist.id AND play.visible)) AS artists_with_plays,
          (SELECT count(*) FROM listening_artists WHERE apple_music_url IS NULL) AS artists,
          (SELECT count(*) FROM listening_tracks WHERE apple_music_url IS NULL) AS tracks`,
      ([row]) => ({
        artistsWithPlaysWithoutLink: row?.artistsWithPlays ?? 0,
        artistsWithoutLink: row?.artists ?? 0,
        tracksWithoutLink: row?.tracks ?? 0,
        // Albums are kept under the artist of their plays, so a mismatch cannot arise.
        mismatchedAlbums: 0
      })
    ))
  }
})).pipe(Layer.provide(Presence.layer))
