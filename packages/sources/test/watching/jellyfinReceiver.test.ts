import { Calendar } from "@daybook/core/shared"
import { provideReceiver, type WebhookRequest } from "@daybook/core/webhooks"
import { inProcessClient, makeSimulators } from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Option, Stream } from "effect"
import { jellyfin } from "../../src/jellyfin/source.js"
import { memoryTokens } from "../support/tokens.js"
import { today } from "./stage.js"

const item = "000000000000000000000000000003e9"
const stopped = {
  NotificationType: "PlaybackStop",
  ItemType: "Movie",
  ItemId: item,
  PlayedToCompletion: true,
  UtcTimestamp: "2024-11-20T20:59:03.1234567Z"
}

const request = (payload: unknown, secret = "s3cret"): WebhookRequest => ({
  method: "POST",
  secret: Option.some(secret),
  query: {},
  text: typeof payload === "string" ? payload : JSON.stringify(payload),
  fields: {}
})

const receiverOf = (settings: Readonly<Record<string, string>> = { DAYBOOK_JELLYFIN_WEBHOOK_SECRET: "s3cret" }) =>
  Effect.gen(function* () {
    const { sampleOwner, simulators } = yield* Effect.orDie(
      makeSimulators("http://simulated.example", { endsAt: today })
    )
    const receiver = yield* jellyfin.receiver!.pipe(
      Effect.withConfigProvider(
        ConfigProvider.fromMap(new Map(Object.entries({ ...simulators.jellyfin.settings, ...settings })))
      ),
      Effect.provideService(HttpClient.HttpClient, inProcessClient(simulators)),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    return {
      receiver,
      sampleOwner,
      control: simulators.jellyfin.control,
      keys: (payload: unknown) =>
        Effect.map(receiver.verify(request(payload)), ({ events }) => events.map(({ key }) => key)),
      refused: (payload: unknown, secret?: string) =>
        Effect.map(Effect.flip(receiver.verify(request(payload, secret))), ({ _tag }) => _tag)
    }
  })

describe("the webhooks of Jellyfin", () => {
  it.effect("name the film or episode to read again, with the same key for the same event", () =>
    Effect.gen(function* () {
      const { control, keys, receiver, sampleOwner } = yield* receiverOf()
      const { events } = yield* receiver.verify(request(stopped))
      expect(events.map(({ payload }) => payload)).toStrictEqual([item])
      expect(yield* keys(stopped)).toStrictEqual(yield* keys({ ...stopped, DeviceName: "Phone" }))
      // A template of one's own writes texts, and ids with dashes.
      const own = { ...stopped, PlayedToCompletion: "True", ItemId: "00000000-0000-0000-0000-0000000003e9" }
      expect(yield* keys(own)).toStrictEqual(yield* keys(stopped))
      const marked = { ...stopped, NotificationType: "UserDataSaved", PlayedToCompletion: undefined, Played: true }
      expect(yield* keys(marked)).toHaveLength(1)
      for (const name of [sampleOwner.username, sampleOwner.username.toUpperCase()])
        expect(yield* keys({ ...stopped, UserId: control.userId, NotificationUsername: name })).toHaveLength(1)
      for (const other of [
        { PlayedToCompletion: false },
        { NotificationType: "PlaybackStart" },
        { NotificationType: "UserDataSaved", Played: false },
        { ItemType: "Audio" },
        { ItemId: "../../1" },
        { ItemId: null },
        { NotificationUsername: "Guest", UserId: "00112233445566778899aabbccddeeff" }
      ])
        expect(yield* keys({ ...stopped, ...other })).toStrictEqual([])
    })
  )

  it.effect("are refused without the secret, and without a JSON object", () =>
    Effect.gen(function* () {
      const open = yield* receiverOf({})
      expect(yield* open.refused(stopped)).toBe("Refused")
      const shut = yield* receiverOf()
      expect(yield* shut.refused(stopped, "s3cre")).toBe("Refused")
      for (const text of ["", "{", "[]", "null"]) expect(yield* shut.refused(text)).toBe("BadInput")
    })
  )

  it.effect("read the viewings of that item, and of nothing else", () =>
    Effect.gen(function* () {
      const { control, receiver } = yield* receiverOf()
      const viewings = (yield* control.viewings).filter(
        ({ server, what }) => server === "play" && (what.kind === "episode" || what.film % 9 !== 8)
      )
      const { what } = viewings.at(-1)!
      const own = viewings.filter((one) => JSON.stringify(one.what) === JSON.stringify(what))
      // Nothing is stored here.
      const reader = provideReceiver(receiver, (yield* Effect.context<Calendar>()) as never)
      const seen = (payload: string) =>
        Effect.map(Stream.runCollect(reader.handle({ key: "k", payload })), (steps) =>
          [...steps].reduce((sum, step) => sum + step.seen, 0)
        )
      expect(yield* seen(control.itemId(what))).toBe(own.length)
      expect(yield* seen("ffff")).toBe(0)
    }).pipe(Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles"))))
  )
})
