import type { WebhookRequest } from "@daybook/core/webhooks"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Stream } from "effect"
import { Fault, inProcessClient, makeSimulators, plexMachine } from "../../../src/simulators/index.js"
import { plex } from "../../../src/sources/plex/Source.js"
import { memoryTokens } from "../support/tokens.js"
import { today } from "./stage.js"

const event = (change: Readonly<Record<string, unknown>> = {}) => ({
  event: "media.scrobble",
  user: true,
  owner: true,
  Account: { id: 1, title: "me" },
  Server: { title: "Den", uuid: plexMachine },
  Metadata: { type: "movie", ratingKey: "1009", lastViewedAt: 1_732_000_000, viewCount: 1 },
  ...change
})

const request = (payload: unknown, more: Partial<WebhookRequest> = {}): WebhookRequest => ({
  method: "POST",
  secret: Option.none(),
  query: {},
  text: "",
  fields: { payload: typeof payload === "string" ? payload : JSON.stringify(payload) },
  ...more
})

const receiverOf = (settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function*() {
    const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: today }))
    const receiver = yield* plex.receiver!.pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries({ ...simulators.plex.settings, ...settings })), { pathDelim: "." })),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    const keys = (given: WebhookRequest) => Effect.map(receiver.verify(given), ({ events }) => events.map(({ key }) => key))
    return { receiver, simulators, keys, refused: (given: WebhookRequest) => Effect.map(Effect.flip(receiver.verify(given)), ({ _tag }) => _tag) }
  })

describe("the media server's webhooks", () => {
  it.effect("say which film or episode to look at, the same for the same event", () =>
    Effect.gen(function*() {
      const { keys, receiver } = yield* receiverOf()
      const verified = yield* receiver.verify(request(event()))
      assert.deepStrictEqual(verified.reply, { success: true, message: "received" })
      assert.deepStrictEqual(verified.events.map(({ payload }) => payload), ["1009"])
      assert.deepStrictEqual(yield* keys(request(event())), yield* keys(request(event({ Player: { title: "Phone" } }))))
      assert.notDeepEqual(yield* keys(request(event())), yield* keys(request(event({ Metadata: { type: "movie", ratingKey: 1009, lastViewedAt: 1_732_000_500 } }))))
      for (const other of [{ event: "media.play" }, { event: "library.new" }, { Metadata: { type: "track", ratingKey: "9" } }, { Metadata: { type: "movie", ratingKey: "../../1" } }, { Metadata: null }]) {
        assert.deepStrictEqual(yield* keys(request(event(other))), [])
      }
    }))

  it.effect("are refused from another server, without the secret or with a wrong one, and where they are no JSON", () =>
    Effect.gen(function*() {
      const open = yield* receiverOf()
      assert.strictEqual(yield* open.refused(request(event({ Server: { uuid: "another" } }))), "Refused")
      for (const Server of [undefined, {}, { title: "Den" }]) assert.strictEqual(yield* open.refused(request(event({ Server }))), "Refused")
      assert.strictEqual(yield* open.refused(request("{")), "BadInput")
      assert.strictEqual(yield* open.refused(request("[]")), "BadInput")
      const shut = yield* receiverOf({ DAYBOOK_PLEX_WEBHOOK_SECRET: "s3cret" })
      assert.strictEqual(yield* shut.refused(request(event())), "Refused")
      assert.strictEqual(yield* shut.refused(request(event(), { secret: Option.some("s3cre") })), "Refused")
      assert.strictEqual((yield* shut.keys(request(event(), { secret: Option.some("s3cret") }))).length, 1)
      assert.strictEqual((yield* shut.keys(request(event(), { query: { secret: "s3cret" } }))).length, 1)
    }))

  it.effect("of other people in the house change nothing", () =>
    Effect.gen(function*() {
      const { keys } = yield* receiverOf({ DAYBOOK_PLEX_ACCOUNT: "Me" })
      assert.strictEqual((yield* keys(request(event()))).length, 1)
      assert.deepStrictEqual(yield* keys(request(event({ Account: { id: 2, title: "Guest" } }))), [])
    }))

  it.effect("are answered although the server does not, and looked into in its history", () =>
    Effect.gen(function*() {
      const { keys, receiver, simulators } = yield* receiverOf()
      yield* simulators.plex.control.faults.next(Fault.Status({ status: 404 }))
      assert.strictEqual((yield* keys(request(event()))).length, 1)
      yield* simulators.plex.control.addPlay({ at: today / 1000 - 500, what: { kind: "film", film: 3 } })
      yield* simulators.plex.control.addPlay({ at: today / 1000 - 900, what: { kind: "film", film: 3 }, account: 2 })
      const { plays } = yield* simulators.plex.control.view
      const own = plays.filter(({ account, what }) => account === 1 && what.kind === "film" && what.film === 3)
      const steps = yield* Stream.runCollect(receiver.handle({ key: "k", payload: "1009" }))
      assert.strictEqual([...steps].reduce((sum, { seen }) => sum + seen, 0), own.length + 1)
      assert.deepStrictEqual([...(yield* Stream.runCollect(receiver.handle({ key: "k", payload: "999999" })))].map(({ seen }) => seen), [0])
    }))
})
