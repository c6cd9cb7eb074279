import type { Tokens } from "@daybook/core/tokens"
import { type Receiver, Refused, type WebhookRequest } from "@daybook/core/webhooks"
import { inProcessClient, makeSimulators, plexMachine } from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { type ConfigError, ConfigProvider, Effect, FastCheck as fc, Option } from "effect"
import { definitions } from "../../../sources/src/definitions.js"
import { memoryTokens } from "../../../sources/test/support/tokens.js"

const today = Date.UTC(2025, 0, 1)

/** What a source sends, with the setting of its secret. */
const senders = {
  plex: {
    setting: "DAYBOOK_PLEX_WEBHOOK_SECRET",
    needsSecret: true,
    event: {
      event: "media.scrobble",
      Account: { id: 1, title: "me" },
      Server: { uuid: plexMachine },
      Metadata: { type: "movie", ratingKey: "1009", lastViewedAt: 1_732_000_000 }
    }
  },
  jellyfin: {
    setting: "DAYBOOK_JELLYFIN_WEBHOOK_SECRET",
    needsSecret: true,
    event: {
      NotificationType: "PlaybackStop",
      ItemType: "Movie",
      ItemId: "000000000000000000000000000003e9",
      PlayedToCompletion: true,
      UtcTimestamp: "2024-11-20T20:59:03.1234567Z"
    }
  },
  strava: {
    setting: "DAYBOOK_STRAVA_WEBHOOK_VERIFY_TOKEN",
    // Its events come without a secret. They are compared with the account before anything is read.
    needsSecret: false,
    event: {
      object_type: "activity",
      object_id: 42,
      aspect_type: "create",
      updates: {},
      owner_id: 7,
      subscription_id: 1,
      event_time: 1_732_000_000
    }
  }
} as const

type Sender = keyof typeof senders
const names = Object.keys(senders) as ReadonlyArray<Sender>
const secretOf = (source: Sender) => `only-${source}-knows`

type OpenedReceiver = Effect.Effect<
  Pick<Receiver<unknown>, "admit" | "verify">,
  ConfigError.ConfigError,
  HttpClient.HttpClient | Tokens
>

const receiverOf = (source: Sender) =>
  Effect.gen(function* () {
    const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt: today }))
    const settings = { ...simulators[source].settings, [senders[source].setting]: secretOf(source) }
    const receiver: OpenedReceiver | undefined = definitions.find(({ id }) => id === source)?.receiver
    return yield* receiver!.pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." })),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
  })

const request = (text: string, secret: Option.Option<string>): WebhookRequest => ({
  method: "POST",
  secret,
  query: {},
  text,
  fields: { payload: text }
})

const parts = [
  ..."ItemId UserId NotificationUsername Account Server Metadata event ratingKey owner_id object_id".split(" "),
  ...["NotificationType", "object_type", "aspect_type", "event_time", "subscription_id", "__proto__", "constructor"]
]

/** An event with some members replaced, and values that are no event. */
const bodies = (event: object) =>
  fc.oneof(
    fc
      .dictionary(fc.constantFrom(...parts, ...Object.keys(event)), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
      .map((change) => JSON.stringify({ ...event, ...change })),
    fc.json(),
    fc.string(),
    fc.constantFrom('{"__proto__":{"event":1}}', `${"[".repeat(60)}${"]".repeat(60)}`, "1e999", '"\\ud800"', "\0")
  )

it("every source with webhooks is in this test", () => {
  expect(definitions.flatMap(({ id, receiver }) => (receiver === undefined ? [] : [id])).toSorted()).toEqual(
    names.toSorted()
  )
})

describe.each(names)("a forged webhook of %s", (source) => {
  const { event, needsSecret } = senders[source]
  const genuine = JSON.stringify(event)
  const secret = secretOf(source)

  it.effect("is refused with any secret but its own, before its body is read", () =>
    Effect.gen(function* () {
      const { admit, verify } = yield* receiverOf(source)
      const wrong = [
        ...["", " ", secret.slice(0, -1), `${secret} `, secret.toUpperCase(), `${secret}\0`, "x".repeat(100_000)],
        ...names.filter((name) => name !== source).map(secretOf)
      ].map(Option.some)
      for (const one of needsSecret ? [Option.none<string>(), ...wrong] : wrong) {
        expect(yield* Effect.flip(admit!(request(genuine, one))), String(one)).toBeInstanceOf(Refused)
        expect(yield* Effect.flip(verify(request(genuine, one))), String(one)).toBeInstanceOf(Refused)
      }
      yield* admit!(request(genuine, Option.some(secret)))
    })
  )

  it.effect("is the same event when it is sent again, and of bounded size whatever it holds", () =>
    Effect.gen(function* () {
      const { verify } = yield* receiverOf(source)
      const eventsOf = (text: string) => Effect.map(verify(request(text, Option.some(secret))), ({ events }) => events)
      expect(yield* eventsOf(genuine)).toHaveLength(1)
      expect(yield* eventsOf(genuine)).toStrictEqual(yield* eventsOf(genuine))
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(bodies(event), async (text) => {
            const result = await Effect.runPromise(Effect.either(eventsOf(text)))
            if (result._tag === "Left") expect(["BadInput", "Refused"]).toContain(result.left._tag)
            const events = result._tag === "Left" ? [] : result.right
            expect(events.length).toBeLessThanOrEqual(1)
            for (const { key } of events) expect(key.length).toBeLessThanOrEqual(200)
          })
        )
      )
    })
  )
})
