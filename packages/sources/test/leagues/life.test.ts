import {
  type AttendingEnrichmentStore,
  AttendingStore,
  RuleBook,
  type AttendingWriteServices,
  attendingWriter,
  type Mention
} from "@daybook/core/attending"
import { Pictures } from "@daybook/core/images"
import { Publisher } from "@daybook/core/publishing"
import { Calendar, Transaction } from "@daybook/core/shared"
import type { Source } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Array, DateTime, Effect, Layer, Option, Stream } from "effect"
import * as PostgresEnrichmentStore from "../../../adapters/src/postgres/attending/AttendingEnrichmentStore.js"
import * as Records from "../../../adapters/src/postgres/attending/AttendingRecords.js"
import * as Store from "../../../adapters/src/postgres/attending/AttendingStore.js"
import * as EnrichmentTasks from "../../../adapters/src/postgres/EnrichmentTasks.js"
import * as FeedStore from "../../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../../adapters/src/postgres/ImageRequests.js"
import * as SearchStore from "../../../adapters/src/postgres/SearchStore.js"
import * as TransactionStore from "../../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../../adapters/src/postgres/Versions.js"
import type { Outing } from "@daybook/simulators"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stage } from "./stage.js"
import * as Gazetteer from "../../../adapters/src/places/Gazetteer.js"

/** Long past, whenever this runs: everything has been played. */
const endsAt = Date.parse("2025-11-21T08:00:00Z")

const publisher = Publisher.Default.pipe(
  Layer.provide(Layer.mergeAll(FeedStore.layer, SearchStore.layer, ImageRequests.layer))
)

const rules = Layer.succeed(RuleBook, { teams: [{ league: "mlb", id: 136 }], kinds: [], ignore: [], venues: [] })

const stores = Layer.mergeAll(Store.layer, Records.layer, PostgresEnrichmentStore.layer, EnrichmentTasks.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(TransactionStore.layer, Versions.dataVersions, publisher, rules)),
  Layer.provideMerge(Layer.merge(Versions.layer, Gazetteer.layer)),
  Layer.provideMerge(Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })),
  Layer.provideMerge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")))
)

/** What a calendar kept at home says: for a game that was put off, the first date. */
const mentionOf = (outing: Outing): Mention => ({
  key: outing.key,
  saidAt: outing.knownAt,
  state: outing.cancelledAt === null ? "confirmed" : "cancelled",
  kind: outing.fixture === null ? outing.kind : null,
  title: outing.title,
  date: outing.moved?.from ?? outing.date,
  lastDate: outing.lastDate,
  time: outing.moved?.time ?? outing.time,
  at: null,
  venue: {
    name: outing.place.name,
    address: null,
    city: outing.place.city,
    state: null,
    country: null,
    latitude: null,
    longitude: null,
    capacity: null,
    zone: outing.place.zone
  },
  performers: outing.performers,
  teams:
    outing.fixture === null
      ? null
      : {
          home: `${outing.fixture.home.location} ${outing.fixture.home.name}`,
          away: `${outing.fixture.away.location} ${outing.fixture.away.name}`
        },
  external: null,
  orders: outing.purchases.map(({ at, currency, orderId, quantity, row, seats, section, totalCents, vendor }) => ({
    vendor,
    orderId,
    section,
    row,
    seats,
    quantity,
    totalCents,
    currency,
    purchasedAt: at
  })),
  attended: outing.goes,
  notes: null,
  evidence: null
})

/** Puts mentions in this order, then asks all three providers. */
const lived = (order: (outings: ReadonlyArray<Outing>) => ReadonlyArray<Outing>) =>
  Effect.gen(function* () {
    const world = yield* stage(endsAt)
    const outings = world.outings.filter(({ at }) => at < endsAt)
    const transaction = yield* Transaction
    for (const records of Array.chunksOf(order(outings).map(mentionOf), 7)) {
      yield* transaction.run(
        attendingWriter.apply("calendar", {
          records,
          deleted: [],
          covers: Option.none(),
          cursor: Option.none(),
          total: Option.none()
        })
      )
    }
    const sources = yield* Effect.forEach(["mlb", "espn", "setlistfm"] as const, (id) => world.sourceOf(id))
    const enrichments = sources.flatMap(
      (source) => (source as unknown as Source<AttendingEnrichmentStore | AttendingWriteServices>).enrichments
    )
    yield* Effect.forEach(enrichments, ({ drain }) => Stream.runDrain(drain), { discard: true })
    const store = yield* AttendingStore
    const page = { page: 1, limit: 500 }
    const events = (yield* store.events({
      page,
      days: { from: null, to: null },
      category: null,
      kind: null,
      season: null,
      venue: null,
      attended: null,
      team: null,
      teamId: null
    })).rows
    return {
      world,
      outings,
      events,
      store,
      players: (yield* store.players({ page, league: "mlb", teamId: null, name: null })).rows
    }
  })

it.live("calendar rows become games with scores, venues and players, and concerts with set lists", () =>
  Effect.gen(function* () {
    const { events, outings, players, store } = yield* lived((all) => all)
    for (const outing of outings.filter(({ fixture }) => fixture !== null)) {
      const { fixture } = outing
      const matches = events.filter(({ external }) => external?.id === String(fixture!.id))
      expect(matches, `${outing.key} ${outing.date}`).toHaveLength(1)
      const [event] = matches
      expect([event!.kind, event!.date, event!.game?.state, event!.season, event!.venue?.name]).toStrictEqual([
        outing.kind,
        outing.date,
        "final",
        fixture!.season,
        outing.place.name
      ])
      expect([event!.home?.id, event!.away?.id, event!.attended]).toStrictEqual([
        fixture!.home.id,
        fixture!.away.id,
        outing.goes
      ])
      expect(typeof event!.game!.home.score).toBe("number")
    }
    const concerts = outings.filter(
      ({ cancelledAt, goes, kind, setlist }) => kind === "concert" && setlist !== null && cancelledAt === null && goes
    )
    for (const outing of concerts) {
      const event = events.find(
        ({ date, kind, title }) => kind === "concert" && date === outing.date && title.includes(outing.title)
      )
      expect(event?.concerts.map(({ id }) => id) ?? [], outing.key).toContain(outing.setlist!.id)
    }
    const games = events.filter(({ attended, kind }) => kind === "mlb_game" && attended)
    const profiles = yield* Effect.forEach(games, ({ id }) => Effect.map(store.event(id), Option.getOrThrow))
    expect(profiles.every((profile) => profile.players.length > 18)).toBe(true)
    const seen = new Set(profiles.flatMap((profile) => profile.players.map(({ player }) => player.id)))
    expect(new Set(players.map(({ id }) => id))).toStrictEqual(seen)
    expect(players.every(({ player }) => player.biography !== null && player.photoSilo !== null)).toBe(true)
  }).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))), Effect.scoped)
)

describe("order", () => {
  it.live("calendar rows yield the same events in any order", () =>
    Effect.gen(function* () {
      const run = (order: (outings: ReadonlyArray<Outing>) => ReadonlyArray<Outing>) =>
        Effect.map(lived(order), ({ events }) =>
          events
            .map(({ attended, date, external, game, kind, title }) =>
              JSON.stringify([date, kind, title, external, game?.home.score ?? null, attended])
            )
            .sort()
        ).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))), Effect.scoped)
      // One in three, and all that were moved or share a day.
      const some = (all: ReadonlyArray<Outing>) =>
        all.filter(({ fixture }, index) => index % 3 === 0 || fixture?.isDoubleheader === true)
      const forward = yield* run(some)
      expect(forward.length).toBeGreaterThan(12)
      expect(yield* run((all) => some(all).toReversed())).toStrictEqual(forward)
    })
  )
})
