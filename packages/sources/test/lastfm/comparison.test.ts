import {
  type ListeningEnrichmentStore,
  listeningWriter,
  type ListeningWriteServices,
  type Play
} from "@daybook/core/listening"
import { source } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, FastCheck, Option, Redacted, Stream, TestClock, TestContext } from "effect"
import { traverse } from "../../src/kit/scrobbles/traversal.js"
import * as LastFm from "../../src/lastfm/client.js"
import { history } from "../../src/lastfm/history.js"
import { makeLedger } from "../support/ledger.js"
import { type ModelPlay, modelLastFm } from "../support/modelLastFm.js"

const settings = {
  username: "someone",
  apiKey: Redacted.make("key"),
  baseUrl: "https://lastfm.example/2.0/",
  gap: Duration.zero
}
const day = 86_400
const begin = Date.UTC(2024, 0, 20) / 1000
const end = Date.UTC(2024, 10, 5) / 1000

/** A model account and its stored plays. `sync` returns the calls of one sync. */
const stage = (account: Array<ModelPlay>, options: Parameters<typeof modelLastFm>[1] = {}) =>
  Effect.gen(function* () {
    const model = modelLastFm(account, options)
    const client = yield* LastFm.make(settings, { patience: Duration.zero }).pipe(
      Effect.provideService(HttpClient.HttpClient, model.client)
    )
    const ledger = makeLedger<ListeningWriteServices | ListeningEnrichmentStore>()
    const lastfm = source<Play, ListeningWriteServices | ListeningEnrichmentStore>({
      id: "lastfm",
      writer: listeningWriter,
      syncType: "scrobbles",
      importFile: Option.none(),
      pull: (request) => Stream.unwrap(Effect.map(history(client), (plays) => traverse(plays, request)))
    })
    const sync = Effect.gen(function* () {
      const before = model.calls.length
      yield* ledger.sync(lastfm)
      return model.calls.slice(before).map(({ params }) => params)
    })
    const storedPlays = () =>
      [...ledger.plays.values()].map(({ playedAt, track }) => `${playedAt / 1000} ${track.name}`).sort()
    return { sync, storedPlays }
  })

const listed = (account: ReadonlyArray<ModelPlay>) => account.map(({ at, title }) => `${at} ${title}`).sort()

const live = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, TestContext.TestContext))

/** Before the range that every sync reads again, which would take several calls. */
const anyTime = FastCheck.integer({ min: 0, max: (end - begin - 4 * day) / 3_600 }).map(
  (hours) => begin + hours * 3_600
)
const plays = FastCheck.uniqueArray(FastCheck.record({ at: anyTime, title: FastCheck.constantFrom("a", "b") }), {
  selector: ({ at, title }) => `${at} ${title}`,
  minLength: 1,
  maxLength: 60
})

describe("the weekly comparison of Last.fm's counts with the stored plays", () => {
  it("finds deletions and additions at any past time, and takes one call a week if there are none", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(
        plays,
        plays,
        FastCheck.option(FastCheck.func(FastCheck.boolean())),
        FastCheck.record({
          includesFrom: FastCheck.boolean(),
          includesTo: FastCheck.boolean(),
          maxRows: FastCheck.integer({ min: 3, max: 20 })
        }),
        (first, later, stays, options) =>
          live(
            Effect.gen(function* () {
              // Some plays remain, so that a sync has an anchor.
              const lasting = { at: end, title: "lasting" }
              const account = [...first, lasting]
              const { storedPlays, sync } = yield* stage(account, options)
              yield* TestClock.setTime((end + day) * 1000)
              yield* sync
              // Either deletions or additions: equal numbers would cancel out.
              const came = later.filter((play) => !listed(first).includes(listed([play])[0]!))
              account.splice(
                0,
                account.length,
                ...(stays === null ? [...first, ...came] : first.filter(stays)),
                lasting
              )
              yield* TestClock.adjust("6 days")
              yield* sync
              yield* TestClock.adjust("1 days")
              yield* sync
              expect(storedPlays()).toStrictEqual(listed(account))
              yield* sync
              yield* TestClock.adjust("6 days")
              expect(yield* sync).toHaveLength(1)
              yield* TestClock.adjust("1 days")
              expect(yield* sync).toHaveLength(2)
              expect(yield* sync).toHaveLength(1)
            })
          )
      ),
      { numRuns: 30 }
    ))

  it.effect("reads only the months that differ", () =>
    Effect.gen(function* () {
      const account: Array<ModelPlay> = Array.from({ length: 280 }, (_, index) => ({
        at: begin + index * day,
        title: "x"
      }))
      const { storedPlays, sync } = yield* stage(account)
      yield* TestClock.setTime((begin + 281 * day) * 1000)
      yield* sync
      account.splice(90, 3)
      yield* TestClock.adjust("8 days")
      const requests = yield* sync
      expect(storedPlays()).toStrictEqual(listed(account))
      // New plays, the older total, the time before the first month, and each of ten months.
      const countRequests = requests.filter((params) => params.get("limit") === "1")
      expect(countRequests).toHaveLength(1 + 1 + 10)
      const read = requests.filter((params) => params.get("limit") !== "1").slice(1)
      const month = { from: Date.UTC(2024, 3) / 1000 - 1, to: Date.UTC(2024, 4) / 1000 }
      expect(read.map((params) => [Number(params.get("from")), Number(params.get("to"))])).toStrictEqual([
        [month.from, month.to]
      ])
    })
  )

  it.effect("finds a deletion that a play at the end of its month hides", () =>
    Effect.gen(function* () {
      const times = [Date.UTC(2024, 8, 8), Date.UTC(2024, 8, 20), Date.UTC(2024, 9, 1)].map((time) => time / 1000)
      const account: Array<ModelPlay> = [...times, end].map((at) => ({ at, title: "x" }))
      const { storedPlays, sync } = yield* stage(account, { includesTo: true })
      yield* TestClock.setTime((end + day) * 1000)
      yield* sync
      account.splice(0, 1)
      yield* TestClock.adjust("8 days")
      yield* sync
      expect(storedPlays()).toStrictEqual(listed(account))
    })
  )

  it.effect("does not read again for a known constant difference", () =>
    Effect.gen(function* () {
      const account: Array<ModelPlay> = Array.from({ length: 40 }, (_, index) => ({
        at: begin + index * day,
        title: "x"
      }))
      const { sync } = yield* stage(account)
      yield* TestClock.setTime((begin + 41 * day) * 1000)
      yield* sync
      account.push({ ...account[5]! })
      yield* TestClock.adjust("8 days")
      expect((yield* sync).length).toBeGreaterThan(4)
      expect(yield* sync).toHaveLength(2)
      yield* TestClock.adjust("8 days")
      expect(yield* sync).toHaveLength(2)
    })
  )
})
