import {
  type AttendingEnrichmentStore as AttendingEnrichmentStorePort,
  AttendingRecords as AttendingRecordsPort,
  type AttendingWriteServices,
  leagueOf,
  RuleBook
} from "@daybook/core/attending"
import { Pictures } from "@daybook/core/images"
import { Publisher as Publishing } from "@daybook/core/publishing"
import { addDays, Calendar, daysIn, type LocalDate } from "@daybook/core/shared"
import { provide, syncDefaults, type Source, SyncEngine } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer, Stream } from "effect"
import * as AttendingEnrichmentStore from "../../../adapters/src/postgres/attending/AttendingEnrichmentStore.js"
import * as AttendingRecords from "../../../adapters/src/postgres/attending/AttendingRecords.js"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../../adapters/src/postgres/SyncStore.js"
import * as TransactionStore from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import {
  type AttendingLife,
  type Fixture,
  inProcessClient,
  makeSimulators,
  type PlayedLeague
} from "@daybook/simulators"
import { definitions } from "../../src/definitions.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import type { DocumentParser } from "../../src/documents/DocumentParser.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"
import { importFile } from "../support/importFile.js"
import { memoryTokens } from "../support/tokens.js"
import { inThatTime, today } from "./stage.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

const zone = DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")
const publisher = Publishing.Default.pipe(
  Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
)
const rules = {
  teams: [{ league: "nfl" as const, id: 26 }],
  kinds: [{ words: ["theatre"], kind: "theater" as const }],
  ignore: [],
  venues: []
}

const stores = SyncEngine.Default.pipe(
  Layer.provideMerge(
    Layer.mergeAll(AttendingRecords.layer, AttendingEnrichmentStore.layer, EnrichmentTasks.layer, InThisThread.layer)
  ),
  Layer.provideMerge(
    Layer.mergeAll(
      TransactionStore.layer,
      Versions.dataVersions,
      SyncStore.layer,
      publisher,
      Layer.succeed(RuleBook, rules)
    )
  ),
  Layer.provideMerge(Layer.merge(Versions.layer, Gazetteer.layer)),
  Layer.provideMerge(Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })),
  Layer.provideMerge(Calendar.layer(zone))
)

const stage = Effect.gen(function* () {
  const { clock, sampleOwner, simulators } = yield* Effect.orDie(
    makeSimulators("http://simulated.example", { endsAt: today })
  )
  const context = yield* Effect.context<AttendingWriteServices | AttendingEnrichmentStorePort | DocumentParser>()
  const engine = yield* SyncEngine
  const sql = yield* SqlClient.SqlClient
  const tokens = yield* Layer.build(memoryTokens)
  const sourceOf = (id: "calendar" | "tickets" | "mlb" | "espn"): Effect.Effect<Source<never>> => {
    const definition = definitions.find((one) => one.id === id) as unknown as SourceDefinition<
      AttendingWriteServices | AttendingEnrichmentStorePort | DocumentParser
    >
    return definition.make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(
        ConfigProvider.fromMap(
          new Map(
            Object.entries({ ...simulators.google.settings, ...simulators.mlb.settings, ...simulators.espn.settings })
          ),
          { pathDelim: "." }
        )
      ),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(tokens),
      Effect.orDie
    )
  }
  const [calendar, tickets, mlb, espn] = yield* Effect.all([
    sourceOf("calendar"),
    sourceOf("tickets"),
    sourceOf("mlb"),
    sourceOf("espn")
  ])
  const { control } = simulators.google
  return {
    clock,
    sampleOwner,
    google: control,
    sync: (source: Source<never>) => engine.sync(source, { ...syncDefaults("command"), full: false }),
    calendar,
    tickets,
    followLeagues: Effect.forEach([...mlb.enrichments, ...espn.enrichments], ({ drain }) => Stream.runDrain(drain), {
      concurrency: "unbounded"
    }),
    importRows: (text: string) => engine.import(calendar, importFile("rows.ics", text, 65_536), syncDefaults("import")),
    importIcs: Effect.flatMap(control.ics, (text) =>
      engine.import(calendar, importFile("calendar.ics", text, 65_536), syncDefaults("import"))
    ),
    importMbox: Effect.flatMap(control.mbox, (bytes) =>
      engine.import(tickets, importFile("mails.mbox", bytes, 65_536), syncDefaults("import"))
    ),
    /** Events as the tables have them, without ids: what roads in any order must agree on. */
    events: sql<{
      readonly title: string
      readonly date: string
      readonly startsAt: string | null
      readonly status: string
      readonly going: boolean
      readonly doubt: string | null
      readonly orders: ReadonlyArray<string> | null
      readonly cents: string | null
    }>`
      SELECT title, date::text AS date, starts_at, status, going, doubt, venue ->> 'name' AS place,
        (SELECT array_agg(vendor || ' ' || coalesce(order_id, '') ORDER BY vendor, order_id) FROM attending_tickets WHERE event_id = event.id) AS orders,
        (SELECT sum(total_cents)::text FROM attending_tickets WHERE event_id = event.id) AS cents
      FROM attending_events AS event ORDER BY date, starts_at, title, doubt`
  }
})

/** The first game of a league from a day on that is as wanted. */
const firstGame = (
  of: AttendingLife,
  league: PlayedLeague,
  from: LocalDate,
  isWanted: (fixture: Fixture) => boolean
): Fixture =>
  daysIn(from, addDays(from, 120))
    .flatMap((date) => of.fixturesOn(league, date).filter((fixture) => fixture.date === date))
    .find(isWanted)!

type World = Effect.Effect.Success<typeof stage>

const arrivals: ReadonlyArray<readonly [string, (world: World) => Effect.Effect<unknown, unknown>]> = [
  ["calendar, then mails", ({ calendar, sync, tickets }) => Effect.zipRight(sync(calendar), sync(tickets))],
  ["mails, then calendar", ({ calendar, sync, tickets }) => Effect.zipRight(sync(tickets), sync(calendar))],
  [
    "files, then both again",
    ({ calendar, importIcs, importMbox, sync, tickets }) =>
      Effect.all([importMbox, importIcs, sync(calendar), sync(tickets), importMbox], { discard: true })
  ]
]

it.live("calendar and mails yield the same events with tickets, in any order and from any origin", () =>
  inThatTime(
    Effect.gen(function* () {
      let first: ReadonlyArray<object> | null = null
      for (const [name, walk] of histories(arrivals)) {
        const { events, sampleOwner, world } = yield* Effect.scoped(
          Effect.gen(function* () {
            const world = yield* stage
            yield* walk(world)
            return { events: yield* world.events, sampleOwner: world.sampleOwner, world }
          })
        ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))))
        first ??= events
        expect(events, name).toStrictEqual(first)
        const now = yield* world.clock.now
        for (const outing of sampleOwner.attending.knownAt(now)) {
          const purchases = outing.purchases.filter(({ at }) => at <= now)
          if (purchases.length === 0) continue
          const orders = purchases.map(({ orderId, vendor }) => `${vendor} ${orderId}`).sort()
          const matches = events.filter((one) => one.orders?.some((order) => orders.includes(order)))
          expect(matches, `${name}: ${outing.key}`).toHaveLength(1)
          expect([...matches[0]!.orders!].sort(), outing.key).toStrictEqual(orders)
          expect([matches[0]!.date, matches[0]!.cents], outing.key).toStrictEqual([
            outing.date,
            String(purchases.reduce((sum, one) => sum + one.totalCents, 0))
          ])
          expect(matches[0]!.doubt, outing.key).toBeNull()
        }
        // The dentist and the weekly quiz are no events.
        expect(events.some(({ title }) => /dentist|quiz|birthday/i.test(title))).toBe(false)
      }
    })
  )
)

it.live(
  "games known from a calendar only are found by their leagues without stored teams",
  () =>
    inThatTime(
      Effect.scoped(
        Effect.gen(function* () {
          const world = yield* stage
          const now = yield* world.clock.now
          const games = world.sampleOwner.attending
            .knownAt(now)
            .filter(
              ({ at, cancelledAt, fixture, moved }) =>
                fixture !== null && at < now && moved === null && cancelledAt === null
            )
          const kinds = new Set(games.map(({ kind }) => kind))
          expect(kinds.size > 1 && [...kinds].every((kind) => leagueOf(kind) !== null)).toBe(true)
          const rows = games.map(
            ({ at, key, place, title }) =>
              `BEGIN:VEVENT\nUID:${key}\nSUMMARY:${title}\nLOCATION:${place.name}\nDTSTART:${new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "")}\nEND:VEVENT`
          )
          yield* world.importRows(
            `BEGIN:VCALENDAR\nVERSION:2.0\n${rows.join("\n")}\nBEGIN:VEVENT\nUID:lunch\nSUMMARY:Lunch at the office\nDTSTART:20240301T200000Z\nEND:VEVENT\nEND:VCALENDAR`
          )
          expect((yield* world.events).filter(({ doubt }) => doubt === null)).toStrictEqual([])
          yield* world.followLeagues
          const listed = (yield* world.events).map(({ date, doubt, going }) => [date, doubt, going])
          expect(listed).toStrictEqual(
            games.map(({ date }) => [date, null, true]).toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
          )
        })
      ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))))
    ),
  120_000
)

it.live("games of other leagues and of the owner's team by name are found; unknown rows yield nothing", () =>
  inThatTime(
    Effect.scoped(
      Effect.gen(function* () {
        const world = yield* stage
        const { attending } = world.sampleOwner
        const hockey = firstGame(attending, "nhl", "2025-01-10", () => true)
        const football = firstGame(attending, "nfl", "2024-09-10", ({ home }) => home.id === 26)
        const row = (key: string, title: string, of: { readonly at: number }, more = "") =>
          `BEGIN:VEVENT\nUID:${key}\nSUMMARY:${title}\nDTSTART:${new Date(of.at).toISOString().replace(/[-:]|\.\d{3}/g, "")}\n${more}END:VEVENT`
        yield* world.importRows(
          `BEGIN:VCALENDAR\nVERSION:2.0\n${row("a", `${hockey.away.name} vs. ${hockey.home.name}`, hockey)}\n${row(
            "b",
            "Seahawks",
            football,
            `LOCATION:${football.home.ground.name}\n`
          )}\n${row("c", "Tigers vs. Lions", hockey, "LOCATION:Green Lake Field 3\n")}\nEND:VCALENDAR`
        )
        yield* world.followLeagues
        const sql = yield* SqlClient.SqlClient
        const listed =
          yield* sql`SELECT kind, category, external_id FROM attending_events WHERE doubt IS NULL ORDER BY kind`
        expect(listed).toStrictEqual([
          { kind: "nfl_game", category: "sports", externalId: String(football.id) },
          { kind: "nhl_game", category: "sports", externalId: String(hockey.id) }
        ])
      })
    ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))))
  )
)

it.live("artists of the library determine kind and performer, also when first played after the ticket", () =>
  inThatTime(
    Effect.scoped(
      Effect.gen(function* () {
        const world = yield* stage
        const sql = yield* SqlClient.SqlClient
        const addArtist = (name: string) =>
          sql`INSERT INTO listening_artists (name, sort_name, hidden) VALUES (${name}, ${name.toLowerCase()}, false)`
        yield* addArtist("Velmora Tide")
        const order = "DESCRIPTION:Reservation Number: 77-1\\n\\nProvider: Ticketmaster\\n\\nGuests: 2\n"
        const rows = (more: string) => world.importRows(`BEGIN:VCALENDAR\nVERSION:2.0\n${more}\nEND:VCALENDAR`)
        yield* rows(
          [
            `BEGIN:VEVENT\nUID:a\nSUMMARY:The Ostrava Quay: Winter Tour\n${order}DTSTART:20250601T200000\nLOCATION:Ostler Theatre\nEND:VEVENT`,
            "BEGIN:VEVENT\nUID:b\nSUMMARY:Velmora Tide @ Neumos\nDTSTART:20250603T200000\nLOCATION:Neumos\nEND:VEVENT"
          ].join("\n")
        )
        const eventRows = sql`SELECT kind, doubt, performers -> 0 ->> 'name' AS performer FROM attending_events ORDER BY date`
        expect(yield* eventRows).toStrictEqual([
          { kind: "other", doubt: null, performer: null },
          { kind: "concert", doubt: "unconfirmed", performer: "Velmora Tide" }
        ])
        yield* addArtist("The Ostrava Quay")
        yield* rows("BEGIN:VEVENT\nUID:c\nSUMMARY:Dentist\nDTSTART:20250701T100000\nEND:VEVENT")
        expect((yield* eventRows)[0]).toStrictEqual({ kind: "concert", doubt: null, performer: "The Ostrava Quay" })
      })
    ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))))
  )
)

it.live("notes written by hand stay when sources are read again, until they are cleared", () =>
  inThatTime(
    Effect.scoped(
      Effect.gen(function* () {
        const world = yield* stage
        yield* world.sync(world.tickets)
        yield* world.sync(world.calendar)
        const records = yield* AttendingRecordsPort
        const sql = yield* SqlClient.SqlClient
        const [event] = yield* sql<{ id: number; going: boolean; notes: string | null }>`
          SELECT id, going, notes FROM attending_events WHERE doubt IS NULL AND NOT going ORDER BY id LIMIT 1`
        const { id } = event!
        const current = Effect.map(
          sql<{ going: boolean; notes: string | null }>`
            SELECT going, notes FROM attending_events WHERE id = ${id}`,
          ([row]) => row
        )
        yield* records.decide(id, { notes: "Row 12 was too loud" })
        expect(yield* current).toEqual({ going: false, notes: "Row 12 was too loud" })
        yield* records.decide(id, { attended: true })
        yield* world.sync(world.calendar)
        yield* records.reprocess
        expect(yield* current).toEqual({ going: true, notes: "Row 12 was too loud" })
        yield* records.decide(id, { notes: "" })
        expect(yield* current).toEqual({ going: true, notes: null })
        yield* records.decide(id, { attended: null, notes: null })
        expect(yield* current).toEqual({ going: event!.going, notes: event!.notes })
        expect(yield* records.decide(2_000_000_000, { notes: "x" })).toBeNull()
      })
    ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))))
  )
)

it.live("an event cancelled in the calendar is not attended, although there is a ticket", () =>
  inThatTime(
    Effect.scoped(
      Effect.gen(function* () {
        const world = yield* stage
        yield* world.sync(world.tickets)
        yield* world.sync(world.calendar)
        const rows = yield* world.google.rows
        const now = yield* world.clock.now
        const outing = world.sampleOwner.attending
          .knownAt(now)
          .find(
            (one) =>
              one.goes &&
              one.inCalendar &&
              one.purchases.length > 0 &&
              one.moved === null &&
              one.at < now &&
              rows.some(({ summary, when }) => "start" in when && when.start === one.at && summary === one.title)
          )!
        const row = rows.find(
          ({ summary, when }) => "start" in when && when.start === outing.at && summary === outing.title
        )!
        const eventOf = Effect.map(world.events, (all) =>
          all.find(({ orders }) => orders?.includes(`${outing.purchases[0]!.vendor} ${outing.purchases[0]!.orderId}`))
        )
        expect((yield* eventOf)?.going).toBe(true)
        yield* world.google.deleteRow(row.id)
        yield* world.sync(world.calendar)
        expect((yield* eventOf)?.going).toBe(false)
      })
    ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))))
  )
)
