import { Publisher } from "@daybook/core/publishing"
import { Calendar, type HomeZones, homeCalendar, homeWith, parseHistory } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Layer } from "effect"
import * as FeedStore from "../../src/postgres/FeedStore.js"
import { rezone } from "../../src/postgres/home.js"
import * as ImageRequests from "../../src/postgres/ImageRequests.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import * as Gazetteer from "../../src/places/Gazetteer.js"
import * as sourceRanks from "../../src/setup/sourceRanks.js"
import { newDatabase } from "../support/database.js"
import { histories } from "../support/depth.js"
import { noRules } from "../support/noRules.js"

const stores = Layer.mergeAll(
  Transaction.layer,
  Versions.dataVersions,
  Publisher.Default.pipe(Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer)))
).pipe(Layer.provideMerge(Versions.layer), Layer.provideMerge(noRules))

const homeOf = (text: string): HomeZones =>
  Either.getOrThrow(Either.flatMap(parseHistory(text), (history) => homeWith("UTC", history)))
const calendarOf = (text: string) => Either.getOrThrow(homeCalendar(homeOf(text)))

const homes = [
  "Europe/Berlin",
  "Europe/Berlin, 2020-02-29 America/Los_Angeles, 2020-12-20..2021-01-05 Asia/Tokyo",
  "Pacific/Pago_Pago, 2020-06-01..2020-06-20 Pacific/Kiritimati, 2020-10-01 Pacific/Apia",
  "Europe/Vienna, 2020-02-29 America/Los_Angeles"
]

const opened = (home: string) =>
  rezone.pipe(
    Effect.provide(stores),
    Effect.provide(Layer.merge(sourceRanks.layer, Gazetteer.layer)),
    Effect.provideService(Calendar, { ...calendarOf(home), today: Effect.succeed("2026-06-01") })
  )

const first = Date.UTC(2019, 11, 1)
const instants = Array.from(
  new Set(fc.sample(fc.integer({ min: first, max: Date.UTC(2021, 1, 1) }), { numRuns: 400, seed: 7 }))
)

/** Plays of one track, with the days of a home. */
const addRecords = Effect.fn(function* (home: string) {
  const sql = yield* SqlClient.SqlClient
  const days = instants.map(calendarOf(home).dateOf)
  const seconds = instants.map((at) => at / 1000)
  yield* sql`
    INSERT INTO listening_artists (name, sort_name, hidden) VALUES ('Velmora', 'velmora', false)`
  yield* sql`
    INSERT INTO listening_tracks (artist_id, reported_artist_id, name, sort_name, match_name, fold, hidden)
    SELECT id, id, 'Dawn', 'dawn', 'velmora|dawn', 'dawn', false FROM listening_artists`
  yield* sql`
    INSERT INTO listening_plays (played_at, artist_id, track_id, day, source, precise, visible, spelling_id)
    SELECT to_timestamp(at), track.artist_id, track.id, day, 'lastfm', true, true, 0
    FROM unnest(${seconds}::float8[], ${days}::date[]) AS play (at, day) CROSS JOIN listening_tracks AS track`
  // All counts are computed, as after a sample was restored.
  yield* sql`INSERT INTO settings (name, value) VALUES ('home_days_outdated', 'test')`
  yield* opened(home)
})

const playsByDay = (days: ReadonlyArray<string>) =>
  Array.from(new Set(days))
    .sort()
    .map((day) => ({ day, plays: days.filter((one) => one === day).length }))

it.live("a change of the history moves the days that it touches, and its removal moves them back", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* opened(homes[0]!)
    yield* addRecords(homes[0]!)
    const totals = sql`SELECT bucket AS day, plays FROM listening_totals WHERE grain = 'day' ORDER BY bucket`
    const counts = sql`
      SELECT kind, grain, bucket, plays FROM listening_counts WHERE grain = 'year' ORDER BY kind, grain, bucket`
    for (const home of histories([1, 0, 2, 3, 0, 1, 0].map((index) => homes[index]!))) {
      yield* opened(home)
      expect(yield* totals, home).toStrictEqual(playsByDay(instants.map(calendarOf(home).dateOf)))
      const years = new Map<string, number>()
      for (const day of instants.map(calendarOf(home).dateOf)) {
        const year = `${day.slice(0, 4)}-01-01`
        years.set(year, (years.get(year) ?? 0) + 1)
      }
      const tracks = (yield* counts).filter(({ kind }) => kind === "track")
      expect(new Map(tracks.map(({ bucket, plays }) => [bucket, plays])), home).toEqual(years)
    }
  }).pipe(Effect.provide(newDatabase()), Effect.scoped)
)

it.live("leaves records alone whose zone does not change", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* opened(homes[0]!)
    yield* addRecords(homes[0]!)
    const rows = sql`SELECT id, xmin::text AS written FROM listening_plays WHERE played_at < '2020-06-01' ORDER BY id`
    const before = yield* rows
    yield* opened("Europe/Berlin, 2020-06-10..2020-06-20 Asia/Tokyo")
    expect(yield* rows).toStrictEqual(before)
    const moved = yield* sql`SELECT DISTINCT day FROM listening_plays WHERE day BETWEEN '2020-06-10' AND '2020-06-20'`
    expect(moved.length).toBeGreaterThan(0)
  }).pipe(Effect.provide(newDatabase()), Effect.scoped)
)

it.live("begins an interrupted change again with the next host", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* opened(homes[0]!)
    yield* addRecords(homes[0]!)
    yield* sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stopped''; END'`
    yield* sql`CREATE TRIGGER stop BEFORE UPDATE ON listening_plays FOR EACH ROW EXECUTE FUNCTION refuse()`
    yield* Effect.flip(opened(homes[1]!))
    const settings = sql`SELECT name, value FROM settings WHERE name IN ('zone_history', 'zone_history_begun') ORDER BY 1`
    expect((yield* settings).map(({ name }) => name)).toStrictEqual(["zone_history_begun"])
    yield* sql`DROP TRIGGER stop ON listening_plays`
    yield* opened(homes[1]!)
    expect((yield* settings).map(({ name }) => name)).toStrictEqual(["zone_history"])
    const days = yield* sql<{ day: string }>`SELECT day FROM listening_plays ORDER BY id`
    expect(days.map(({ day }) => day)).toStrictEqual(instants.map(calendarOf(homes[1]!).dateOf))
  }).pipe(Effect.provide(newDatabase()), Effect.scoped)
)
