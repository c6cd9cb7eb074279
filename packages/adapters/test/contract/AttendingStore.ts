import {
  AttendingEnrichmentStore,
  AttendingRecords,
  AttendingStore,
  type Concert,
  type Draft,
  type EventsOf,
  type Game,
  type MergeInput,
  type Mention,
  RuleBook,
  type Team,
  type AttendingChanges,
  attendingWriter,
  categoryOf,
  mergeMentions,
  plain,
  seasonMention,
  publishChanges
} from "@daybook/core/attending"
import { depth } from "../support/depth.js"
import { FeedStore } from "@daybook/core/feed"
import { Publisher } from "@daybook/core/publishing"
import { Calendar, type LocalDate, Transaction as Atomic } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Clock, Effect, FastCheck as fc, Layer, Option } from "effect"
import * as PostgresEnrichmentStore from "../../src/postgres/attending/AttendingEnrichmentStore.js"
import * as Records from "../../src/postgres/attending/AttendingRecords.js"
import * as Store from "../../src/postgres/attending/AttendingStore.js"
import * as FeedAdapter from "../../src/postgres/FeedStore.js"
import * as ImageRequests from "../../src/postgres/ImageRequests.js"
import { concertsOf } from "../../src/postgres/listening/profiles.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import { forEvery } from "../support/property.js"
import { home } from "../support/stores.js"

const now = Date.parse("2026-06-01T12:00:00Z")
const days: ReadonlyArray<LocalDate> = ["2025-05-30", "2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02"]
const rules = {
  teams: [{ league: "mlb" as const, id: 136 }],
  kinds: [{ words: ["musical"], kind: "theater" as const }],
  ignore: [],
  venues: []
}

const venueOf = (name: string, city: string | null) => ({
  name,
  address: null,
  city,
  state: null,
  country: null,
  latitude: null,
  longitude: null,
  capacity: null,
  zone: null
})

const shows = [
  {
    title: "Rangers at Mariners",
    teams: { home: "Mariners", away: "Rangers" },
    kind: "mlb_game" as const,
    venue: venueOf("T-Mobile Park", "Seattle")
  },
  { title: "Lucy Dacus", teams: null, kind: "concert" as const, venue: venueOf("The Fillmore", null) },
  { title: "Big Thief", teams: null, kind: "concert" as const, venue: venueOf("The Fillmore", "Philadelphia") },
  { title: "Big Thief", teams: null, kind: "concert" as const, venue: venueOf("The Fillmore", "San Francisco") },
  { title: "The musical Hamilton", teams: null, kind: null, venue: venueOf("Orpheum", null) }
] as const

const mention = (
  index: number,
  of: {
    show: number
    day: number | null
    order: number | null
    state: Mention["state"]
    seats: number
    cents: number | null
    attended: boolean | null
  }
): Mention => {
  const { kind, teams, title, venue } = shows[of.show]!
  return {
    key: `k${index}`,
    saidAt: 1_000 + index,
    state: of.state,
    kind,
    title,
    date: of.day === null ? null : days[of.day]!,
    lastDate: null,
    time: of.show === 0 ? "13:10" : "20:00",
    at: null,
    venue,
    teams,
    external: null,
    attended: of.attended,
    notes: null,
    evidence: null,
    performers: kind === "concert" ? [{ name: title, type: "musical_artist", role: "headliner", mbid: null }] : [],
    orders:
      of.order === null
        ? []
        : [
            {
              vendor: "axs",
              orderId: `o${of.order}`,
              section: "A",
              row: null,
              seats: Array.from({ length: of.seats }, (_, seat) => String(seat + index)),
              quantity: null,
              totalCents: of.cents,
              currency: "USD",
              purchasedAt: now - index * 1_000
            }
          ]
  }
}

const reports = fc.record({
  show: fc.nat(shows.length - 1),
  day: fc.option(fc.nat(days.length - 1), { freq: 9 }),
  order: fc.option(fc.nat(5)),
  seats: fc.nat(3),
  state: fc.constantFrom<Mention["state"]>("confirmed", "confirmed", "confirmed", "cancelled", "unread"),
  cents: fc.option(fc.nat(9_000)),
  attended: fc.option(fc.boolean(), { freq: 3 })
})
const life = fc.record({
  zone: fc.constantFrom("America/Los_Angeles", "Pacific/Auckland"),
  reports: fc.array(reports, { minLength: 1, maxLength: 14 }),
  page: fc.integer({ min: 1, max: 4 }),
  games: fc.subarray([0, 1, 2, 3]),
  removed: fc.array(fc.nat(13), { maxLength: 2 }),
  rejected: fc.option(fc.nat(13))
})

const gameOn = (day: number): Game => ({
  external: { source: "mlb_stats_api", id: String(day) },
  league: "mlb",
  season: Number(days[day]!.slice(0, 4)),
  gameType: "R",
  state: "final",
  date: days[day]!,
  at: Date.parse(`${days[day]}T20:10:00Z`),
  number: 1,
  series: null,
  venue: venueOf("T-Mobile Park", "Seattle"),
  details: null,
  home: { team: { id: 136, name: "Seattle Mariners", abbreviation: "SEA" }, score: day },
  away: { team: { id: 140, name: "Texas Rangers", abbreviation: "TEX" }, score: 2 }
})
const concertOn = (day: number): Concert => ({
  id: `c${day}`,
  date: days[day]!,
  artist: { name: "Lucy Dacus", mbid: "0e2bb0aa" },
  venue: venueOf("The Fillmore", null),
  tour: null,
  url: "https://www.setlist.fm/x",
  songs: []
})

interface Event extends Draft {
  readonly attended: boolean
}

/** The expected events, computed from every mention. */
const eventsOf = (ground: MergeInput): ReadonlyArray<Event> =>
  mergeMentions(ground)
    .filter(({ doubt }) => doubt === null)
    .map((draft) => ({ ...draft, attended: draft.going && draft.over! <= now }))

const nameOf = ({ date, kind, orders, title }: Pick<Draft, "date" | "kind" | "title" | "orders">) =>
  [
    date,
    kind,
    title,
    orders
      .map(({ orderId }) => orderId)
      .toSorted()
      .join()
  ].join(" ")

const agree = Effect.fn(function* (ground: MergeInput) {
  const store = yield* AttendingStore
  const events = eventsOf(ground)
  const everything: EventsOf = {
    page: { page: 1, limit: 100 },
    days: { from: null, to: null },
    category: null,
    kind: null,
    season: null,
    venue: null,
    attended: null,
    team: null,
    teamId: null
  }
  const eventNames = (of: Partial<EventsOf>) =>
    Effect.map(store.events({ ...everything, ...of }), ({ rows, total }) => {
      expect(rows).toHaveLength(total)
      return rows
        .map((row) => nameOf({ ...row, orders: row.tickets.map((ticket) => ({ ...ticket, key: "", seats: [] })) }))
        .toSorted()
    })
  const expected = (which: (event: Event) => boolean) => events.filter(which).map(nameOf).toSorted()
  expect(yield* eventNames({})).toStrictEqual(expected(() => true))
  expect(yield* eventNames({ attended: true })).toStrictEqual(expected(({ attended }) => attended))
  expect(yield* eventNames({ attended: false })).toStrictEqual(expected(({ attended }) => !attended))
  expect(yield* eventNames({ category: "music" })).toStrictEqual(expected(({ kind }) => categoryOf(kind!) === "music"))
  expect(yield* eventNames({ kind: "theater" })).toStrictEqual(expected(({ kind }) => kind === "theater"))
  expect(yield* eventNames({ season: 2026 })).toStrictEqual(
    expected(({ date, kind }) => kind === "mlb_game" && date!.startsWith("2026"))
  )
  expect(yield* eventNames({ teamId: 140 })).toStrictEqual(expected(({ game }) => game !== null))
  // An order may name a game, and its cancellation a concert: its teams stay.
  expect(yield* eventNames({ team: "MARINÉRS" })).toStrictEqual(
    expected(({ game, teams }) => game !== null || teams?.home === "Mariners")
  )
  expect(yield* eventNames({ days: { from: days[1]!, to: days[2]! } })).toStrictEqual(
    expected(({ date }) => date! >= days[1]! && date! <= days[2]!)
  )
  const rows = (yield* store.events(everything)).rows
  const dates = rows.map(({ date }) => date)
  expect(dates).toStrictEqual(dates.toSorted().toReversed())
  for (const row of rows) {
    const draft = events.find(
      (event) =>
        nameOf(event) === nameOf({ ...row, orders: row.tickets.map((ticket) => ({ ...ticket, key: "", seats: [] })) })
    )!
    expect(row.startsAt).toBe(draft.startsAt)
    expect(row.venue?.name).toBe(draft.venue?.name)
    expect(row.performers.map(({ name }) => plain(name))).toStrictEqual(draft.performers.map(({ name }) => plain(name)))
    expect(
      row.tickets.map(({ orderId, seats, totalCents }) => [orderId, seats.join(), totalCents]).toSorted()
    ).toStrictEqual(
      draft.orders.map(({ orderId, seats, totalCents }) => [orderId, seats.join(), totalCents]).toSorted()
    )
  }
  yield* agreeOnSums(events)
})

const agreeOnSums = Effect.fn(function* (events: ReadonlyArray<Event>) {
  const store = yield* AttendingStore
  const over = events.filter((event) => event.over! <= now)
  const counts = yield* store.counts({ from: null, to: null })
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(over.length)
  expect(counts.filter(({ attended }) => attended).reduce((sum, { count }) => sum + count, 0)).toBe(
    events.filter(({ attended }) => attended).length
  )
  const year = yield* store.attended({ from: "2026-01-01", to: "2026-12-31" })
  expect(year.map(({ title }) => title).toSorted()).toStrictEqual(
    events
      .filter(({ attended, date }) => attended && date! >= "2026")
      .map(({ title }) => title)
      .toSorted()
  )
  expect((yield* store.season("mlb_game", 2026)).map(({ date }) => date)).toStrictEqual(
    events
      .filter(({ date, kind }) => kind === "mlb_game" && date!.startsWith("2026"))
      .map(({ date }) => date)
      .toSorted()
  )
  // One venue per name, unless cities distinguish two. A name with a single city gets that city.
  const venues = yield* store.venues
  const named = events.flatMap(({ venue }) => (venue === null ? [] : [venue]))
  const cities = (name: string) =>
    new Set(named.filter((venue) => venue.name === name).flatMap(({ city }) => city ?? []))
  const expected = new Set(
    named.map(({ city, name }) => `${name} ${city ?? (cities(name).size === 1 ? [...cities(name)][0] : "")}`)
  )
  expect(venues.map(({ city, name }) => `${name} ${city ?? ""}`).toSorted()).toStrictEqual([...expected].toSorted())
  const feed = yield* FeedStore
  const items = yield* feed.page({ domain: "attending", range: { from: null, to: null }, after: null, limit: 200 })
  expect(items.map(({ date, eventType, title }) => `${eventType} ${date} ${title}`).toSorted()).toStrictEqual(
    over
      .map(({ attended, date, title }) =>
        attended ? `event_attended ${date} Saw ${title}` : `event_missed ${date} Missed ${title}`
      )
      .toSorted()
  )
})

const sharedServices = Layer.mergeAll(Transaction.layer, Versions.dataVersions, Publisher.Default).pipe(
  Layer.provideMerge(Layer.mergeAll(FeedAdapter.layer, SearchStore.layer, ImageRequests.layer)),
  Layer.provideMerge(Versions.layer)
)
const stores = Layer.mergeAll(Store.layer, Records.layer, PostgresEnrichmentStore.layer).pipe(
  Layer.provideMerge(sharedServices)
)

const stopped = Object.assign(Object.create(Clock.make()) as Clock.Clock, {
  currentTimeMillis: Effect.succeed(now),
  unsafeCurrentTimeMillis: () => now
})

const live = ({
  games,
  page,
  rejected,
  removed,
  reports,
  zone
}: typeof life extends fc.Arbitrary<infer A> ? A : never) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`TRUNCATE attending_mentions, corrections, attending_games, attending_concerts, attending_teams, attending_players, attending_venues, attending_performers, attending_events, enrichment_tasks RESTART IDENTITY CASCADE`
    yield* sql`DELETE FROM feed_items WHERE domain = 'attending'`
    const records = yield* AttendingRecords
    const lookups = yield* AttendingEnrichmentStore
    const transaction = yield* Atomic
    const calendar = yield* Calendar
    const mentions = reports.map((one, index) => mention(index, one))
    const write = (change: Effect.Effect<AttendingChanges, unknown, Publisher>) =>
      transaction.run(Effect.flatMap(change, publishChanges))
    for (let from = 0; from < mentions.length; from += page) {
      yield* transaction.run(
        attendingWriter.apply("tickets", {
          records: mentions.slice(from, from + page),
          deleted: [],
          covers: Option.none(),
          cursor: Option.none(),
          total: Option.none()
        })
      )
      if (from === 0) yield* lookups.putGames(games.map(gameOn))
    }
    yield* lookups.putConcerts([concertOn(1), concertOn(2)])
    const again = yield* transaction.run(
      attendingWriter.apply("tickets", {
        records: mentions,
        deleted: [],
        covers: Option.none(),
        cursor: Option.none(),
        total: Option.none()
      })
    )
    expect([again.added, again.changed]).toStrictEqual([0, 0])
    const removedKeys = new Set(removed.filter((index) => index < mentions.length).map((index) => `k${index}`))
    expect(yield* transaction.run(attendingWriter.remove("tickets", [...removedKeys]))).toBe(removedKeys.size)
    const left = mentions.filter(({ key }) => !removedKeys.has(key))
    const out = left[rejected ?? left.length]
    const [row] =
      out === undefined ? [] : yield* sql<{ id: number }>`SELECT id FROM attending_mentions WHERE key = ${out.key}`
    if (row !== undefined) yield* write(Effect.map(records.reject(row.id), (change) => change!))
    yield* agree({
      mentions: left.map((one, id) => ({
        id,
        source: "tickets",
        mention: one,
        rejected: one === out,
        promotion: null,
        presence: null,
        ownNotes: null
      })),
      games: games.map(gameOn),
      concerts: [concertOn(1), concertOn(2)],
      teams: [],
      artists: [],
      concertVenues: new Map([["the fillmore", 2]]),
      apart: new Set(),
      rules,
      aheadAt: calendar.offsetAt
    })
  }).pipe(
    Effect.provide(stores),
    Effect.provide(
      Layer.mergeAll(
        home(zone, () => "2026-06-01"),
        Layer.succeed(RuleBook, rules)
      )
    ),
    Effect.withClock(stopped)
  )

const links = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, corrections, attending_events, attending_performers CASCADE`
  const one = { show: 1, day: 1, order: 1, seats: 1, cents: null, attended: null, state: "confirmed" as const }
  yield* records.put("tickets", [mention(1, one), mention(2, { ...one, day: 4, order: 2 })], null)
  const performer = Effect.map(store.attended({ from: null, to: null }), ([event]) => event?.performers[0])
  expect((yield* performer)?.artistId).toBeNull()
  const [artist] = yield* sql<{
    id: number
  }>`INSERT INTO listening_artists (name, sort_name, hidden) VALUES ('LUCY DACUS', 'lucy dacus', false) RETURNING id`
  expect((yield* performer)?.artistId).toBe(artist!.id)
  const concerts = yield* concertsOf(artist!.id)
  expect(concerts.map(({ attended, date }) => [date, attended])).toStrictEqual([
    [days[4], false],
    [days[1], true]
  ])
}).pipe(
  Effect.provide(stores),
  Effect.provide(
    Layer.mergeAll(
      home("UTC", () => "2026-06-01"),
      Layer.succeed(RuleBook, rules)
    )
  ),
  Effect.withClock(stopped)
)

const unplaced = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const lookups = yield* AttendingEnrichmentStore
  yield* sql`TRUNCATE attending_mentions, corrections, attending_events, attending_games, attending_teams, enrichment_tasks CASCADE`
  const row = (key: number, teams: Mention["teams"], day = 1): Mention => ({
    ...mention(key, { show: 1, day, order: 1, seats: 1, cents: null, attended: null, state: "confirmed" }),
    title: `Row ${key}`,
    performers: [],
    kind: null,
    orders: [],
    venue: null,
    teams
  })
  const sides = { home: "Mariners", away: "Rangers" }
  yield* records.put(
    "calendar",
    [row(1, sides), row(2, { home: "Bakery", away: "Coffee" }, 2), row(3, sides), row(4, null)],
    null
  )
  const bakery = { home: "Bakery", away: "Coffee", title: "Row 2" }
  expect(yield* lookups.unplaced).toStrictEqual([bakery, { ...sides, title: "Row 1" }, { ...sides, title: "Row 3" }])
  // A mention without a kind may be a concert if it names no teams.
  yield* records.put(
    "tickets",
    [
      {
        ...mention(5, { show: 1, day: 3, order: 1, seats: 1, cents: null, attended: null, state: "confirmed" }),
        kind: null,
        performers: []
      }
    ],
    null
  )
  expect((yield* lookups.due("setlists", ["concert"], 10)).map(({ title }) => title)).toStrictEqual(["Lucy Dacus"])
  expect(yield* lookups.due("games", ["mlb_game"], 10)).toStrictEqual([])
  const team = (id: number, name: string): Team => ({
    league: "mlb",
    id,
    name,
    fullName: null,
    abbreviation: null,
    location: null,
    logoUrl: null,
    logoDarkUrl: null,
    logoLightUrl: null,
    primaryColor: null,
    secondaryColor: null,
    tertiaryColor: null,
    conference: null,
    division: null
  })
  yield* lookups.putTeams([team(136, "Mariners"), team(140, "Rangers")])
  expect([yield* lookups.unplaced, [...(yield* lookups.teams)]]).toStrictEqual([[bakery], [["mlb", 2]]])
}).pipe(
  Effect.provide(stores),
  Effect.provide(
    Layer.mergeAll(
      home("UTC", () => "2026-06-01"),
      Layer.succeed(RuleBook, rules)
    )
  ),
  Effect.withClock(stopped)
)

/** A schedule has only the name of a ground. */
const grounds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const lookups = yield* AttendingEnrichmentStore
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, corrections, attending_events, attending_games, attending_venues, enrichment_tasks CASCADE`
  const [bare, now] = [gameOn(1), { latitude: 47.59, longitude: -122.33, capacity: 47_929 }]
  const placed: Game = { ...bare, venue: { ...bare.venue!, ...now } }
  yield* lookups.putGames([placed])
  yield* records.put("manual", [seasonMention(bare, "mlb_game")], null)
  const storedVenue = Effect.map(store.venues, ([venue]) => [
    venue?.name,
    venue?.latitude,
    venue?.longitude,
    venue?.capacity
  ])
  const whole = ["T-Mobile Park", now.latitude, now.longitude, now.capacity]
  expect(yield* storedVenue).toStrictEqual(whole)
  for (const again of [bare, { ...bare, venue: null }, { ...bare, venue: { ...bare.venue!, city: "Sodo" } }]) {
    yield* lookups.putGames([again])
    expect(yield* storedVenue).toStrictEqual(whole)
  }
  yield* lookups.putGames([{ ...bare, venue: venueOf("Husky Stadium", "Seattle") }])
  expect(yield* storedVenue).toStrictEqual(["Husky Stadium", null, null, null])
}).pipe(
  Effect.provide(stores),
  Effect.provide(
    Layer.mergeAll(
      home("UTC", () => "2026-06-01"),
      Layer.succeed(RuleBook, rules)
    )
  ),
  Effect.withClock(stopped)
)

/** The link to the postponed game arrives late, and the make-up game's own page does not repeat it. */
const madeUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const lookups = yield* AttendingEnrichmentStore
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, corrections, attending_events, attending_games, attending_concerts CASCADE`
  const of = { show: 0, day: 1, seats: 1, cents: 5_000, attended: null, state: "confirmed" as const }
  const postponed: Game = { ...gameOn(1), state: "postponed" }
  const makeUp: Game = { ...gameOn(2), external: { ...postponed.external, id: "2000" } }
  const listed = Effect.map(store.attended({ from: null, to: null }), (events) =>
    events.map(({ date, external, tickets }) => [date, external?.id, tickets.length])
  )
  yield* records.put("tickets", [mention(1, { ...of, order: 1 })], null)
  yield* records.put("calendar", [mention(2, { ...of, day: 2, order: null })], null)
  yield* lookups.putGames([postponed, makeUp])
  expect(yield* listed).toStrictEqual([[makeUp.date, "2000", 0]])
  const [event] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM attending_events`
  expect(event!.count).toBe(2)
  for (const game of [{ ...makeUp, makesUpFor: postponed.external }, makeUp]) {
    yield* lookups.putGames([game])
    expect(yield* listed).toStrictEqual([[makeUp.date, "2000", 1]])
    expect(yield* sql`SELECT count(*)::int AS count FROM attending_events`).toStrictEqual([{ count: 1 }])
  }
  yield* records.put("calendar", [{ ...mention(2, { ...of, day: 2, order: null }), notes: "Row 4" }], null)
  expect(yield* listed).toStrictEqual([[makeUp.date, "2000", 1]])
}).pipe(
  Effect.provide(stores),
  Effect.provide(
    Layer.mergeAll(
      home("UTC", () => "2026-06-01"),
      Layer.succeed(RuleBook, rules)
    )
  ),
  Effect.withClock(stopped)
)

const separated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, corrections, attending_events, attending_games, attending_concerts CASCADE`
  const of = { show: 1, day: 1, seats: 1, cents: null, attended: null, state: "confirmed" as const }
  yield* records.put("calendar", [mention(1, { ...of, order: null })], null)
  yield* records.put("tickets", [mention(2, { ...of, order: 1 })], null)
  const listed = Effect.map(store.attended({ from: null, to: null }), (events) =>
    events.map(({ id, tickets }) => [id, tickets.length])
  )
  const [event] = yield* listed
  const row = yield* sql<{ id: number }>`SELECT id FROM attending_mentions WHERE source = 'calendar'`
  yield* records.separate(row[0]!.id)
  // The original event keeps its id, although the calendar mentioned it first.
  expect(yield* listed).toStrictEqual([event])
  yield* records.put("calendar", [{ ...mention(1, { ...of, order: null }), title: "Lucy Dacus, live" }], null)
  yield* records.reprocess
  expect(yield* listed).toStrictEqual([event])
  expect((yield* store.pending({ page: 1, limit: 10 })).total).toBe(1)
}).pipe(
  Effect.provide(stores),
  Effect.provide(
    Layer.mergeAll(
      home("UTC", () => "2026-06-01"),
      Layer.succeed(RuleBook, rules)
    )
  ),
  Effect.withClock(stopped)
)

const refused = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AttendingRecords
  const store = yield* AttendingStore
  yield* sql`TRUNCATE attending_mentions, corrections, attending_events, attending_games, attending_concerts CASCADE`
  const mail = mention(1, { show: 1, day: 1, seats: 1, cents: null, attended: null, state: "confirmed", order: null })
  const evidence = { hash: "h", parser: 1, excerpt: null, reason: "The mail was not read: it has 41 MB." }
  yield* records.put("tickets", [{ ...mail, state: "unread", evidence }], null)
  const { rows } = yield* store.pending({ page: 1, limit: 10 })
  expect(rows.map(({ detail, doubt }) => [doubt, detail])).toStrictEqual([
    ["unread", "The mail was not read: it has 41 MB."]
  ])
}).pipe(
  Effect.provide(stores),
  Effect.provide(
    Layer.mergeAll(
      home("UTC", () => "2026-06-01"),
      Layer.succeed(RuleBook, rules)
    )
  ),
  Effect.withClock(stopped)
)

/** The store must answer the same as a computation over every mention. */
export const attendingStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("AttendingStore", (it) => {
    it.effect(
      "agrees with a computation over every mention",
      () => forEvery(life, live, { numRuns: depth(15) }),
      600_000
    )

    it.effect("stores opponents without an event, and creates games once their teams are known", () => unplaced)

    it.effect("keeps the details of a ground when a schedule has only its name", () => grounds)
    it.effect("joins a postponed game and its make-up game under a new id", () => madeUp)

    it.effect("separates a mention from its event, which keeps its id", () => separated)

    it.effect("lists a refused mail with its problem", () => refused)

    it.effect("links a performer to the artist in listening, also if plays arrive later", () => links)
  })
