import { type Run, SyncStore } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import * as PostgresSyncStore from "../../src/postgres/SyncStore.js"
import { wipe } from "./model/database.js"

const of = (source: string) => ({ source, domain: "listening", syncType: "scrobbles", trigger: "schedule" }) as const
const nothing = { added: 0, changed: 0, removed: 0 }
const refused: Run["failure"] = Option.some({
  state: "unauthorized",
  message: "the key was refused",
  next: "give another"
})

/** Starts a run; fails if the source is busy. */
const begun = Effect.fn("begun")(function* (source: string) {
  const store = yield* SyncStore
  const claim = yield* store.claim(of(source))
  expect(claim._tag).toBe("Claimed")
  return claim.run
})

const ended = (source: string, failure: Run["failure"]) =>
  Effect.flatMap(begun(source), (run) => Effect.flatMap(SyncStore, (store) => store.finish(run, nothing, failure)))

/** A run of another process; `age` is the time since its last heartbeat. */
const foreign = (source: string, holder: string, age: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: number }>`
        INSERT INTO sync_runs (source, domain, sync_type, trigger, holder, beat_at)
        VALUES (${source}, 'listening', 'scrobbles', 'schedule', ${holder}, now() - ${age}::interval) RETURNING id`,
      ([run]) => run?.id ?? 0
    )
  )

/** Contract for runs, cursors and pending removals. */
export const syncStoreContract = (database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("SyncStore", (it) => {
    const clean = <A, E>(effect: Effect.Effect<A, E, SyncStore | PgClient.PgClient | SqlClient.SqlClient>) =>
      Effect.provide(Effect.zipRight(wipe, effect), PostgresSyncStore.layer)

    it.effect("allows one run per source, and reports how it ended", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const run = yield* begun("lastfm")
          expect(yield* store.claim(of("lastfm"))).toStrictEqual({ _tag: "Busy", run })
          yield* begun("plex")
          expect(yield* store.heartbeat(run)).toBe(true)
          yield* store.finish(run, { added: 3, changed: 2, removed: 1 }, Option.none())
          expect(yield* store.heartbeat(run)).toBe(false)
          const storedRun = Option.getOrThrow(yield* store.run(run))
          expect([
            storedRun.status,
            storedRun.added,
            storedRun.changed,
            storedRun.removed,
            storedRun.failure
          ]).toStrictEqual(["completed", 3, 2, 1, Option.none()])
          expect(Option.getOrThrow(storedRun.finishedAt)).toBeGreaterThanOrEqual(storedRun.startedAt)
          yield* store.finish(run, nothing, refused)
          expect(Option.getOrThrow(yield* store.run(run)).status).toBe("completed")
          expect(yield* store.run(9_999)).toStrictEqual(Option.none())
          const { rows, total } = yield* store.runs({ page: 1, limit: 1 })
          expect([rows.map(({ source }) => source), total]).toStrictEqual([["plex"], 2])
        })
      )
    )

    it.effect("ends runs of dead processes only", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const { hostname } = yield* Effect.promise(() => import("node:os"))
          const silent = yield* foreign("a", "elsewhere:1", "31 seconds")
          const deadRun = yield* foreign("b", `${hostname()}:4194305`, "1 second")
          const far = yield* foreign("c", "elsewhere:1", "20 seconds")
          const alive = yield* begun("d")
          expect(yield* store.endDeadRuns).toBe(2)
          expect(yield* store.endDeadRuns).toBe(0)
          const statusOf = (run: number) => Effect.map(store.run(run), (result) => Option.getOrThrow(result).status)
          expect([
            yield* statusOf(silent),
            yield* statusOf(deadRun),
            yield* statusOf(far),
            yield* statusOf(alive)
          ]).toStrictEqual(["failed", "failed", "running", "running"])
          expect((yield* store.claim(of("a")))._tag).toBe("Claimed")
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE sync_runs SET beat_at = now() - interval '31 seconds' WHERE id = ${far}`
          expect((yield* store.claim(of("c")))._tag).toBe("Claimed")
          expect(yield* store.heartbeat(far)).toBe(false)
        })
      )
    )

    it.effect("assigns each due time of a source to one host", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const slots = yield* Effect.all(
            Array.from({ length: 5 }, () => store.takeSlot("lastfm", 1_000)),
            { concurrency: "unbounded" }
          )
          expect(slots.filter((won) => won)).toHaveLength(1)
          expect([
            yield* store.takeSlot("lastfm", 999),
            yield* store.takeSlot("lastfm", 1_000),
            yield* store.takeSlot("lastfm", 1_001),
            yield* store.takeSlot("plex", 1_000)
          ]).toStrictEqual([false, false, true, true])
        })
      )
    )

    it.effect("stores cursors and pending removals by source", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const cursorOf = (source: string) => Effect.map(store.position(source), ({ cursor }) => cursor)
          expect(yield* cursorOf("lastfm")).toStrictEqual(Option.none())
          yield* store.advance("lastfm", "one")
          yield* store.advance("lastfm", "two")
          yield* store.advance("plex", "other")
          expect([yield* cursorOf("lastfm"), yield* cursorOf("plex")]).toStrictEqual([
            Option.some("two"),
            Option.some("other")
          ])
          yield* store.stage("lastfm", ["1", "2", "3"])
          yield* store.stage("lastfm", ["3", "4"])
          yield* store.stage("plex", ["1"])
          yield* store.unstage("lastfm", ["1", "9"])
          expect([[...(yield* store.staged("lastfm"))].sort(), yield* store.staged("plex")]).toStrictEqual([
            ["2", "3", "4"],
            ["1"]
          ])
        })
      )
    )

    it.effect("returns the newest run of each source and the outcome of recent ones", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          for (const failure of [refused, Option.none(), refused, refused]) yield* ended("lastfm", failure)
          yield* ended("plex", Option.none())
          const summaries = (yield* store.latest(0)).map(
            ({ failures, lastSuccess, recent, recentFailed, source, status }) => [
              source,
              status,
              recent,
              recentFailed,
              failures,
              Option.isSome(lastSuccess)
            ]
          )
          expect(summaries).toStrictEqual([
            ["lastfm", "failed", 4, 3, 2, true],
            ["plex", "completed", 1, 0, 0, true]
          ])
          expect((yield* store.latest(Date.now() + 60_000)).map(({ recent }) => recent)).toStrictEqual([0, 0])
          yield* ended("lastfm", Option.none())
          expect((yield* store.latest(0))[0]?.failures).toBe(0)
        })
      )
    )

    it.effect("stores the progress of jobs, and excludes jobs from the sync status", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const sql = yield* SqlClient.SqlClient
          const job = { ...of("reindex-search:listening"), syncType: "job", trigger: "admin", isJob: true } as const
          const { run } = yield* store.claim(job)
          expect(yield* store.claim(job)).toStrictEqual({ _tag: "Busy", run })
          const jobState = Effect.map(store.run(run), (result) => Option.getOrThrow(result).job)
          expect(yield* jobState).toStrictEqual({ progress: Option.none(), result: Option.none() })
          yield* store.report(run, { progress: Option.some({ done: 3, total: null }), result: Option.none() })
          expect(yield* jobState).toStrictEqual({
            progress: Option.some({ done: 3, total: null }),
            result: Option.none()
          })
          const state = {
            progress: Option.some({ done: 9, total: 9 }),
            result: Option.some({ indexed: 9, next_offset: null, text: "it's" })
          }
          yield* store.report(run, state)
          yield* store.finish(run, { ...nothing, changed: 9 }, refused)
          yield* store.report(run, { progress: Option.none(), result: Option.none() })
          expect(yield* jobState).toStrictEqual(state)
          yield* ended("lastfm", Option.none())
          expect((yield* store.latest(0)).map(({ job, source }) => [source, job])).toStrictEqual([
            ["lastfm", undefined]
          ])
          expect((yield* store.runs({ page: 1, limit: 5 })).total).toBe(2)
          const lost = yield* foreign(job.source, "elsewhere:1", "31 seconds")
          yield* sql`UPDATE sync_runs SET is_job = true WHERE id = ${lost}`
          expect(yield* store.endDeadRuns).toBe(1)
          expect(Option.getOrThrow(Option.getOrThrow(yield* store.run(lost)).failure).next).toBe("start it again")
        })
      )
    )

    it.effect("stores what runs log, and deletes it with them", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const sql = yield* SqlClient.SqlClient
          const run = yield* begun("lastfm")
          const other = yield* begun("plex")
          const line = (message: string, at: number) => ({ at, level: "warning" as const, message })
          yield* store.writeLog(run, [line("first", 2_000), line("second\0 half", 1_000)])
          yield* store.writeLog(other, [line("of another run", 5_000)])
          yield* store.writeLog(run, [{ at: 3_000, level: "debug", message: "third" }])
          expect(yield* store.log(run)).toStrictEqual([
            line("first", 2_000),
            line("second half", 1_000),
            { at: 3_000, level: "debug", message: "third" }
          ])
          expect(yield* store.log(9_999)).toStrictEqual([])
          yield* sql`DELETE FROM sync_runs WHERE id = ${run}`
          expect(yield* store.log(run)).toStrictEqual([])
          expect(yield* store.log(other)).toHaveLength(1)
        })
      )
    )

    it.effect("lists runs by source and status, and counts them by day of a time zone", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const sql = yield* SqlClient.SqlClient
          const at = (
            source: string,
            status: string,
            started: string,
            more = { isJob: false, trigger: "schedule" }
          ) => sql`
            INSERT INTO sync_runs (source, domain, sync_type, trigger, status, holder, started_at, is_job)
            VALUES (${source}, 'listening', 'x', ${more.trigger}, ${status}, 'x', ${started}::timestamptz, ${more.isJob})`
          yield* at("lastfm", "completed", "2026-03-14T22:59:00Z")
          yield* at("lastfm", "completed", "2026-03-14T23:01:00Z")
          yield* at("lastfm", "failed", "2026-03-15T12:00:00Z")
          yield* at("lastfm", "running", "2026-03-15T13:00:00Z")
          yield* at("plex", "failed", "2026-03-14T12:00:00Z")
          yield* at("plex", "failed", "2026-03-13T12:00:00Z")
          yield* at("job", "completed", "2026-03-14T12:00:00Z", { isJob: true, trigger: "admin" })
          yield* at("strava", "completed", "2026-03-14T12:00:00Z", { isJob: false, trigger: "webhook" })
          const day = (source: string, date: string, completed: number, failed: number) => ({
            source,
            domain: "listening",
            date,
            completed,
            failed
          })
          expect(
            yield* store.days([
              { date: "2026-03-14", since: Date.parse("2026-03-13T23:00:00Z") },
              { date: "2026-03-15", since: Date.parse("2026-03-14T23:00:00Z") }
            ])
          ).toStrictEqual([
            day("lastfm", "2026-03-14", 1, 0),
            day("lastfm", "2026-03-15", 1, 1),
            day("plex", "2026-03-14", 0, 1)
          ])
          const page = { page: 1, limit: 2 }
          const failed = yield* store.runs({ ...page, status: "failed" })
          expect([failed.total, failed.rows.map(({ source }) => source)]).toStrictEqual([3, ["plex", "plex"]])
          expect((yield* store.runs({ ...page, source: "lastfm" })).total).toBe(4)
          expect((yield* store.runs({ ...page, source: "lastfm", status: "failed" })).total).toBe(1)
          expect((yield* store.runs({ ...page, source: "nobody" })).rows).toStrictEqual([])
        })
      )
    )

    it.effect("has the newest comparison of a source with its provider, also next to its newest run", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const drift = Effect.map(store.position("lastfm"), (position) => position.drift)
          expect(yield* drift).toStrictEqual(Option.none())
          const first = {
            unit: "plays",
            provider: 84_211,
            stored: 84_100,
            explained: { duplicates: 18 },
            checkedAt: Date.parse("2026-03-14T20:00:00Z"),
            suspectedAt: Date.parse("2026-03-14T20:00:00Z"),
            since: null
          }
          yield* store.recordDrift("lastfm", "listening", first, false)
          expect(yield* drift).toStrictEqual(Option.some(first))
          const at = Date.parse("2026-03-14T21:30:00.123Z")
          const second = { ...first, provider: 84_212, explained: {}, checkedAt: at, since: at }
          yield* store.recordDrift("lastfm", "listening", second, true)
          yield* ended("lastfm", Option.none())
          yield* ended("plex", Option.none())
          const latest = yield* store.latest(0)
          expect(latest.map(({ drift, source }) => [source, drift])).toStrictEqual([
            ["lastfm", second],
            ["plex", undefined]
          ])
        })
      )
    )

    it.effect("says which queues fail, since when, until one succeeds", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const sql = yield* SqlClient.SqlClient
          const tags = { id: "lastfm-tags", domain: "listening", source: "lastfm" } as const
          const pictures = { id: "images", domain: "listening", source: null } as const
          const failure = (message: string) => Option.some({ state: "forbidden" as const, message, next: "wait" })
          const queues = Effect.map(store.failingQueues, (all) =>
            all.map(({ failedAt, since, ...rest }) => ({ ...rest, isLater: failedAt > since }))
          )
          yield* store.recordDrain(tags, Option.none())
          expect(yield* queues).toStrictEqual([])
          yield* store.recordDrain(tags, failure("Last.fm refuses"))
          yield* store.recordDrain(pictures, failure("Deezer refuses"))
          // Otherwise both failures may be of one millisecond.
          yield* sql`UPDATE sync_failing SET since = since - interval '1 hour' WHERE source = 'lastfm'`
          yield* store.recordDrain(tags, failure("Last.fm still refuses"))
          expect(yield* queues).toStrictEqual([
            { ...tags, message: "Last.fm still refuses", next: "wait", isLater: true },
            { ...pictures, message: "Deezer refuses", next: "wait", isLater: false }
          ])
          yield* store.recordDrain(tags, Option.none())
          expect((yield* queues).map(({ id }) => id)).toStrictEqual(["images"])
          yield* sql`UPDATE sync_failing SET failed_at = failed_at - interval '3 days'`
          expect(yield* queues).toStrictEqual([])
        })
      )
    )

    it.effect("keeps the runs of a month, and about a thousand older ones of a source", () =>
      clean(
        Effect.gen(function* () {
          const store = yield* SyncStore
          const sql = yield* SqlClient.SqlClient
          yield* sql`
            INSERT INTO sync_runs (source, domain, sync_type, trigger, status, holder, started_at)
            SELECT source, 'listening', 'x', 'schedule', 'completed', 'x', now() - age::interval
            FROM generate_series(1, 1200), (VALUES ('lastfm', '40 days'), ('trakt', '20 days')) AS of (source, age)`
          yield* ended("plex", Option.none())
          expect((yield* store.runs({ page: 1, limit: 1 })).total).toBe(2_401)
          yield* ended("lastfm", Option.none())
          expect((yield* store.runs({ page: 1, limit: 1 })).total).toBe(2_201)
          yield* ended("trakt", Option.none())
          expect((yield* store.runs({ page: 1, limit: 1, source: "trakt" })).total).toBe(1_201)
          yield* sql`
            INSERT INTO sync_runs (source, domain, sync_type, trigger, status, holder)
            SELECT 'trakt', 'collecting', 'x', 'schedule', 'completed', 'x' FROM generate_series(1, 10000)`
          yield* ended("trakt", Option.none())
          expect((yield* store.runs({ page: 1, limit: 1, source: "trakt" })).total).toBe(10_000)
        })
      )
    )
  })
