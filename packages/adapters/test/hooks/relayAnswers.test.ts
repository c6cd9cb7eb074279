import { HookStore, Hooks, ListenRelay } from "@daybook/core/hooks"
import type { TargetFault } from "@daybook/simulators"
import { describe, expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { newDatabase } from "../support/database.js"
import { hasty } from "../support/hasty.js"
import { eventually } from "./support/layers.js"
import { host, pass, passedOn, refusedOf, startHost, waiting } from "./support/relaying.js"
import { account, listenAt, relayHooks, targets } from "./support/targets.js"

const day = 86_400
const second = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 1_000))

/** Not by `acquireRelease`: the fibers of the sender would be uninterruptible. */
const hosting = Effect.flatMap(startHost, ({ stop }) => Effect.addFinalizer(() => stop))

const stateOf = (hook: number) => Effect.flatMap(Hooks, (hooks) => hooks.get(hook))

const tracks = (listens: ReadonlyArray<{ readonly track: string }>) => listens.map(({ track }) => track)

describe("the answers of services that get listens", () => {
  layer(Layer.provideMerge(host(), newDatabase()), { timeout: "10 minutes", excludeTestServices: true })((it) => {
    it.scoped("keep what is refused for good with its reason, and send it no more", () =>
      Effect.gen(function* () {
        const services = yield* targets({ ignoredTracks: new Set(["Hiss"]) })
        const hooks = yield* relayHooks(services)
        const now = yield* second
        yield* hosting
        yield* pass([
          listenAt(now - 60, { track: "Hiss" }),
          listenAt(now - 15 * day, { track: "Old" }),
          listenAt(now - 30, { track: "Low Tide" })
        ])
        yield* passedOn(hooks.lastfm)
        yield* passedOn(hooks.listenbrainz)
        expect(tracks(services.lastfm.listens())).toStrictEqual(["Low Tide"])
        expect(new Map(yield* refusedOf(hooks.lastfm))).toStrictEqual(
          new Map([
            ["Hiss", "Last.fm ignores this track"],
            ["Old", "the listen is too old for Last.fm, which takes two weeks"]
          ])
        )
        expect(tracks(services.listenbrainz.listens())).toStrictEqual(["Old", "Hiss", "Low Tide"])
        expect((yield* stateOf(hooks.lastfm)).listens).toMatchObject({ waiting: 0, sent: 1, refused: 2 })
      }).pipe(hasty(1_000))
    )

    it.scoped("find the one listen of a batch that ListenBrainz does not take", () =>
      Effect.gen(function* () {
        const services = yield* targets()
        const hooks = yield* relayHooks(services)
        const now = yield* second
        const long = "x".repeat(11_000)
        yield* pass(
          Array.from({ length: 9 }, (_, place) =>
            listenAt(now - 100 + place, place === 5 ? { track: "Long", page: `https://example.org/${long}` } : {})
          )
        )
        yield* hosting
        yield* passedOn(hooks.listenbrainz)
        expect(services.listenbrainz.listens()).toHaveLength(8)
        expect(services.listenbrainz.repeats()).toStrictEqual([])
        expect(yield* refusedOf(hooks.listenbrainz)).toStrictEqual([
          ["Long", "ListenBrainz answered 400: JSON document is too large."]
        ])
      }).pipe(hasty(1_000))
    )

    it.scoped("stop at a session that has ended, and go on with a new one", () =>
      Effect.gen(function* () {
        const login = { userName: "someone", password: "correct horse" }
        const services = yield* targets({ login })
        const { lastfm: id } = yield* relayHooks(services)
        const hooks = yield* Hooks
        const { apiKey, sharedSecret } = account
        yield* hooks.change(id, { lastFm: { apiKey, sharedSecret, sessionKey: "ended" } })
        yield* hosting
        const now = yield* second
        yield* pass([listenAt(now - 60)])
        yield* eventually(Effect.map(stateOf(id), ({ state }) => state === "disabled"))
        const disabled = yield* stateOf(id)
        expect(disabled.disabledReason).toBe("Last.fm answered error 9: Invalid session key - Please re-authenticate")
        expect(disabled.listens).toMatchObject({ waiting: 1, refused: 0 })
        const wrong = hooks.change(id, { lastFm: { apiKey, sharedSecret, userName: "someone", password: "wrong" } })
        expect(yield* Effect.flip(wrong)).toMatchObject({
          _tag: "BadInput",
          message: expect.stringContaining("Authentication Failed") as string
        })
        yield* hooks.change(id, { lastFm: { apiKey, sharedSecret, ...login } })
        expect(yield* hooks.test(id)).toMatchObject({ status: 200, accepted: true })
        const { missed } = yield* hooks.enable(id)
        expect(missed).toBe(0)
        yield* passedOn(id)
        expect(services.lastfm.listens()).toHaveLength(1)
      }).pipe(hasty(10))
    )

    it.scoped("say at once that a token or a signature is wrong", () =>
      Effect.gen(function* () {
        const services = yield* targets()
        const { lastfm, listenbrainz } = yield* relayHooks(services)
        const hooks = yield* Hooks
        expect(yield* hooks.test(listenbrainz)).toMatchObject({ accepted: true })
        yield* hooks.change(listenbrainz, { token: "another" })
        expect(yield* hooks.test(listenbrainz)).toMatchObject({ status: 200, accepted: false })
        const { apiKey, sessionKey } = account
        yield* hooks.change(lastfm, { lastFm: { apiKey, sharedSecret: "another", sessionKey } })
        expect(yield* hooks.test(lastfm)).toMatchObject({ status: 403, accepted: false })
        expect(services.listenbrainz.listens()).toStrictEqual([])
      })
    )

    it.scoped("wait as long as a rate limit says, and lose nothing", () =>
      Effect.gen(function* () {
        const services = yield* targets({ rate: { calls: 3, seconds: 600 } })
        const hooks = yield* relayHooks(services)
        const now = yield* second
        yield* hosting
        // One request each: a batch would need no limit.
        for (let place = 0; place < 7; place += 1) {
          yield* pass([listenAt(now - 1_000 + place)])
          yield* passedOn(hooks.listenbrainz)
        }
        expect(services.listenbrainz.listens()).toHaveLength(7)
        expect(services.listenbrainz.repeats()).toStrictEqual([])
        // The last answer of each window says to wait, so that no request is refused.
        expect(services.listenbrainz.requests()).toHaveLength(7)
      }).pipe(hasty(2_000))
    )

    it.scoped("try again on the next day what the daily limit of Last.fm left", () =>
      Effect.gen(function* () {
        const services = yield* targets({ dailyLimit: 3 })
        const hooks = yield* relayHooks(services)
        const now = yield* second
        yield* hosting
        yield* pass(Array.from({ length: 5 }, (_, place) => listenAt(now - 1_000 + place)))
        yield* passedOn(hooks.lastfm)
        expect(services.lastfm.listens()).toHaveLength(5)
        expect(services.lastfm.repeats()).toStrictEqual([])
      }).pipe(hasty(20_000))
    )

    it.scoped("get what is playing once, and never late", () =>
      Effect.gen(function* () {
        const services = yield* targets()
        yield* relayHooks(services)
        const relay = yield* ListenRelay
        const play = (track: string) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => relay.playing(listenAt(0, { track }), now, now + 60_000))
        // No host sends: the second report replaces the first.
        yield* play("Before")
        yield* play("Low Tide")
        yield* hosting
        yield* eventually(
          Effect.sync(() => [services.listenbrainz, services.lastfm].every((one) => one.playing().length > 0))
        )
        const unavailable: ReadonlyArray<TargetFault> = ["unavailable"]
        services.listenbrainz.meet(unavailable)
        services.lastfm.meet(unavailable)
        yield* play("Lost")
        yield* eventually(
          Effect.sync(() => services.listenbrainz.requests().length === 2 && services.lastfm.requests().length === 2)
        )
        const store = yield* HookStore
        yield* eventually(Effect.map(store.dueCount, (due) => due === 0))
        for (const one of [services.listenbrainz, services.lastfm]) {
          expect(tracks(one.playing())).toStrictEqual(["Low Tide"])
          expect(one.listens()).toStrictEqual([])
        }
      })
    )

    it.scoped("are not asked again for what they took: a replay is refused", () =>
      Effect.gen(function* () {
        const services = yield* targets()
        const { listenbrainz: id } = yield* relayHooks(services)
        const now = yield* second
        yield* hosting
        yield* pass([listenAt(now - 60)])
        yield* eventually(Effect.map(waiting(id), (left) => left === 0))
        const hooks = yield* Hooks
        const [message] = (yield* hooks.deliveries(id, "done", { page: 1, limit: 1 })).rows
        expect(yield* Effect.flip(hooks.replay(id, message!.id))).toMatchObject({ _tag: "Conflict" })
        expect(yield* hooks.replayMany(id, { since: 0, failedOnly: false })).toBe(0)
      })
    )

    it.scoped("fill requests of fifty and of a thousand", () =>
      Effect.gen(function* () {
        const services = yield* targets()
        const hooks = yield* relayHooks(services)
        const now = yield* second
        yield* pass(Array.from({ length: 1_020 }, (_, place) => listenAt(now - 2_000 + place)))
        yield* hosting
        yield* passedOn(hooks.lastfm)
        yield* passedOn(hooks.listenbrainz)
        expect(services.listenbrainz.batches()).toStrictEqual([1_000, 20])
        expect(services.lastfm.batches()).toStrictEqual([...Array.from({ length: 20 }, () => 50), 20])
        expect(services.lastfm.listens()).toHaveLength(1_020)
      }).pipe(hasty(100))
    )
  })
})
