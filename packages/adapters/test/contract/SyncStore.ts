import { type Run, SyncStore } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import assert from "node:assert/strict"
import * as PostgresSyncStore from "../../src/postgres/SyncStore.js"
import { wipe } from "./model/database.js"

const of = (source: string) => ({ source, domain: "listening", syncType: "scrobbles", trigger: "schedule" }) as const
const nothing = { added: 0, changed: 0, removed: 0 }
const refused: Run["failure"] = Option.some({ state: "unauthorized", message: "the key was refused", next: "give another" })

/** Begins a run, which must be free. */
const begun = Effect.fn("begun")(function*(source: string) {
  const store = yield* SyncStore
  const claim = yield* store.claim(of(source))
  assert.equal(claim._tag, "Claimed")
  return claim.run
})

const ended = (source: string, failure: Run["failure"]) =>
  Effect.flatMap(begun(source), (run) => Effect.flatMap(SyncStore, (store) => store.finish(run, nothing, failure)))

/** A run of another process, which beat last so long ago. */
const foreign = (source: string, holder: string, age: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: number }>`
        INSERT INTO sync_runs (source, domain, sync_type, trigger, holder, beat_at)
        VALUES (${source}, 'listening', 'scrobbles', 'schedule', ${holder}, now() - ${age}::interval) RETURNING id`,
      ([run]) => run?.id ?? 0
    ))

/** What every engine must answer about runs, cursors and what is to be removed. */
export const syncStoreContract = (name: string, database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`SyncStore: ${name}`, (it) => {
    const clean = <A, E>(effect: Effect.Effect<A, E, SyncStore | PgClient.PgClient | SqlClient.SqlClient>) => Effect.provide(Effect.zipRight(wipe, effect), PostgresSyncStore.layer)

    it.effect("lets one run of a source live, and tells how it ended", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      const run = yield* begun("lastfm")
      assert.deepEqual(yield* store.claim(of("lastfm")), { _tag: "Busy", run })
      yield* begun("plex")
      assert.equal(yield* store.beat(run), true)
      yield* store.finish(run, { added: 3, changed: 2, removed: 1 }, Option.none())
      assert.equal(yield* store.beat(run), false)
      const stored = Option.getOrThrow(yield* store.run(run))
      assert.deepEqual([stored.status, stored.added, stored.changed, stored.removed, stored.failure], ["completed", 3, 2, 1, Option.none()])
      assert.ok(Option.getOrThrow(stored.finishedAt) >= stored.startedAt)
      yield* store.finish(run, nothing, refused)
      assert.equal(Option.getOrThrow(yield* store.run(run)).status, "completed")
      assert.deepEqual(yield* store.run(9_999), Option.none())
      const { rows, total } = yield* store.runs({ page: 1, limit: 1 })
      assert.deepEqual([rows.map(({ source }) => source), total], [["plex"], 2])
    })))

    it.effect("ends runs of the dead, and leaves the living alone", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      const { hostname } = yield* Effect.promise(() => import("node:os"))
      const silent = yield* foreign("a", "elsewhere:1", "31 seconds")
      const gone = yield* foreign("b", `${hostname()}:4194305`, "1 second")
      const far = yield* foreign("c", "elsewhere:1", "20 seconds")
      const alive = yield* begun("d")
      assert.equal(yield* store.reap, 2)
      assert.equal(yield* store.reap, 0)
      const statusOf = (run: number) => Effect.map(store.run(run), (found) => Option.getOrThrow(found).status)
      assert.deepEqual([yield* statusOf(silent), yield* statusOf(gone), yield* statusOf(far), yield* statusOf(alive)], ["failed", "failed", "running", "running"])
      assert.equal((yield* store.claim(of("a")))._tag, "Claimed")
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE sync_runs SET beat_at = now() - interval '31 seconds' WHERE id = ${far}`
      assert.equal((yield* store.claim(of("c")))._tag, "Claimed")
      assert.equal(yield* store.beat(far), false)
    })))

    it.effect("gives each due time of a source to one host", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      const taken = yield* Effect.all(Array.from({ length: 5 }, () => store.takeSlot("lastfm", 1_000)), { concurrency: "unbounded" })
      assert.equal(taken.filter((won) => won).length, 1)
      assert.deepEqual([yield* store.takeSlot("lastfm", 999), yield* store.takeSlot("lastfm", 1_000), yield* store.takeSlot("lastfm", 1_001), yield* store.takeSlot("plex", 1_000)],
        [false, false, true, true])
    })))

    it.effect("keeps cursors and what is to be removed, a source at a time", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      assert.deepEqual(yield* store.cursor("lastfm"), Option.none())
      yield* store.advance("lastfm", "one")
      yield* store.advance("lastfm", "two")
      yield* store.advance("plex", "other")
      assert.deepEqual([yield* store.cursor("lastfm"), yield* store.cursor("plex")], [Option.some("two"), Option.some("other")])
      yield* store.stage("lastfm", ["1", "2", "3"])
      yield* store.stage("lastfm", ["3", "4"])
      yield* store.stage("plex", ["1"])
      yield* store.unstage("lastfm", ["1", "9"])
      assert.deepEqual([[...yield* store.staged("lastfm")].sort(), yield* store.staged("plex")], [["2", "3", "4"], ["1"]])
    })))

    it.effect("tells of each source its newest run and how the last ones went", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      for (const failure of [refused, Option.none(), refused, refused]) yield* ended("lastfm", failure)
      yield* ended("plex", Option.none())
      const told = (yield* store.latest(0)).map(({ failures, lastSuccess, recent, recentFailed, source, status }) =>
        [source, status, recent, recentFailed, failures, Option.isSome(lastSuccess)])
      assert.deepEqual(told, [["lastfm", "failed", 4, 3, 2, true], ["plex", "completed", 1, 0, 0, true]])
      assert.deepEqual((yield* store.latest(Date.now() + 60_000)).map(({ recent }) => recent), [0, 0])
      yield* ended("lastfm", Option.none())
      assert.equal((yield* store.latest(0))[0]?.failures, 0)
    })))

    it.effect("keeps what a job says of itself, and jobs out of how syncs stand", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      const sql = yield* SqlClient.SqlClient
      const job = { ...of("reindex-search:listening"), syncType: "job", trigger: "admin", isJob: true } as const
      const { run } = yield* store.claim(job)
      assert.deepEqual(yield* store.claim(job), { _tag: "Busy", run })
      const told = Effect.map(store.run(run), (found) => Option.getOrThrow(found).job)
      assert.deepEqual(yield* told, { progress: Option.none(), result: Option.none() })
      yield* store.report(run, { progress: Option.some({ done: 3, total: null }), result: Option.none() })
      assert.deepEqual(yield* told, { progress: Option.some({ done: 3, total: null }), result: Option.none() })
      const state = { progress: Option.some({ done: 9, total: 9 }), result: Option.some({ indexed: 9, next_offset: null, text: "it's" }) }
      yield* store.report(run, state)
      yield* store.finish(run, { ...nothing, changed: 9 }, refused)
      yield* store.report(run, { progress: Option.none(), result: Option.none() })
      assert.deepEqual(yield* told, state)
      yield* ended("lastfm", Option.none())
      assert.deepEqual((yield* store.latest(0)).map(({ job, source }) => [source, job]), [["lastfm", undefined]])
      assert.equal((yield* store.runs({ page: 1, limit: 5 })).total, 2)
      const lost = yield* foreign(job.source, "elsewhere:1", "31 seconds")
      yield* sql`UPDATE sync_runs SET is_job = true WHERE id = ${lost}`
      assert.equal(yield* store.reap, 1)
      assert.equal(Option.getOrThrow(Option.getOrThrow(yield* store.run(lost)).failure).next, "start it again")
    })))

    it.effect("remembers some thousand runs of a source", () => clean(Effect.gen(function*() {
      const store = yield* SyncStore
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO sync_runs (source, domain, sync_type, trigger, status, holder) SELECT 'lastfm', 'listening', 'x', 'schedule', 'completed', 'x' FROM generate_series(1, 1200)`
      yield* ended("plex", Option.none())
      assert.equal((yield* store.runs({ page: 1, limit: 1 })).total, 1_201)
      yield* ended("lastfm", Option.none())
      assert.equal((yield* store.runs({ page: 1, limit: 1 })).total, 1_001)
    })))
  })
