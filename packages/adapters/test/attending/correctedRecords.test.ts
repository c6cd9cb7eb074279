import {
  AttendingEnrichmentStore,
  AttendingRecords,
  AttendingStore,
  type Concert,
  RuleBook,
  mention,
  publishChanges,
  venueMentionFields
} from "@daybook/core/attending"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { unknownOf } from "@daybook/core/kit"
import { ListeningStore, type Play, listeningWriter } from "@daybook/core/listening"
import { SearchStore } from "@daybook/core/search"
import { Transaction } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as EnrichmentStore from "../../src/postgres/attending/AttendingEnrichmentStore.js"
import * as Records from "../../src/postgres/attending/AttendingRecords.js"
import * as Store from "../../src/postgres/attending/AttendingStore.js"
import { explainAttending } from "../../src/postgres/attending/explain.js"
import { unstoredInputs } from "../../src/postgres/attending/mergeInputs.js"
import * as Search from "../../src/postgres/SearchStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { correctionServices } from "../contract/correctionProperties.js"
import { wipe } from "../contract/model/database.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

const [given, reported, found] = [
  "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11",
  "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d",
  "cc197bad-dc9c-440d-a5b5-d52ba2e14234"
] as const
const date = "2026-03-01"

const ticket = (key: string, title: string, venue: string) =>
  mention({
    ...{ key, saidAt: 1_000, kind: "concert", title, date, time: "20:00", attended: true },
    venue: { ...unknownOf(venueMentionFields), name: venue, city: "Portland" }
  })

const concert: Concert = {
  ...{ id: "c1", date, artist: { name: "Velmora Tide", mbid: reported }, tour: null, songs: [] },
  ...{
    url: "https://www.setlist.fm/x",
    venue: { ...unknownOf(venueMentionFields), name: "Chalk House", city: "Portland" }
  }
}

const play = (artist: string, mbid: string | null): Play => ({
  playedAt: Date.parse("2026-02-01T12:00:00Z"),
  precision: "second",
  artist: { name: artist, mbid, url: null },
  track: { name: "Harbour", mbid: null, url: null },
  album: null
})

const correctionOf = (one: Pick<NewCorrection, "domain" | "type" | "kind" | "subject"> & Partial<NewCorrection>) => ({
  ...{ object: null, value: null, reason: null },
  ...one
})

const page = { page: 1, limit: 100 }
const everything = {
  ...{ page, days: { from: null, to: null }, category: null, kind: null, season: null, venue: null, attended: null },
  ...{ team: null, teamId: null }
}

const hear = (...plays: ReadonlyArray<Play>) =>
  Effect.flatMap(Transaction, (transaction) =>
    transaction.run(
      listeningWriter.apply("lastfm", {
        ...{ records: plays, deleted: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }
      })
    )
  )

const attend = (...mentions: ReadonlyArray<ReturnType<typeof mention>>) =>
  Effect.gen(function* () {
    const { changes } = yield* (yield* AttendingRecords).put("manual", mentions, null)
    yield* publishChanges(changes)
  })

const billed = Effect.flatMap(AttendingStore, (store) =>
  Effect.map(store.events(everything), ({ rows }) =>
    rows.flatMap(({ performers }) => performers.map(({ artistId, mbid, name }) => ({ name, mbid, artistId })))
  )
)

const attending = Layer.mergeAll(Records.layer, Store.layer, EnrichmentStore.layer, Search.layer).pipe(
  Layer.provideMerge(listening),
  Layer.provide(Versions.dataVersions.pipe(Layer.provide(Versions.layer))),
  Layer.provideMerge(Layer.succeed(RuleBook, { teams: [], kinds: [], ignore: [], venues: [] })),
  Layer.provideMerge(home("UTC", () => "2026-06-01"))
)

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("records of attending", (it) => {
  const services = correctionServices(attending)
  const inHome = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<typeof services> | SqlClient.SqlClient>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* wipe
      yield* sql`
        TRUNCATE attending_mentions, attending_concerts, attending_venues, attending_performers, attending_events
        RESTART IDENTITY CASCADE`
      return yield* test
    }).pipe(Effect.provide(services))

  it.effect("show the MusicBrainz id that the owner gives to an artist, else the set list's, else the library's", () =>
    inHome(
      Effect.gen(function* () {
        const { add, remove } = yield* Corrections
        const enrichment = yield* AttendingEnrichmentStore
        yield* hear(play("Velmora Tide", found))
        yield* attend(ticket("k0", "Velmora Tide", "Chalk House"))
        expect(yield* billed).toStrictEqual([{ name: "Velmora Tide", mbid: found, artistId: 1 }])
        const lookedUp = Effect.map(enrichment.due("setlistfm-concerts", ["concert"], 10), (due) =>
          due.flatMap(({ performers }) => performers.map(({ mbid }) => mbid))
        )
        expect(yield* lookedUp).toStrictEqual([found])
        yield* enrichment.putConcerts([concert])
        expect((yield* billed).map(({ mbid }) => mbid)).toStrictEqual([reported])
        const subject = { artist: "Velmora Tide" }
        const identity = { ...{ domain: "listening", type: "artist" }, kind: "identify", subject } as const
        const identified = yield* add(correctionOf({ ...identity, value: `mbid=${given}` }))
        expect((yield* billed).map(({ mbid }) => mbid)).toStrictEqual([given])
        expect(yield* lookedUp).toStrictEqual([given])
        yield* remove(identified.correction.id)
        expect((yield* billed).map(({ mbid }) => mbid)).toStrictEqual([reported])
        yield* add(correctionOf({ ...identity, value: "none" }))
        expect((yield* billed).map(({ mbid }) => mbid)).toStrictEqual([null])
      })
    )
  )

  it.effect("link a performer to the artist as which the owner has it", () =>
    inHome(
      Effect.gen(function* () {
        const { add, remove } = yield* Corrections
        const store = yield* ListeningStore
        yield* hear(play("Velmora Tide", null), play("Tide & Friends", null))
        yield* attend(ticket("k0", "Tide & Friends", "Chalk House"))
        const [before] = yield* billed
        const same = yield* add(
          correctionOf({
            ...{ domain: "listening", type: "artist", kind: "same" },
            ...{ subject: { artist: "Tide & Friends" }, object: { artist: "Velmora Tide" } }
          })
        )
        const [after] = yield* billed
        expect(after).toMatchObject({ name: "Tide & Friends" })
        expect(after!.artistId).not.toBe(before!.artistId)
        expect((yield* store.concertsOf(after!.artistId!)).map(({ title }) => title)).toStrictEqual(["Tide & Friends"])
        // The title still names it when the event is merged again.
        yield* attend(ticket("k0", "Tide & Friends, live", "Chalk House"))
        expect(yield* billed).toStrictEqual([after])
        yield* remove(same.correction.id)
        expect(yield* billed).toStrictEqual([before])
      })
    )
  )

  it.effect("have their weight in the search as soon as a correction no longer hides them", () =>
    inHome(
      Effect.gen(function* () {
        const { add, remove } = yield* Corrections
        const search = yield* SearchStore
        const sql = yield* SqlClient.SqlClient
        yield* attend(ticket("k0", "Velmora Tide", "Chalk House"))
        yield* search.weigh("attending", null)
        const weights = sql`SELECT entity_type, weight FROM search_ranks WHERE domain = 'attending' ORDER BY entity_type`
        const before = yield* weights
        expect(before).toHaveLength(1)
        const subject = { title: "Velmora Tide", date }
        const hidden = yield* add(correctionOf({ domain: "attending", type: "event", kind: "hide", subject }))
        expect(yield* weights).toStrictEqual([])
        yield* remove(hidden.correction.id)
        expect(yield* weights).toStrictEqual(before)
      })
    )
  )

  it.effect(
    "list the corrections of a venue, whose picture is searched by its name and goes with the one that showed it",
    () =>
      inHome(
        Effect.gen(function* () {
          const { add, remove } = yield* Corrections
          const sql = yield* SqlClient.SqlClient
          const explain = explainAttending(yield* AttendingStore, yield* unstoredInputs).records
          yield* attend(
            ticket("k0", "Velmora Tide", "Chalk House"),
            ticket("k1", "Low Chalk", "Tidewater Room"),
            ticket("k2", "Äther Quartet", "Orpheum")
          )
          const venueNamed = (name: string) =>
            Effect.map(
              sql<{ id: number }>`SELECT id FROM attending_venues WHERE name = ${name} AND shown`,
              ([row]) => row!
            )
          const saidOf = (name: string) =>
            Effect.flatMap(venueNamed(name), (venue) =>
              Effect.map(explain.venue(venue.id), (answer) =>
                (Option.getOrThrow(answer).corrections ?? []).map(({ says }) => says)
              )
            )
          const pictures = sql`
          SELECT entity_id FROM images WHERE entity_type = 'venue' AND NOT gone ORDER BY entity_id`
          const searched = sql`
          SELECT hints ->> 'venue' AS name FROM images WHERE entity_type = 'venue' AND NOT gone ORDER BY 1`
          const before = yield* pictures
          expect(before).toHaveLength(3)
          const venue = { domain: "attending", type: "venue" } as const
          const [from, to] = [{ venue: "Tidewater Room" }, { venue: "Chalk House" }]
          const same = yield* add(correctionOf({ ...venue, kind: "same", subject: from, object: to }))
          const named = yield* add(correctionOf({ ...venue, kind: "name", subject: to, value: "The Chalk" }))
          expect(yield* saidOf("The Chalk")).toStrictEqual([
            "Tidewater Room is the same as Chalk House",
            "Chalk House is written as The Chalk"
          ])
          expect(yield* saidOf("Orpheum")).toStrictEqual([])
          const asReported = [{ name: "Chalk House" }, { name: "Orpheum" }, { name: "Tidewater Room" }]
          expect(yield* searched).toStrictEqual([
            { name: "Orpheum" },
            { name: "The Chalk" },
            { name: "Tidewater Room" }
          ])
          // Reports still show it: its picture waits for the day when the correction goes.
          expect(yield* pictures).toStrictEqual(before)
          yield* remove(named.correction.id)
          yield* remove(same.correction.id)
          expect(yield* pictures).toStrictEqual(before)
          expect(yield* searched).toStrictEqual(asReported)
          const object = { venue: "Given house" }
          const moved = yield* Effect.flatMap(Corrections, (all) =>
            Effect.zipRight(
              all.importAll([correctionOf({ ...venue, kind: "same", subject: from, object })]),
              Effect.map(all.all, (some) => some.at(-1)!)
            )
          )
          expect(yield* pictures).toHaveLength(4)
          yield* remove(moved.id)
          expect(yield* pictures).toStrictEqual(before)
        })
      )
  )
})
