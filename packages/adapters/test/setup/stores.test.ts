import { HomeStore, OneTimeCodeStore, SettingStore } from "@daybook/core/setup"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as fc from "fast-check"
import * as HomeStoreLayer from "../../src/postgres/setup/HomeStore.js"
import * as LoginAttemptsLayer from "../../src/postgres/setup/LoginAttempts.js"
import { LoginAttempts, type NewAttempt } from "../../src/postgres/setup/LoginAttempts.js"
import * as OneTimeCodeStoreLayer from "../../src/postgres/setup/OneTimeCodeStore.js"
import * as SettingStoreLayer from "../../src/postgres/setup/SettingStore.js"
import { topic } from "../../src/postgres/setup/SettingStore.js"
import { Secret } from "../../src/Secret.js"
import { newDatabase } from "../support/database.js"

const secretOf = (byte: number) => Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, byte) })

const stores = (byte: number) =>
  Layer.fresh(
    Layer.mergeAll(
      SettingStoreLayer.layer,
      OneTimeCodeStoreLayer.layer,
      LoginAttemptsLayer.layer,
      HomeStoreLayer.layer
    ).pipe(Layer.provide(secretOf(byte)))
  )

const plain = (values: ReadonlyMap<string, Option.Option<Redacted.Redacted>>) =>
  Object.fromEntries(Array.from(values, ([name, value]) => [name, Option.getOrNull(Option.map(value, Redacted.value))]))

/** A course of one point, at 35.6812 N 139.7671 E. */
const tokyoStation = "o~wxEkgatY"

const names = ["DAYBOOK_A", "DAYBOOK_B", "DAYBOOK_C"]

/** A change of the settings: values to store, or names to delete. */
const change = fc.oneof(
  fc.dictionary(
    fc.constantFrom(...names),
    fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\0"))
  ),
  fc.uniqueArray(fc.constantFrom(...names))
)

const version = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ version: number }>`SELECT version::int FROM versions WHERE topic = ${topic}`,
    ([row]) => row?.version ?? 0
  )
)

const attempt = (connection: string, state: string, expiresAt = 2_000): NewAttempt => ({
  connection,
  attempt: state,
  source: "strava",
  kind: "code",
  expiresAt,
  parts: {
    url: "https://a.example/?state=s3cret",
    code: "CODE-1",
    redirectUri: "http://b",
    page: null,
    verifier: "v3rifier",
    state: "s3cret"
  }
})

describe("stores of the setup", () => {
  layer(Layer.provideMerge(stores(1), newDatabase()), { timeout: "5 minutes", excludeTestServices: true })((it) => {
    it.scoped("have after any changes the settings that a map has, and raise the version with each change", () =>
      Effect.gen(function* () {
        const store = yield* SettingStore
        const model = new Map<string, string>()
        for (const one of fc.sample(change, 40)) {
          const before = yield* version
          if (Array.isArray(one)) {
            const removed = one.filter((name) => model.delete(name)).sort()
            expect(yield* store.remove(one)).toEqual(removed)
            expect((yield* version) > before).toBe(removed.length > 0)
          } else {
            const pairs = Object.entries(one)
            pairs.forEach(([name, text]) => model.set(name, text))
            yield* store.put(new Map(pairs.map(([name, text]) => [name, Redacted.make(text)])))
            expect((yield* version) > before).toBe(pairs.length > 0)
          }
          expect(plain(yield* store.all)).toEqual(Object.fromEntries([...model].sort()))
        }
      })
    )

    it.scoped("encrypt values, each for its name, and read none of another secret", () =>
      Effect.gen(function* () {
        const store = yield* SettingStore
        const sql = yield* SqlClient.SqlClient
        yield* store.put(
          new Map([
            ["DAYBOOK_A", Redacted.make("marker-a")],
            ["DAYBOOK_B", Redacted.make("marker-b")]
          ])
        )
        const rows = yield* sql<{ name: string; sealed: string }>`SELECT * FROM source_settings`
        expect(JSON.stringify(rows)).not.toMatch(/marker/)
        const other = Context.get(yield* Layer.build(stores(2)), SettingStore)
        expect(plain(yield* other.all)).toMatchObject({ DAYBOOK_A: null, DAYBOOK_B: null })
        yield* sql`UPDATE source_settings SET sealed = (SELECT sealed FROM source_settings WHERE name = 'DAYBOOK_A') WHERE name = 'DAYBOOK_B'`
        expect(plain(yield* store.all)).toMatchObject({ DAYBOOK_A: "marker-a", DAYBOOK_B: null })
      })
    )

    it.scoped("use a one-time code once, of many who try at once, before it expires", () =>
      Effect.gen(function* () {
        const codes = yield* OneTimeCodeStore
        yield* codes.add("hash", 1_000)
        const tries = yield* Effect.all(
          Array.from({ length: 8 }, () => codes.take("hash", 999)),
          { concurrency: 8 }
        )
        expect(tries.filter((isTaken) => isTaken)).toHaveLength(1)
        yield* codes.add("late", 1_000)
        expect(yield* codes.take("late", 1_000)).toBe(false)
        expect(yield* codes.take("unknown", 0)).toBe(false)
      })
    )

    it.scoped("say where runs, events and check-ins were, and remember what was declined", () =>
      Effect.gen(function* () {
        const home = yield* HomeStore
        const sql = yield* SqlClient.SqlClient
        const run = (id: number, at: string, local: string, sport = "Run") => sql`
          INSERT INTO running_activities (id, source, name, sport, started_at, local_start, day, distance, moving_time,
            elapsed_time, elevation, workout_type)
          VALUES (${id}, 'strava', 'Run', ${sport}, ${at}::timestamptz, ${local}::timestamp, ${local}::date, 5000, 1500,
            1500, 0, 'default')`
        const course = (id: number) =>
          sql`INSERT INTO running_courses (activity_id, polyline) VALUES (${id}, ${tokyoStation})`
        yield* run(1, "2025-03-02T22:00:00Z", "2025-03-03T07:00:00")
        yield* course(1)
        yield* run(2, "2025-01-10T17:00:00Z", "2025-01-10T18:00:00")
        // The course of a virtual run is in a game.
        yield* run(3, "2025-01-11T17:00:00Z", "2025-01-11T18:00:00", "VirtualRun")
        yield* course(3)
        // Its start is not certain.
        yield* run(4, "2025-01-12T17:00:00Z", "2025-01-12T18:00:00")
        yield* sql`
          INSERT INTO running_recorded (source, key, id, started_at, zoned, identities, report, activity_id)
          VALUES ('fit', 'a', -1, '2025-01-12T17:00:00Z', false, '{}', '{}', 4)`
        const event = (going: boolean) => sql`
          INSERT INTO attending_events (digest, title, at, status, going, venue, performers, concerts, origins)
          VALUES (${`event ${going}`}, 'Concert', '2025-03-05T10:00:00Z', 'scheduled', ${going},
            '{"zone":"Asia/Seoul"}', '[]', '[]', '[]')`
        yield* event(true)
        yield* event(false)
        const hour = 3_600_000
        const sightings = [
          { at: Date.UTC(2025, 2, 2, 22), place: { zone: "Asia/Tokyo" }, origin: "run" },
          { at: Date.UTC(2025, 0, 10, 17), place: { offset: hour }, origin: "run" },
          { at: Date.UTC(2025, 0, 11, 17), place: { offset: hour }, origin: "run" },
          { at: Date.UTC(2025, 2, 5, 10), place: { zone: "Asia/Seoul" }, origin: "event" }
        ]
        const evidence = yield* home.zoneEvidence
        expect(evidence).toHaveLength(sightings.length)
        expect(evidence).toEqual(expect.arrayContaining(sightings))

        // Paris; Geneva and Hendaye near zones with the same clock; the sea; Braganza near one with another.
        yield* sql`
          CREATE TABLE places_checkin (
            checked_in_at timestamptz, latitude double precision, longitude double precision
          )`
        yield* sql`
          INSERT INTO places_checkin VALUES ('2025-01-15T10:00:00Z', 48.85, 2.35), ('2025-01-16T10:00:00Z', 46.2, 6.15),
            ('2025-01-17T10:00:00Z', 43.35, -1.79), ('2025-01-18T10:00:00Z', 0, -30), ('2025-01-19T10:00:00Z', NULL, NULL),
            ('2025-01-20T10:00:00Z', 41.86, -6.75)`
        const checkins = (yield* home.zoneEvidence).filter(({ origin }) => origin === "checkin")
        expect(checkins).toEqual([
          { at: Date.UTC(2025, 0, 15, 10), place: { zone: "Europe/Paris" }, origin: "checkin" },
          { at: Date.UTC(2025, 0, 16, 10), place: { zone: "Europe/Zurich" }, origin: "checkin" },
          expect.objectContaining({ at: Date.UTC(2025, 0, 17, 10) })
        ])

        expect(yield* home.declinedZones).toEqual([])
        yield* home.declineZone({ from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" })
        yield* home.declineZone({ from: "2025-06-01", to: null, zone: "Asia/Seoul" })
        expect(yield* home.declinedZones).toEqual([
          { from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" },
          { from: "2025-06-01", to: null, zone: "Asia/Seoul" }
        ])
      })
    )

    it.scoped("redeem the state of a login once, and not after it expired, ended or was replaced", () =>
      Effect.gen(function* () {
        const logins = yield* LoginAttempts
        const sql = yield* SqlClient.SqlClient
        yield* logins.begin(attempt("strava", "one"))
        expect(JSON.stringify(yield* sql`SELECT * FROM login_attempts`)).not.toMatch(/s3cret|v3rifier|CODE-1/)
        expect(Option.getOrThrow(yield* logins.latest("strava"))).toMatchObject({
          state: "pending",
          code: "CODE-1",
          error: null
        })
        expect(Option.isNone(yield* logins.redeem("one", 2_000))).toBe(true)
        const tries = yield* Effect.all(
          Array.from({ length: 8 }, () => logins.redeem("one", 1_999)),
          { concurrency: 8 }
        )
        const [redeemed, ...others] = tries.flatMap(Option.toArray)
        expect(others).toEqual([])
        expect(Option.getOrThrow(redeemed!.parts).verifier).toBe("v3rifier")
        yield* logins.begin(attempt("strava", "two"))
        expect(yield* logins.end("one", null)).toBe(false)
        expect(Option.isNone(yield* logins.redeem("one", 0))).toBe(true)
        expect(yield* logins.end("two", "declined")).toBe(true)
        expect(yield* logins.end("two", null)).toBe(false)
        expect(Option.isNone(yield* logins.redeem("two", 0))).toBe(true)
        expect(Option.getOrThrow(yield* logins.latest("strava"))).toMatchObject({
          state: "failed",
          error: "declined",
          url: null,
          code: null
        })
        expect(Option.isNone(yield* logins.latest("trakt"))).toBe(true)
      })
    )

    it.scoped("have the units, the address of the newest host, and whether anything is stored", () =>
      Effect.gen(function* () {
        const home = yield* HomeStore
        const sql = yield* SqlClient.SqlClient
        expect([yield* home.units, yield* home.address, yield* home.isEmpty]).toEqual([null, null, true])
        yield* home.setUnits("imperial")
        yield* home.setUnits("metric")
        yield* home.announce("http://127.0.0.1:1")
        yield* home.announce("http://127.0.0.1:2")
        expect([yield* home.units, yield* home.address]).toEqual(["metric", "http://127.0.0.1:2"])
        yield* sql`INSERT INTO sync_runs (source, domain, sync_type, trigger, status, holder)
            VALUES ('lastfm', 'listening', 'scrobbles', 'command', 'failed', 'test')`
        expect(yield* home.isEmpty).toBe(true)
        yield* sql`UPDATE sync_runs SET status = 'completed'`
        expect(yield* home.isEmpty).toBe(false)
      })
    )
  })
})
