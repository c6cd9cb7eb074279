import { type NewRawPayload, RawStore } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { ConfigProvider, Effect, FastCheck as fc, Layer, Option } from "effect"
import { randomBytes } from "node:crypto"
import * as PostgresRawStore from "../../src/postgres/RawStore.js"
import { newDatabase } from "../support/database.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"

const megabyte = 1_048_576
const day = 86_400_000
const start = Date.parse("2026-03-14T12:00:00Z")

const payload = (more: Partial<NewRawPayload>): NewRawPayload => ({
  ...{ source: "lastfm", kind: "answer", key: "https://a.example/…", reason: "is not JSON", status: 200 },
  ...{ mediaType: "text/html", bytes: Buffer.from("<p>sorry"), isCut: false },
  ...more
})

const settings = new Map([
  ["DAYBOOK_RAW", "failed"],
  ["DAYBOOK_RAW_MAX_MB", "1"],
  ["DAYBOOK_RAW_DAYS", "30"]
])
const store = PostgresRawStore.layer.pipe(Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(settings))))

/** A payload of a history: what cannot be compressed, so that its size is known. */
const arrival = fc.record({
  source: fc.constantFrom("lastfm", "strava", "plex"),
  key: fc.constantFrom("a", "b", "c"),
  size: fc.oneof(fc.integer({ min: 1, max: 150_000 }), fc.integer({ min: 1, max: 600_000 })),
  after: fc.integer({ min: 1, max: 3_600_000 })
})

interface Newest {
  readonly id: number
  readonly source: string
  readonly size: number
}

/** Whether all of them fit into the megabyte, and those of each source into half of it. */
const fits = (all: ReadonlyArray<Newest>) => {
  const sum = (some: ReadonlyArray<Newest>) => some.reduce((total, { size }) => total + size, 0)
  return (
    sum(all) <= megabyte && all.every(({ source }) => sum(all.filter((one) => one.source === source)) <= megabyte / 2)
  )
}

layer(Layer.provideMerge(store, newDatabase()), { excludeTestServices: true, timeout: "5 minutes" })(
  "raw payloads",
  (it) => {
    const emptied = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM raw_payloads`)
    const all = Effect.flatMap(RawStore, ({ list }) => list({ source: undefined, key: undefined, limit: 1_000 }))

    it.effect("stay within the limits and never lose the newest of a key, as long as the newest ones fit", () =>
      forEvery(
        fc.array(arrival, { minLength: 1, maxLength: 25 }),
        (arrivals) =>
          Effect.gen(function* () {
            yield* emptied
            const { put } = yield* RawStore
            let now = start
            /** The newest of each key, as long as all of them fit. */
            const newest = new Map<string, Newest>()
            for (const { after, key, size, source } of arrivals) {
              now += after
              const id = yield* put(payload({ source, key, bytes: randomBytes(size) }), now)
              // One source may take half of the megabyte. Brotli adds a few bytes to what it cannot compress.
              expect(Option.isSome(id) || size > megabyte / 2 - 64).toBe(true)
              const rows = yield* all
              const sum = (some: typeof rows) => some.reduce((total, one) => total + one.storedSize, 0)
              expect(sum(rows)).toBeLessThanOrEqual(megabyte)
              for (const name of ["lastfm", "strava", "plex"])
                expect(sum(rows.filter((one) => one.source === name))).toBeLessThanOrEqual(megabyte / 2)
              if (Option.isSome(id)) expect(rows[0]?.id).toBe(id.value)
              if (Option.isNone(id)) continue
              newest.set(`${source} ${key}`, { id: id.value, source, size: size + 64 })
              if (!fits([...newest.values()])) {
                newest.clear()
                newest.set(`${source} ${key}`, { id: id.value, source, size })
              }
              const ids = rows.map((one) => one.id)
              for (const one of newest.values()) expect(ids).toContain(one.id)
            }
          }),
        { numRuns: depth(100) }
      )
    )

    it.effect("lose superseded ones before the newest of another key", () =>
      Effect.gen(function* () {
        yield* emptied
        const { put } = yield* RawStore
        const half = randomBytes(200_000)
        yield* put(payload({ key: "rare", bytes: randomBytes(200_000) }), start)
        yield* put(payload({ key: "often", bytes: half }), start + 1)
        yield* put(payload({ key: "often", bytes: randomBytes(200_000) }), start + 2)
        expect((yield* all).map(({ key, lastAt }) => [key, lastAt - start])).toEqual([
          ["often", 2],
          ["rare", 0]
        ])
      })
    )

    it.effect("are one row for the same bytes, and answer them as they came", () =>
      Effect.gen(function* () {
        yield* emptied
        const { get, put } = yield* RawStore
        const bytes = Buffer.from("<html>Zoë</html>")
        const first = yield* put(payload({ bytes }), start)
        const second = yield* put(payload({ bytes, reason: "is cut" }), start + 5)
        expect(second).toEqual(first)
        yield* put(payload({ bytes, source: "plex" }), start + 6)
        const rows = Option.getOrThrow(yield* get(Option.getOrThrow(first)))
        expect(Buffer.from(rows.bytes).equals(bytes)).toBe(true)
        expect(rows).toMatchObject({ times: 2, firstAt: start, lastAt: start + 5, reason: "is cut", size: 17 })
        expect(yield* all).toHaveLength(2)
        expect(yield* get(2_000_000_000)).toEqual(Option.none())
      })
    )

    it.effect("stay as many days as the settings say, answers of Strava seven, and files of it as others", () =>
      Effect.gen(function* () {
        yield* emptied
        const { prune, put } = yield* RawStore
        yield* put(payload({ source: "strava", bytes: Buffer.from("a") }), start)
        yield* put(payload({ source: "strava", kind: "file", bytes: Buffer.from("b") }), start)
        yield* put(payload({ source: "lastfm", bytes: Buffer.from("c") }), start)
        const left = Effect.map(all, (rows) => rows.map(({ kind, source }) => `${source} ${kind}`).toSorted())
        yield* prune(start + 7 * day)
        expect(yield* left).toEqual(["lastfm answer", "strava answer", "strava file"])
        yield* prune(start + 7 * day + 1)
        expect(yield* left).toEqual(["lastfm answer", "strava file"])
        yield* prune(start + 30 * day + 1)
        expect(yield* left).toEqual([])
      })
    )

    it.effect("are at most a thousand of a source", () =>
      Effect.gen(function* () {
        yield* emptied
        const { put, totals } = yield* RawStore
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO raw_payloads (source, kind, key, reason, size, is_cut, sha256, first_at, last_at, body)
          SELECT 'lastfm', 'answer', 'k' || n, '', 1, false, int4send(n), now, now, 'x' FROM generate_series(1, 1000) AS n,
            LATERAL (SELECT ${new Date(start)}::timestamptz + n * interval '1 second' AS now) AS clock`
        yield* put(payload({}), start + day)
        yield* put(payload({ source: "plex" }), start + day)
        expect((yield* totals).map(({ payloads, source }) => [source, payloads])).toEqual([
          ["lastfm", 1_000],
          ["plex", 1]
        ])
        expect(yield* sql`SELECT FROM raw_payloads WHERE key = 'k1'`).toEqual([])
        expect(yield* sql`SELECT FROM raw_payloads WHERE key = 'k2'`).toHaveLength(1)
      })
    )

    it.effect("are listed by source and key, and deleted by source", () =>
      Effect.gen(function* () {
        yield* emptied
        const { list, purge, put } = yield* RawStore
        yield* put(payload({ key: "a", bytes: Buffer.from("1") }), start)
        yield* put(payload({ key: "b", bytes: Buffer.from("2") }), start + 1)
        yield* put(payload({ source: "plex", key: "a", bytes: Buffer.from("3") }), start + 2)
        const keysOf = (query: { readonly source?: string; readonly key?: string; readonly limit?: number }) =>
          Effect.map(list({ source: undefined, key: undefined, limit: 10, ...query }), (rows) =>
            rows.map(({ key, source }) => `${source} ${key}`)
          )
        expect(yield* keysOf({})).toEqual(["plex a", "lastfm b", "lastfm a"])
        expect(yield* keysOf({ source: "lastfm" })).toEqual(["lastfm b", "lastfm a"])
        expect(yield* keysOf({ key: "a", limit: 1 })).toEqual(["plex a"])
        expect(yield* purge("lastfm")).toBe(2)
        expect(yield* keysOf({})).toEqual(["plex a"])
      })
    )
  }
)
