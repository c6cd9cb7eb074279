import { provideReceiver, type WebhookRequest } from "@daybook/core/webhooks"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Option, Stream } from "effect"
import { Fault, inProcessClient, makeSimulators, plexMachine } from "@daybook/simulators"
import { plex } from "../../src/plex/source.js"
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
  Effect.gen(function* () {
    const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: today }))
    const receiver = yield* plex.receiver!.pipe(
      Effect.withConfigProvider(
        ConfigProvider.fromMap(new Map(Object.entries({ ...simulators.plex.settings, ...settings })), {
          pathDelim: "."
        })
      ),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    const keys = (request: WebhookRequest) =>
      Effect.map(receiver.verify(request), ({ events }) => events.map(({ key }) => key))
    return {
      receiver,
      simulators,
      keys,
      refused: (request: WebhookRequest) => Effect.map(Effect.flip(receiver.verify(request)), ({ _tag }) => _tag)
    }
  })

describe("the media server's webhooks", () => {
  it.effect("name the film or episode to read again, with the same key for the same event", () =>
    Effect.gen(function* () {
      const { keys, receiver } = yield* receiverOf()
      const verified = yield* receiver.verify(request(event()))
      expect(verified.reply).toStrictEqual({ success: true, message: "received" })
      expect(verified.events.map(({ payload }) => payload)).toStrictEqual(["1009"])
      expect(yield* keys(request(event()))).toStrictEqual(yield* keys(request(event({ Player: { title: "Phone" } }))))
      expect(yield* keys(request(event()))).not.toEqual(
        yield* keys(request(event({ Metadata: { type: "movie", ratingKey: 1009, lastViewedAt: 1_732_000_500 } })))
      )
      for (const other of [
        { event: "media.play" },
        { event: "library.new" },
        { Metadata: { type: "track", ratingKey: "9" } },
        { Metadata: { type: "movie", ratingKey: "../../1" } },
        { Metadata: null }
      ]) {
        expect(yield* keys(request(event(other)))).toStrictEqual([])
      }
    })
  )

  it.effect("are refused from another server, with a missing or wrong secret, and without JSON", () =>
    Effect.gen(function* () {
      const open = yield* receiverOf()
      expect(yield* open.refused(request(event({ Server: { uuid: "another" } })))).toBe("Refused")
      for (const Server of [undefined, {}, { title: "Den" }])
        expect(yield* open.refused(request(event({ Server })))).toBe("Refused")
      expect(yield* open.refused(request("{"))).toBe("BadInput")
      expect(yield* open.refused(request("[]"))).toBe("BadInput")
      const shut = yield* receiverOf({ DAYBOOK_PLEX_WEBHOOK_SECRET: "s3cret" })
      expect(yield* shut.refused(request(event()))).toBe("Refused")
      expect(yield* shut.refused(request(event(), { secret: Option.some("s3cre") }))).toBe("Refused")
      expect(yield* shut.keys(request(event(), { secret: Option.some("s3cret") }))).toHaveLength(1)
      expect(yield* shut.keys(request(event(), { query: { secret: "s3cret" } }))).toHaveLength(1)
    })
  )

  it.effect("change nothing if they are about other accounts", () =>
    Effect.gen(function* () {
      const { keys } = yield* receiverOf({ DAYBOOK_PLEX_ACCOUNT: "Me" })
      expect(yield* keys(request(event()))).toHaveLength(1)
      expect(yield* keys(request(event({ Account: { id: 2, title: "Guest" } })))).toStrictEqual([])
    })
  )

  it.effect("are accepted while the server is unreachable, and read its history later", () =>
    Effect.gen(function* () {
      const { keys, receiver, simulators } = yield* receiverOf()
      yield* simulators.plex.control.faults.next(Fault.Status({ status: 404 }))
      expect(yield* keys(request(event()))).toHaveLength(1)
      yield* simulators.plex.control.addPlay({ at: today / 1000 - 500, what: { kind: "film", film: 3 } })
      yield* simulators.plex.control.addPlay({ at: today / 1000 - 900, what: { kind: "film", film: 3 }, account: 2 })
      const { plays } = yield* simulators.plex.control.view
      const own = plays.filter(({ account, what }) => account === 1 && what.kind === "film" && what.film === 3)
      // Nothing is stored here.
      const reader = provideReceiver(receiver, Context.empty() as never)
      const steps = yield* Stream.runCollect(reader.handle({ key: "k", payload: "1009" }))
      expect([...steps].reduce((sum, { seen }) => sum + seen, 0)).toBe(own.length + 1)
      expect(
        [...(yield* Stream.runCollect(reader.handle({ key: "k", payload: "999999" })))].map(({ seen }) => seen)
      ).toStrictEqual([0])
    })
  )
})
