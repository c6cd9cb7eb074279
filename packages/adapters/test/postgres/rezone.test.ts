import { AttendingRecords, attendingWriter, type Mention } from "@daybook/core/attending"
import { Publisher } from "@daybook/core/publishing"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Schedule } from "effect"
import * as Records from "../../src/postgres/attending/AttendingRecords.js"
import * as FeedStore from "../../src/postgres/FeedStore.js"
import { rezone } from "../../src/postgres/home.js"
import * as ImageRequests from "../../src/postgres/ImageRequests.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import { newDatabase } from "../support/database.js"
import { noRules } from "../support/noRules.js"
import { home } from "../support/stores.js"

const stores = Layer.mergeAll(
  Records.layer,
  Transaction.layer,
  Versions.dataVersions,
  Publisher.Default.pipe(Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer)))
).pipe(Layer.provideMerge(Versions.layer), Layer.provideMerge(noRules))

/** A calendar entry in UTC, at a venue with an unknown location. */
const mention: Mention = {
  key: "row",
  saidAt: 0,
  state: "confirmed",
  kind: "comedy",
  title: "An evening of jokes",
  date: null,
  lastDate: null,
  time: null,
  at: Date.parse("2020-12-31T18:30:00Z"),
  venue: {
    name: "The Cellar",
    address: null,
    city: null,
    state: null,
    country: null,
    latitude: null,
    longitude: null,
    capacity: null,
    zone: null
  },
  performers: [],
  teams: null,
  external: null,
  orders: [],
  attended: null,
  notes: null,
  evidence: null
}

const inZone = (zone: string) => home(zone, () => "2026-06-01")

it.live("a new home time zone moves the days of events whose venue has no known zone", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const eventDays = sql`SELECT event.date, event.starts_at, item.date AS feed_date FROM attending_events AS event LEFT JOIN feed_items AS item ON item.domain = 'attending' AND item.entity_id = event.id`
    yield* Effect.gen(function* () {
      yield* rezone
      yield* attendingWriter.apply("calendar", {
        records: [mention],
        deleted: [],
        covers: Option.none(),
        cursor: Option.none(),
        total: Option.none()
      })
    }).pipe(Effect.provide(stores), Effect.provide(inZone("Europe/London")))
    expect(yield* eventDays).toStrictEqual([
      { date: "2020-12-31", startsAt: "2020-12-31T18:30:00+00:00", feedDate: "2020-12-31" }
    ])
    yield* Effect.zipRight(rezone, AttendingRecords).pipe(
      Effect.provide(stores),
      Effect.provide(inZone("Asia/Kolkata"))
    )
    expect(yield* eventDays).toStrictEqual([
      { date: "2021-01-01", startsAt: "2021-01-01T00:00:00+05:30", feedDate: "2021-01-01" }
    ])
  }).pipe(Effect.provide(newDatabase()), Effect.scoped)
)

it.live("the home time zone does not change while a host runs, and does after it was killed", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const opened = (zone: string) => rezone.pipe(Effect.provide(stores), Effect.provide(inZone(zone)))
    const zone = Effect.map(sql`SELECT value FROM settings WHERE name = 'home_zone'`, ([row]) => row?.["value"])
    const beat = (ago: string) =>
      sql`INSERT INTO hosts (name, beat_at) VALUES ('host', now() - ${ago}::interval) ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at`
    yield* opened("Europe/London")
    yield* beat("1 second")
    const living = yield* Effect.fork(Effect.repeat(beat("0 seconds"), Schedule.spaced("200 millis")))
    const refused = yield* Effect.flip(opened("Europe/Berlin"))
    expect("message" in refused ? refused.message : "").toContain("set DAYBOOK_TIMEZONE=Europe/London here too")
    expect(yield* zone).toBe("Europe/London")
    yield* opened("Europe/London")
    yield* Fiber.interrupt(living)
    yield* beat("19 seconds")
    yield* opened("Europe/Berlin")
    expect(yield* zone).toBe("Europe/Berlin")
  }).pipe(Effect.provide(newDatabase()), Effect.scoped)
)
