import {
  AttendingLookups, AttendingRecords, AttendingStore, type Concert, type Draft, type EventsOf, type Game, type Ground, type Mention, RuleBook, type Team, type Turned, attendingRoom,
  categoryOf, merged, plain, seasonMention, tell
} from "@daybook/core/attending"
import { FeedStore } from "@daybook/core/feed"
import { Publisher } from "@daybook/core/publishing"
import { Calendar, type LocalDate, Transaction as Atomic } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { layer } from "@effect/vitest"
import { Clock, Effect, FastCheck as fc, Layer, Option } from "effect"
import assert from "node:assert/strict"
import * as Lookups from "../../src/postgres/attending/AttendingLookups.js"
import * as Records from "../../src/postgres/attending/AttendingRecords.js"
import { concertsOf } from "../../src/postgres/listening/read/concerts.js"
import * as Store from "../../src/postgres/attending/AttendingStore.js"
import * as FeedAdapter from "../../src/postgres/FeedStore.js"
import * as ImageWants from "../../src/postgres/ImageWants.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import { forEvery } from "../support/property.js"
import { home } from "../support/stores.js"

const now = Date.parse("2026-06-01T12:00:00Z")
const days: ReadonlyArray<LocalDate> = ["2025-05-30", "2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02"]
const rules = { teams: [{ league: "mlb" as const, id: 136 }], kinds: [{ words: ["musical"], kind: "theater" as const }], ignore: [], venues: [] }

const venueOf = (name: string, city: string | null) => ({ name, address: null, city, state: null, country: null, latitude: null, longitude: null, capacity: null, zone: null })

const shows = [
  { title: "Rangers at Mariners", teams: { home: "Mariners", away: "Rangers" }, kind: "mlb_game" as const, venue: venueOf("T-Mobile Park", "Seattle") },
  { title: "Lucy Dacus", teams: null, kind: "concert" as const, venue: venueOf("The Fillmore", null) },
  { title: "Big Thief", teams: null, kind: "concert" as const, venue: venueOf("The Fillmore", "Philadelphia") },
  { title: "Big Thief", teams: null, kind: "concert" as const, venue: venueOf("The Fillmore", "San Francisco") },
  { title: "The musical Hamilton", teams: null, kind: null, venue: venueOf("Orpheum", null) }
] as const

const mention = (index: number, of: { show: number; day: number | null; order: number | null; state: Mention["state"]; seats: number; cents: number | null; attended: boolean | null }): Mention => {
  const { kind, teams, title, venue } = shows[of.show]!
  return {
    key: `k${index}`, saidAt: 1_000 + index, state: of.state, kind, title, date: of.day === null ? null : days[of.day]!, lastDate: null, time: of.show === 0 ? "13:10" : "20:00",
    at: null, venue, teams, external: null, attended: of.attended, notes: null, evidence: null,
    performers: kind === "concert" ? [{ name: title, type: "musical_artist", role: "headliner", mbid: null }] : [],
    orders: of.order === null ? [] : [{
      vendor: "axs", orderId: `o${of.order}`, section: "A", row: null, seats: Array.from({ length: of.seats }, (_, seat) => String(seat + index)), quantity: null,
      totalCents: of.cents, currency: "USD", purchasedAt: now - index * 1_000
    }]
  }
}

const said = fc.record({
  show: fc.nat(shows.length - 1), day: fc.option(fc.nat(days.length - 1), { freq: 9 }), order: fc.option(fc.nat(5)), seats: fc.nat(3),
  state: fc.constantFrom<Mention["state"]>("confirmed", "confirmed", "confirmed", "cancelled", "unread"), cents: fc.option(fc.nat(9_000)), attended: fc.option(fc.boolean(), { freq: 3 })
})
const life = fc.record({
  zone: fc.constantFrom("America/Los_Angeles", "Pacific/Auckland"),
  said: fc.array(said, { minLength: 1, maxLength: 14 }),
  page: fc.integer({ min: 1, max: 4 }),
  games: fc.subarray([0, 1, 2, 3]),
  removed: fc.array(fc.nat(13), { maxLength: 2 }),
  rejected: fc.option(fc.nat(13))
})

const gameOn = (day: number): Game => ({
  external: { source: "mlb_stats_api", id: String(day) }, league: "mlb", season: Number(days[day]!.slice(0, 4)), gameType: "R", state: "final", date: days[day]!,
  at: Date.parse(`${days[day]}T20:10:00Z`), number: 1, series: null, venue: venueOf("T-Mobile Park", "Seattle"), details: null,
  home: { team: { id: 136, name: "Seattle Mariners", abbreviation: "SEA" }, score: day }, away: { team: { id: 140, name: "Texas Rangers", abbreviation: "TEX" }, score: 2 }
})
const concertOn = (day: number): Concert => ({
  id: `c${day}`, date: days[day]!, artist: { name: "Lucy Dacus", mbid: "0e2bb0aa" }, venue: venueOf("The Fillmore", null), tour: null, url: "https://www.setlist.fm/x", songs: []
})

interface Event extends Draft {
  readonly attended: boolean
}

/** Each event by a look at every mention. */
const eventsOf = (ground: Ground): ReadonlyArray<Event> =>
  merged(ground).filter(({ doubt }) => doubt === null).map((draft) => ({ ...draft, attended: draft.going && draft.over! <= now }))

const nameOf = ({ date, kind, orders, title }: Pick<Draft, "date" | "kind" | "title" | "orders">) => [date, kind, title, orders.map(({ orderId }) => orderId).toSorted().join()].join(" ")

const agree = Effect.fn(function*(ground: Ground) {
  const store = yield* AttendingStore
  const events = eventsOf(ground)
  const everything: EventsOf = { page: { page: 1, limit: 100 }, days: { from: null, to: null }, category: null, kind: null, season: null, venue: null, attended: null, team: null, teamId: null }
  const asked = (of: Partial<EventsOf>) => Effect.map(store.events({ ...everything, ...of }), ({ rows, total }) => {
    assert.equal(rows.length, total)
    return rows.map((row) => nameOf({ ...row, orders: row.tickets.map((ticket) => ({ ...ticket, key: "", seats: [] })) })).toSorted()
  })
  const expected = (which: (event: Event) => boolean) => events.filter(which).map(nameOf).toSorted()
  assert.deepEqual(yield* asked({}), expected(() => true))
  assert.deepEqual(yield* asked({ attended: true }), expected(({ attended }) => attended))
  assert.deepEqual(yield* asked({ attended: false }), expected(({ attended }) => !attended))
  assert.deepEqual(yield* asked({ category: "music" }), expected(({ kind }) => categoryOf(kind!) === "music"))
  assert.deepEqual(yield* asked({ kind: "theater" }), expected(({ kind }) => kind === "theater"))
  assert.deepEqual(yield* asked({ season: 2026 }), expected(({ date, kind }) => kind === "mlb_game" && date!.startsWith("2026")))
  assert.deepEqual(yield* asked({ teamId: 140 }), expected(({ game }) => game !== null))
  assert.deepEqual(yield* asked({ team: "MARINÉRS" }), expected(({ kind }) => kind === "mlb_game"))
  assert.deepEqual(yield* asked({ days: { from: days[1]!, to: days[2]! } }), expected(({ date }) => date! >= days[1]! && date! <= days[2]!))
  const rows = (yield* store.events(everything)).rows
  for (let index = 1; index < rows.length; index++) assert.ok(rows[index - 1]!.date >= rows[index]!.date)
  for (const row of rows) {
    const draft = events.find((event) => nameOf(event) === nameOf({ ...row, orders: row.tickets.map((ticket) => ({ ...ticket, key: "", seats: [] })) }))!
    assert.equal(row.startsAt, draft.startsAt)
    assert.equal(row.venue?.name, draft.venue?.name)
    assert.deepEqual(row.performers.map(({ name }) => plain(name)), draft.performers.map(({ name }) => plain(name)))
    assert.deepEqual(row.tickets.map(({ orderId, seats, totalCents }) => [orderId, seats.join(), totalCents]).toSorted(), draft.orders.map(({ orderId, seats, totalCents }) => [orderId, seats.join(), totalCents]).toSorted())
  }
  yield* agreeOnSums(events)
})

const agreeOnSums = Effect.fn(function*(events: ReadonlyArray<Event>) {
  const store = yield* AttendingStore
  const over = events.filter((event) => event.over! <= now)
  const counts = yield* store.counts({ from: null, to: null })
  assert.equal(counts.reduce((sum, { count }) => sum + count, 0), over.length)
  assert.equal(counts.filter(({ attended }) => attended).reduce((sum, { count }) => sum + count, 0), events.filter(({ attended }) => attended).length)
  const year = yield* store.attended({ from: "2026-01-01", to: "2026-12-31" })
  assert.deepEqual(year.map(({ title }) => title).toSorted(), events.filter(({ attended, date }) => attended && date! >= "2026").map(({ title }) => title).toSorted())
  assert.deepEqual((yield* store.season("mlb_game", 2026)).map(({ date }) => date), events.filter(({ date, kind }) => kind === "mlb_game" && date!.startsWith("2026")).map(({ date }) => date).toSorted())
  // One venue a name, save where cities tell two apart; a city that is alone is everybody's.
  const venues = yield* store.venues
  const named = events.flatMap(({ venue }) => venue === null ? [] : [venue])
  const cities = (name: string) => new Set(named.filter((venue) => venue.name === name).flatMap(({ city }) => city ?? []))
  const expected = new Set(named.map(({ city, name }) => `${name} ${city ?? (cities(name).size === 1 ? [...cities(name)][0] : "")}`))
  assert.deepEqual(venues.map(({ city, name }) => `${name} ${city ?? ""}`).toSorted(), [...expected].toSorted())
  const feed = yield* FeedStore
  const items = yield* feed.page({ domain: "attending", range: { from: null, to: null }, after: null, limit: 200 })
  assert.deepEqual(items.map(({ date, eventType, title }) => `${eventType} ${date} ${title}`).toSorted(),
    over.map(({ attended, date, title }) => attended ? `event_attended ${date} Saw ${title}` : `event_missed ${date} Missed ${title}`).toSorted())
})

const halls = Layer.mergeAll(Transaction.layer, Versions.dataVersions, Publisher.Default).pipe(
  Layer.provideMerge(Layer.mergeAll(FeedAdapter.layer, SearchStore.layer, ImageWants.layer)),
  Layer.provideMerge(Versions.layer)
)
const stores = Layer.mergeAll(Store.layer, Records.layer, Lookups.layer).pipe(Layer.provideMerge(halls))

const stopped = Object.assign(Object.create(Clock.make()) as Clock.Clock, { currentTimeMillis: Effect.succeed(now), unsafeCurrentTimeMillis: () => now })

const live = ({ games, page, rejected, removed, said, zone }: typeof life extends fc.Arbitrary<infer A> ? A : never) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`TRUNCATE attending_mentions, attending_apart, attending_games, attending_concerts, attending_teams, attending_players, attending_venues, attending_performers, attending_events, attending_lookups RESTART IDENTITY CASCADE`
    yield* sql`DELETE FROM feed_items WHERE domain = 'attending'`
    const records = yield* AttendingRecords
    const lookups = yield* AttendingLookups
    const transaction = yield* Atomic
    const calendar = yield* Calendar
    const mentions = said.map((one, index) => mention(index, one))
    const write = (turned: Effect.Effect<Turned, unknown, Publisher>) => transaction.run(Effect.flatMap(turned, tell))
    for (let from = 0; from < mentions.length; from += page) {
      yield* transaction.run(attendingRoom.apply("tickets", { records: mentions.slice(from, from + page), gone: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }))
      if (from === 0) yield* lookups.putGames(games.map(gameOn))
    }
    yield* lookups.putConcerts([concertOn(1), concertOn(2)])
    const again = yield* transaction.run(attendingRoom.apply("tickets", { records: mentions, gone: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }))
    assert.deepEqual([again.added, again.changed], [0, 0])
    const gone = new Set(removed.filter((index) => index < mentions.length).map((index) => `k${index}`))
    assert.equal(yield* transaction.run(attendingRoom.remove("tickets", [...gone])), gone.size)
    const left = mentions.filter(({ key }) => !gone.has(key))
    const out = left[rejected ?? left.length]
    const [row] = out === undefined ? [] : yield* sql<{ id: number }>`SELECT id FROM attending_mentions WHERE key = ${out.key}`
    if (row !== undefined) yield* write(Effect.map(records.reject(row.id), (turned) => turned!))
    yield* agree({
      told: left.map((one, id) => ({ id, source: "tickets", mention: one, rejected: one === out, promotion: null, presence: null })),
      games: games.map(gameOn), concerts: [concertOn(1), concertOn(2)], teams: [], artists: [], concertVenues: new Map([["the fillmore", 2]]),
      apart: new Set(), rules, aheadAt: calendar.offsetAt
    })
  }).pipe(
    Effect.provide(stores),
    Effect.provide(Layer.mergeAll(home(zone, () => "2026-06-01"), Layer.succeed(RuleBook, rules))),
    Effect.withClock(stopped)
  )

const links = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, attending_events, attending_performers CASCADE`
  const one = { show: 1, day: 1, order: 1, seats: 1, cents: null, attended: null, state: "confirmed" as const }
  yield* records.put("tickets", [mention(1, one), mention(2, { ...one, day: 4, order: 2 })], null)
  const performer = Effect.map(store.attended({ from: null, to: null }), ([event]) => event?.performers[0])
  assert.equal((yield* performer)?.artistId, null)
  const [artist] = yield* sql<{ id: number }>`INSERT INTO listening_artists (name, sort_name, hidden) VALUES ('LUCY DACUS', 'lucy dacus', false) RETURNING id`
  assert.equal((yield* performer)?.artistId, artist!.id)
  const concerts = yield* concertsOf(sql, artist!.id)
  assert.deepEqual(concerts.map(({ attended, date }) => [date, attended]), [[days[4], false], [days[1], true]])
}).pipe(Effect.provide(stores), Effect.provide(Layer.mergeAll(home("UTC", () => "2026-06-01"), Layer.succeed(RuleBook, rules))), Effect.withClock(stopped))

const unplaced = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const lookups = yield* AttendingLookups
  yield* sql`TRUNCATE attending_mentions, attending_events, attending_games, attending_teams, attending_lookups CASCADE`
  const row = (key: number, teams: Mention["teams"], day = 1): Mention => ({ ...mention(key, { show: 1, day, order: 1, seats: 1, cents: null, attended: null, state: "confirmed" }), title: `Row ${key}`, performers: [], kind: null, orders: [], venue: null, teams })
  const sides = { home: "Mariners", away: "Rangers" }
  yield* records.put("calendar", [row(1, sides), row(2, { home: "Bakery", away: "Coffee" }, 2), row(3, sides), row(4, null)], null)
  const bakery = { home: "Bakery", away: "Coffee", title: "Row 2" }
  assert.deepEqual(yield* lookups.unplaced, [bakery, { ...sides, title: "Row 1" }, { ...sides, title: "Row 3" }])
  // What nobody says the kind of may be a concert, where it names no teams.
  yield* records.put("tickets", [{ ...mention(5, { show: 1, day: 3, order: 1, seats: 1, cents: null, attended: null, state: "confirmed" }), kind: null, performers: [] }], null)
  assert.deepEqual((yield* lookups.due("setlists", ["concert"], 10)).map(({ title }) => title), ["Lucy Dacus"])
  assert.deepEqual(yield* lookups.due("games", ["mlb_game"], 10), [])
  const team = (id: number, name: string): Team => ({
    league: "mlb", id, name, fullName: null, abbreviation: null, location: null, logoUrl: null, logoDarkUrl: null, logoLightUrl: null, primaryColor: null,
    secondaryColor: null, tertiaryColor: null, conference: null, division: null
  })
  yield* lookups.putTeams([team(136, "Mariners"), team(140, "Rangers")])
  assert.deepEqual([yield* lookups.unplaced, [...yield* lookups.teams]], [[bakery], [["mlb", 2]]])
}).pipe(Effect.provide(stores), Effect.provide(Layer.mergeAll(home("UTC", () => "2026-06-01"), Layer.succeed(RuleBook, rules))), Effect.withClock(stopped))

/** A schedule names a ground and says no more of it. */
const grounds = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const lookups = yield* AttendingLookups
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, attending_events, attending_games, attending_venues, attending_lookups CASCADE`
  const [bare, now] = [gameOn(1), { latitude: 47.59, longitude: -122.33, capacity: 47_929 }]
  const placed: Game = { ...bare, venue: { ...bare.venue!, ...now } }
  yield* lookups.putGames([placed])
  yield* records.put("manual", [seasonMention(bare, "mlb_game")], null)
  const known = Effect.map(store.venues, ([venue]) => [venue?.name, venue?.latitude, venue?.longitude, venue?.capacity])
  const whole = ["T-Mobile Park", now.latitude, now.longitude, now.capacity]
  assert.deepEqual(yield* known, whole)
  for (const again of [bare, { ...bare, venue: null }, { ...bare, venue: { ...bare.venue!, city: "Sodo" } }]) {
    yield* lookups.putGames([again])
    assert.deepEqual(yield* known, whole)
  }
  yield* lookups.putGames([{ ...bare, venue: venueOf("Husky Stadium", "Seattle") }])
  assert.deepEqual(yield* known, ["Husky Stadium", null, null, null])
}).pipe(Effect.provide(stores), Effect.provide(Layer.mergeAll(home("UTC", () => "2026-06-01"), Layer.succeed(RuleBook, rules))), Effect.withClock(stopped))

const separated = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, attending_apart, attending_events, attending_games, attending_concerts CASCADE`
  const of = { show: 1, day: 1, seats: 1, cents: null, attended: null, state: "confirmed" as const }
  yield* records.put("calendar", [mention(1, { ...of, order: null })], null)
  yield* records.put("tickets", [mention(2, { ...of, order: 1 })], null)
  const listed = Effect.map(store.attended({ from: null, to: null }), (events) => events.map(({ id, tickets }) => [id, tickets.length]))
  const [event] = yield* listed
  const row = yield* sql<{ id: number }>`SELECT id FROM attending_mentions WHERE source = 'calendar'`
  yield* records.separate(row[0]!.id)
  // The event that it was taken out of is the same one, though the calendar had spoken of it first.
  assert.deepEqual(yield* listed, [event])
  yield* records.put("calendar", [{ ...mention(1, { ...of, order: null }), title: "Lucy Dacus, live" }], null)
  yield* records.reprocess
  assert.deepEqual(yield* listed, [event])
  assert.equal((yield* store.pending({ page: 1, limit: 10 })).total, 1)
}).pipe(Effect.provide(stores), Effect.provide(Layer.mergeAll(home("UTC", () => "2026-06-01"), Layer.succeed(RuleBook, rules))), Effect.withClock(stopped))

const refused = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, attending_apart, attending_events, attending_games, attending_concerts CASCADE`
  const mail = mention(1, { show: 1, day: 1, seats: 1, cents: null, attended: null, state: "confirmed", order: null })
  const evidence = { hash: "h", parser: 1, excerpt: null, reason: "The mail was not read: it has 41 MB." }
  yield* records.put("tickets", [{ ...mail, state: "unread", evidence }], null)
  const { rows } = yield* store.pending({ page: 1, limit: 10 })
  assert.deepEqual(rows.map(({ detail, doubt }) => [doubt, detail]), [["unread", "The mail was not read: it has 41 MB."]])
}).pipe(Effect.provide(stores), Effect.provide(Layer.mergeAll(home("UTC", () => "2026-06-01"), Layer.succeed(RuleBook, rules))), Effect.withClock(stopped))

/** What every engine must answer: the same as a look at every mention. */
export const attendingStoreContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`AttendingStore: ${name}`, (it) => {
    it.effect("answers as a look at every mention would", () => forEvery(life, live, { numRuns: 15 }), 600_000)

    it.effect("knows sides of which no event came, and makes games of them once their teams are known", () => unplaced)

    it.effect("keeps what is known of a ground where a schedule tells its name alone", () => grounds)
    it.effect("takes a mention out of its event, which goes on under its id", () => separated)

    it.effect("lists a mail that was refused with its problem", () => refused)

    it.effect("knows a performer as the artist who is heard, also one who is heard later", () => links)
  })
