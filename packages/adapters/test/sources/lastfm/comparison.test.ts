import { type Catalogue, listeningRoom, type ListeningWrites, type Play } from "@daybook/core/listening"
import { source } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, FastCheck, Option, Redacted, Stream, TestClock, TestContext } from "effect"
import { history } from "../../../src/sources/lastfm/history.js"
import * as LastFm from "../../../src/sources/lastfm/LastFm.js"
import { walk } from "../../../src/sources/scrobbles/index.js"
import { makeLedger } from "../support/ledger.js"
import { type ModelPlay, modelLastFm } from "../support/modelLastFm.js"

const settings = { username: "someone", apiKey: Redacted.make("key"), baseUrl: "https://lastfm.example/2.0/", gap: Duration.zero }
const day = 86_400
const begin = Date.UTC(2024, 0, 20) / 1000
const end = Date.UTC(2024, 10, 5) / 1000

/** An account of the model, and what was stored of it by syncs; `sync` gives the calls that one took. */
const stage = (account: Array<ModelPlay>, options: Parameters<typeof modelLastFm>[1] = {}) =>
  Effect.gen(function*() {
    const model = modelLastFm(account, options)
    const client = yield* LastFm.make(settings, { patience: Duration.zero }).pipe(Effect.provideService(HttpClient.HttpClient, model.client))
    const ledger = makeLedger<ListeningWrites | Catalogue>()
    const lastfm = source<Play, ListeningWrites | Catalogue>({
      id: "lastfm",
      room: listeningRoom,
      syncType: "scrobbles",
      importFile: Option.none(),
      pull: (request) => Stream.unwrap(Effect.map(history(client), (plays) => walk(plays, request)))
    })
    const sync = Effect.gen(function*() {
      const before = model.calls.length
      yield* ledger.sync(lastfm)
      return model.calls.slice(before).map(({ params }) => params)
    })
    const stored = () => [...ledger.plays.values()].map(({ playedAt, track }) => `${playedAt / 1000} ${track.name}`).sort()
    return { sync, stored }
  })

const listed = (account: ReadonlyArray<ModelPlay>) => account.map(({ at, title }) => `${at} ${title}`).sort()

const live = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, TestContext.TestContext))

/** Before what every sync reads again anyhow, which would take more than one call where it fills an answer. */
const anyTime = FastCheck.integer({ min: 0, max: (end - begin - 4 * day) / 3_600 }).map((hours) => begin + hours * 3_600)
const plays = FastCheck.uniqueArray(FastCheck.record({ at: anyTime, title: FastCheck.constantFrom("a", "b") }), { selector: ({ at, title }) => `${at} ${title}`, minLength: 1, maxLength: 60 })

describe("the weekly comparison of what Last.fm counts with what is stored", () => {
  it("finds what was deleted and what came at any time before, and costs one call a week when nothing did", () =>
    FastCheck.assert(FastCheck.asyncProperty(
      plays, plays, FastCheck.option(FastCheck.func(FastCheck.boolean())), FastCheck.record({ includesFrom: FastCheck.boolean(), includesTo: FastCheck.boolean(), most: FastCheck.integer({ min: 3, max: 20 }) }),
      (first, later, stays, options) => live(Effect.gen(function*() {
        // What stays, so that a sync has something to hold on to.
        const lasting = { at: end, title: "lasting" }
        const account = [...first, lasting]
        const { stored, sync } = yield* stage(account, options)
        yield* TestClock.setTime((end + day) * 1000)
        yield* sync
        // Either some go or some come: as many of each would leave the number as it is.
        const came = later.filter((play) => !listed(first).includes(listed([play])[0]!))
        account.splice(0, account.length, ...(stays === null ? [...first, ...came] : first.filter(stays)), lasting)
        yield* TestClock.adjust("6 days")
        yield* sync
        yield* TestClock.adjust("1 days")
        yield* sync
        assert.deepStrictEqual(stored(), listed(account))
        yield* sync
        yield* TestClock.adjust("6 days")
        assert.strictEqual((yield* sync).length, 1)
        yield* TestClock.adjust("1 days")
        assert.strictEqual((yield* sync).length, 2)
        assert.strictEqual((yield* sync).length, 1)
      }))
    ), { numRuns: 30 }))

  it.effect("reads the months that differ and no others", () =>
    Effect.gen(function*() {
      const account: Array<ModelPlay> = Array.from({ length: 280 }, (_, index) => ({ at: begin + index * day, title: "x" }))
      const { stored, sync } = yield* stage(account)
      yield* TestClock.setTime((begin + 281 * day) * 1000)
      yield* sync
      account.splice(90, 3)
      yield* TestClock.adjust("8 days")
      const asked = yield* sync
      assert.deepStrictEqual(stored(), listed(account))
      // What is new, all that is older, the time before the first month, and each of ten months.
      const counted = asked.filter((params) => params.get("limit") === "1")
      assert.strictEqual(counted.length, 1 + 1 + 10)
      const read = asked.filter((params) => params.get("limit") !== "1").slice(1)
      const month = { from: Date.UTC(2024, 3) / 1000 - 1, to: Date.UTC(2024, 4) / 1000 }
      assert.deepStrictEqual(read.map((params) => [Number(params.get("from")), Number(params.get("to"))]), [[month.from, month.to]])
    }))

  it.effect("does not read again for what a provider counts twice, once it is known", () =>
    Effect.gen(function*() {
      const account: Array<ModelPlay> = Array.from({ length: 40 }, (_, index) => ({ at: begin + index * day, title: "x" }))
      const { sync } = yield* stage(account)
      yield* TestClock.setTime((begin + 41 * day) * 1000)
      yield* sync
      account.push({ ...account[5]! })
      yield* TestClock.adjust("8 days")
      assert.isAbove((yield* sync).length, 4)
      assert.strictEqual((yield* sync).length, 2)
      yield* TestClock.adjust("8 days")
      assert.strictEqual((yield* sync).length, 2)
    }))
})
