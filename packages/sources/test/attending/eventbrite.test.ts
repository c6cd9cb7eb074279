import type { AttendingWriteServices, Mention } from "@daybook/core/attending"
import { RuleBook } from "@daybook/core/attending"
import { Pictures } from "@daybook/core/images"
import { Publisher as Publishing } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { provide, syncDefaults, type Source, SyncEngine } from "@daybook/core/sync"
import { Fault, inProcessClient, makeSimulators } from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer, Logger } from "effect"
import fc from "fast-check"
import type { DocumentParser } from "../../src/documents/DocumentParser.js"
import * as AttendingEnrichmentStore from "../../../adapters/src/postgres/attending/AttendingEnrichmentStore.js"
import * as AttendingRecords from "../../../adapters/src/postgres/attending/AttendingRecords.js"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../../adapters/src/postgres/SyncStore.js"
import * as TransactionStore from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import { nextPageOf, toMention } from "../../src/eventbrite/wire.js"
import { definitions } from "../../src/definitions.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { histories } from "../../../adapters/test/support/depth.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"
import { importFile } from "../support/importFile.js"
import { memoryTokens } from "../support/tokens.js"
import { withoutWaits } from "../support/withoutWaits.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

/** 21 November 2024 in Los Angeles: the small life is a year old. */
const today = Date.parse("2024-11-21T08:00:00Z")

/** The sample of the documentation. */
const sample = {
  id: "1137115653",
  status: "placed",
  created: "2025-02-01T18:00:00Z",
  changed: "2025-02-01T18:00:05Z",
  costs: { gross: { currency: "USD", value: 5600, major_value: "56.00", display: "$56.00" } },
  event: {
    id: "900001",
    name: { text: "Żarnelka Trio", html: "Żarnelka Trio" },
    status: "live",
    online_event: false,
    changed: "2025-02-20T10:00:00Z",
    start: { timezone: "America/Los_Angeles", local: "2025-03-14T19:00:00", utc: "2025-03-15T02:00:00Z" },
    end: { timezone: "America/Los_Angeles", local: "2025-03-15T01:00:00", utc: "2025-03-15T08:00:00Z" },
    venue: {
      name: "Jazz Cellar",
      address: {
        address_1: "1 Quay St",
        city: "Seattle",
        region: "WA",
        country: "US",
        latitude: "47.6",
        longitude: "-122.3"
      }
    }
  }
}

const withEvent = (event: object) => ({ ...sample, event: { ...sample.event, ...event } })
const read = (row: unknown) => toMention(row) as Mention

describe("an order of Eventbrite", () => {
  it("is a ticket at the time and place of its event", () => {
    expect(toMention(sample)).toMatchObject({
      key: "1137115653",
      saidAt: Date.parse("2025-02-20T10:00:00Z"),
      state: "confirmed",
      title: "Żarnelka Trio",
      date: "2025-03-14",
      time: "19:00",
      lastDate: null,
      at: Date.parse("2025-03-15T02:00:00Z"),
      venue: {
        name: "Jazz Cellar",
        city: "Seattle",
        state: "WA",
        country: "US",
        latitude: 47.6,
        zone: "America/Los_Angeles"
      },
      orders: [{ vendor: "eventbrite", orderId: "1137115653", quantity: null, totalCents: 5600, currency: "USD" }]
    })
    const end = { timezone: "America/Los_Angeles", local: "2025-03-16T22:00:00" }
    expect(read(withEvent({ end })).lastDate).toBe("2025-03-16")
    expect(read(withEvent({ start: { ...sample.event.start, local: null } }))).toMatchObject({
      date: "2025-03-14",
      time: "19:00"
    })
    expect(read(withEvent({ start: null }))).toMatchObject({ date: null, at: null })
    expect(read(withEvent({ online_event: true })).venue).toBeNull()
    expect(read(withEvent({ name: "Plain" })).title).toBe("Plain")
  })

  it("has its amount in minor units, also of currencies without any, and its tickets", () => {
    const amount = (gross: unknown, more: object = {}) => {
      const [one] = read({ ...sample, costs: { gross }, ...more }).orders
      return [one!.totalCents, one!.currency, one!.quantity]
    }
    expect(amount({ currency: "JPY", value: 4500, major_value: "4500" })).toStrictEqual([4500, "JPY", null])
    expect(amount({ currency: "USD", value: 0, major_value: "0.00" })).toStrictEqual([0, "USD", null])
    expect(amount({ currency: "eur", value: 1250 })).toStrictEqual([1250, "EUR", null])
    expect(amount("free")).toStrictEqual([null, null, null])
    const attendees = [{ quantity: 1 }, {}, { cancelled: true }, "x"]
    expect(amount(null, { attendees })).toStrictEqual([null, null, 2])
  })

  it("is cancelled with its event or by itself, and nothing without a purchase", () => {
    expect(read({ ...sample, status: "refunded" }).state).toBe("cancelled")
    expect(read(withEvent({ status: "canceled" })).state).toBe("cancelled")
    expect(toMention({ ...sample, status: "abandoned" })).toBe("unfinished")
    expect(toMention({ ...sample, status: "teleported" })).toBe("unknown status")
    expect(toMention({ ...sample, event: null })).toBe("no event")
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(sample)), fc.jsonValue(), (member, value) => {
        const result = toMention({ ...sample, [member]: value })
        expect(typeof result === "string" || result.orders.length === 1).toBe(true)
      })
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(sample.event)), fc.jsonValue(), (member, value) => {
        const result = toMention(withEvent({ [member]: value }))
        expect(typeof result === "string" || result.key === sample.id).toBe(true)
      })
    )
  })

  it("is listed in pages that a token or a number continues", () => {
    expect(nextPageOf({ has_more_items: true, continuation: "abc", page_number: 1, page_count: 3 })).toStrictEqual({
      continuation: "abc"
    })
    expect(nextPageOf({ page_number: 1, page_count: 3 })).toStrictEqual({ page: 2 })
    for (const end of [null, {}, { has_more_items: false, continuation: "abc" }, { page_number: 3, page_count: 3 }])
      expect(nextPageOf(end)).toBeNull()
  })
})

const publisher = Publishing.Default.pipe(
  Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
)
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
      Layer.succeed(RuleBook, { teams: [], kinds: [], ignore: [], venues: [] })
    )
  ),
  Layer.provideMerge(Layer.merge(Versions.layer, Gazetteer.layer)),
  Layer.provideMerge(Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })),
  Layer.provideMerge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")))
)

type Needs = AttendingWriteServices | DocumentParser

const stage = Effect.gen(function* () {
  const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: today }))
  const context = yield* Effect.context<Needs>()
  const engine = yield* SyncEngine
  const sql = yield* SqlClient.SqlClient
  const tokens = yield* Layer.build(memoryTokens)
  const sourceOf = (id: string, more: Readonly<Record<string, string>> = {}): Effect.Effect<Source<never>> => {
    const definition = definitions.find((one) => one.id === id) as unknown as SourceDefinition<Needs>
    const settings = { ...simulators.google.settings, ...simulators.eventbrite.settings, ...more }
    return definition.make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." })),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(tokens),
      Effect.orDie
    )
  }
  const sync = (source: Source<never>) => engine.sync(source, { ...syncDefaults("command"), full: false })
  const { control } = simulators.google
  return {
    control: simulators.eventbrite.control,
    sourceOf,
    sync,
    syncOf: (id: string) => Effect.flatMap(sourceOf(id), sync),
    importMails: Effect.gen(function* () {
      const file = importFile("mails.mbox", yield* control.mbox, 65_536)
      return yield* engine.import(yield* sourceOf("tickets"), file, syncDefaults("import"))
    }),
    mentions: sql<{ key: string }>`SELECT key FROM attending_mentions WHERE source = 'eventbrite' ORDER BY key`,
    events: sql<{
      readonly title: string
      readonly date: string
      readonly status: string
      readonly going: boolean
      readonly doubt: string | null
      readonly place: string | null
      readonly orders: ReadonlyArray<string> | null
      readonly cents: string | null
    }>`
      SELECT title, date::text AS date, starts_at, status, going, doubt, venue ->> 'name' AS place,
        (SELECT array_agg(vendor || ' ' || coalesce(order_id, '') ORDER BY vendor, order_id)
          FROM attending_tickets WHERE event_id = event.id) AS orders,
        (SELECT sum(total_cents)::text FROM attending_tickets WHERE event_id = event.id) AS cents
      FROM attending_events AS event ORDER BY date, starts_at, title, doubt`
  }
})

type World = Effect.Effect.Success<typeof stage>

const database = stores.pipe(Layer.provideMerge(newDatabase()))
const run = <A, E>(body: (world: World) => Effect.Effect<A, E>) =>
  withoutWaits(Effect.flatMap(stage, body).pipe(Effect.scoped, Effect.provide(Layer.fresh(database))), today)

it.live(
  "orders, mails and calendar give the same events in any order, each once",
  () =>
    Effect.gen(function* () {
      const walks: ReadonlyArray<(world: World) => ReadonlyArray<Effect.Effect<unknown, unknown>>> = [
        ({ syncOf }) => [syncOf("eventbrite"), syncOf("tickets"), syncOf("calendar")],
        ({ syncOf }) => [syncOf("calendar"), syncOf("tickets"), syncOf("eventbrite")],
        ({ importMails, syncOf }) => [importMails, syncOf("eventbrite"), syncOf("calendar"), syncOf("tickets")]
      ]
      let first: ReadonlyArray<object> | null = null
      for (const walk of histories(walks))
        yield* run((world) =>
          Effect.gen(function* () {
            yield* Effect.all(walk(world))
            const again = yield* world.syncOf("eventbrite")
            expect([again.added, again.changed, again.removed]).toStrictEqual([0, 0, 0])
            const events = yield* world.events
            first ??= events
            expect(events).toStrictEqual(first)
            const orders = yield* world.control.orders
            expect(orders.length).toBeGreaterThan(3)
            for (const { outing, purchase } of orders) {
              const matches = events.filter(({ orders }) => orders?.includes(`eventbrite ${purchase.orderId}`))
              expect(
                matches.map(({ date, title }) => [date, title]),
                outing.key
              ).toStrictEqual([[outing.date, outing.title]])
              expect(matches[0]!.doubt).toBeNull()
            }
          })
        )
    }),
  180_000
)

it.live("orders alone make events, and a refund cancels one", () =>
  run(({ control, events, syncOf }) =>
    Effect.gen(function* () {
      const orders = yield* control.orders
      expect((yield* syncOf("eventbrite")).added).toBe(orders.length)
      const listed = yield* events
      expect(listed.flatMap((event) => event.orders ?? []).sort()).toStrictEqual(
        orders.map(({ purchase }) => `eventbrite ${purchase.orderId}`).sort()
      )
      expect(listed.every(({ doubt }) => doubt === null)).toBe(true)
      const { outing, purchase } = orders.find(
        ({ outing }) => outing.cancelledAt === null && outing.purchases.length === 1
      )!
      expect(listed.find(({ date, title }) => date === outing.date && title === outing.title)?.status).toBe("scheduled")
      yield* control.edit(purchase.orderId, { status: "refunded", changed: new Date(today).toISOString() })
      expect((yield* syncOf("eventbrite")).changed).toBe(1)
      const after = (yield* events).find(({ orders }) => orders?.includes(`eventbrite ${purchase.orderId}`))
      expect([after?.status, after?.going]).toStrictEqual(["cancelled", false])
    })
  )
)

it.live("orders that are not understood are counted and named; a lost one stays", () =>
  run(({ control, mentions, syncOf }) =>
    Effect.gen(function* () {
      const orders = yield* control.orders
      yield* control.add({ id: "77", status: "teleported", event: { name: { text: "Odd" } } })
      yield* control.add({ id: "78", status: "abandoned", event: { name: { text: "Almost" } } })
      yield* control.add({ id: "79", status: "placed" })
      yield* control.add({ status: "placed", event: null })
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      yield* Effect.provide(syncOf("eventbrite"), Logger.replace(Logger.defaultLogger, logger))
      const text = lines.join("\n")
      expect(text).toContain("3 orders were not understood")
      expect(text).toMatch(/77: unknown status/)
      expect(text).toMatch(/79: no event/)
      expect(text).toMatch(/1 without a number/)
      expect(text).toContain("1 orders were never completed")
      expect(text).not.toMatch(/sample@example\.com|Sample Person/)
      yield* control.remove(orders[0]!.purchase.orderId)
      expect((yield* syncOf("eventbrite")).removed).toBe(0)
      expect(yield* mentions).toHaveLength(orders.length)
    })
  )
)

it.live("waits, retries and names a wrong token", () =>
  run(({ control, sourceOf, sync, syncOf }) =>
    Effect.gen(function* () {
      yield* control.faults.next(
        Fault.Status({ status: 500 }),
        Fault.Status({ status: 429, retryAfter: 1.5 }),
        Fault.Html({}),
        Fault.Status({ status: 429 }),
        Fault.Truncated()
      )
      expect((yield* syncOf("eventbrite")).added).toBe((yield* control.orders).length)
      const requests = yield* control.requests.all
      expect(requests.filter(({ params }) => params["continuation"] !== undefined).length).toBeGreaterThan(0)
      // A token that leads back to the same page ends the list.
      const loop = { pagination: { has_more_items: true, continuation: "again" }, orders: [] }
      yield* control.faults.when(() => true, Fault.Body({ json: loop }))
      expect((yield* syncOf("eventbrite")).added).toBe(0)
      yield* control.faults.clear
      const wrong = yield* sourceOf("eventbrite", { DAYBOOK_EVENTBRITE_TOKEN: "wrong" })
      expect(yield* Effect.flip(sync(wrong))).toMatchObject({
        state: "unauthorized",
        next: expect.stringContaining("DAYBOOK_EVENTBRITE_TOKEN")
      })
    })
  )
)
