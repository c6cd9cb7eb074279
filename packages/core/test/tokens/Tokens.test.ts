import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import type { Login } from "../../src/tokens/Login.js"
import { type Token, token } from "../../src/tokens/Token.js"
import { Tokens } from "../../src/tokens/Tokens.js"
import { nodeCrypto } from "../keys/MemoryKeyStore.js"
import { emptyRows, memoryTokenStore, type Rows } from "./MemoryTokenStore.js"

/** A provider whose refresh tokens work once, and what it was asked. */
const provider = (first: string, life = "6 hours" as Duration.DurationInput) => {
  const state = { valid: first, calls: [] as Array<string>, wait: Effect.void as Effect.Effect<void>, made: 0 }
  const refresh: Login["refresh"] = (given) =>
    Effect.gen(function*() {
      state.calls.push(Redacted.value(given))
      if (Redacted.value(given) !== state.valid) {
        return yield* new SourceFailure({ source: "strava", state: "unauthorized", message: "Strava no longer takes the login", next: "connect" })
      }
      state.made++
      state.valid = `r${state.made}`
      const made = { access: `a${state.made}`, refresh: state.valid }
      yield* state.wait
      return token({
        access: Redacted.make(made.access),
        refresh: Option.some(Redacted.make(made.refresh)),
        expiresAt: Option.some((yield* Clock.currentTimeMillis) + Duration.toMillis(life)),
        account: { scope: "all" }
      })
    })
  return { state, refresh }
}

const loginOf = (refresh: Login["refresh"], given?: string): Login => ({
  id: "strava",
  source: "strava",
  name: "Strava",
  given: Option.map(Option.fromNullable(given), (text) => Redacted.make(text)),
  refresh
})

const access = (one: Token) => Redacted.value(one.access)

/** One host over the rows. */
const host = (rows: Rows) => Effect.provide(Tokens, Tokens.Default.pipe(Layer.provide([memoryTokenStore(rows), nodeCrypto]), Layer.fresh))

describe("tokens", () => {
  it.effect("are renewed once however many ask, on however many hosts", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const { refresh, state } = provider("seed")
      state.wait = Effect.sleep("2 seconds")
      const hosts = yield* Effect.all([host(rows), host(rows), host(rows)])
      const login = loginOf(refresh, "seed")
      const asked = yield* Effect.fork(Effect.all(Array.from({ length: 60 }, (_, index) => hosts[index % 3]!.access(login)), { concurrency: "unbounded" }))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual([...new Set((yield* Fiber.join(asked)).map(access))], ["a1"])
      assert.deepStrictEqual(state.calls, ["seed"])
      // Some minutes before the end it is renewed with the rotated token; the settings' one is used up.
      yield* TestClock.adjust("5 hours")
      assert.strictEqual(access(yield* hosts[0].access(login)), "a1")
      yield* TestClock.adjust("56 minutes")
      const again = yield* Effect.fork(hosts[1].access(login))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(access(yield* Fiber.join(again)), "a2")
      assert.deepStrictEqual(state.calls, ["seed", "r1"])
    }))

  it.effect("renew once after a 401 that many got", () =>
    Effect.gen(function*() {
      const { refresh, state } = provider("seed")
      const tokens = yield* host(emptyRows())
      const login = loginOf(refresh, "seed")
      const first = yield* tokens.access(login)
      yield* TestClock.adjust("1 minute")
      state.wait = Effect.sleep("1 second")
      const asked = yield* Effect.fork(Effect.all(Array.from({ length: 20 }, () => tokens.renewed(login, first)), { concurrency: "unbounded" }))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual([...new Set((yield* Fiber.join(asked)).map(access))], ["a2"])
      assert.strictEqual(access(yield* tokens.renewed(login, first)), "a2", "one that was refused before it was renewed")
      assert.strictEqual(state.made, 2)
    }))

  it.effect("are not renewed by everybody who waited where their life is short", () =>
    Effect.gen(function*() {
      const { refresh, state } = provider("seed", "0 seconds")
      state.wait = Effect.sleep("1 second")
      const tokens = yield* host(emptyRows())
      const login = loginOf(refresh, "seed")
      const asked = yield* Effect.fork(Effect.all(Array.from({ length: 20 }, () => tokens.access(login)), { concurrency: "unbounded" }))
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(asked)
      assert.strictEqual(state.made, 1)
    }))

  it.effect("are stored before they are seen, also when whoever asked stops waiting", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const { refresh, state } = provider("seed")
      const gate = yield* Deferred.make<void>()
      state.wait = Deferred.await(gate)
      const tokens = yield* host(rows)
      const login = loginOf(refresh, "seed")
      const asked = yield* Effect.fork(tokens.access(login))
      yield* Effect.repeatN(Effect.yieldNow(), 50)
      assert.strictEqual(state.made, 1)
      const stopped = yield* Effect.fork(Fiber.interrupt(asked))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(stopped)
      assert.strictEqual(access(rows.held.get("strava")!.token), "a1")
      assert.strictEqual(rows.leases.size, 0)
    }))

  it.effect("that the database did not take are not lost, and not used", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const { refresh, state } = provider("seed")
      const login = loginOf(refresh, "seed")
      const tokens = yield* host(rows)
      state.wait = Effect.sync(() => void (rows.down = true))
      const failed = yield* Effect.fork(Effect.flip(tokens.access(login)))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(failed)).state, "unavailable")
      rows.down = false
      state.wait = Effect.void
      rows.leases.clear()
      assert.strictEqual(access(yield* tokens.access(login)), "a1")
      assert.deepStrictEqual(state.calls, ["seed"])
      assert.strictEqual(access(rows.held.get("strava")!.token), "a1")
    }))

  it.effect("begin anew with a changed setting, never with one that was used before", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const { refresh, state } = provider("old")
      const tokens = yield* host(rows)
      assert.strictEqual(access(yield* tokens.access(loginOf(refresh, "old"))), "a1")
      state.valid = "new"
      assert.strictEqual(access(yield* tokens.access(loginOf(refresh, "new"))), "a2")
      // A host that still has the old setting goes on with what is stored.
      assert.strictEqual(access(yield* tokens.access(loginOf(refresh, "old"))), "a2")
      assert.deepStrictEqual(state.calls, ["old", "new"])
      // A changed setting that the provider does not take leaves the stored login as it is.
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(access(yield* tokens.access(loginOf(refresh, "mistyped"))), "a3")
      assert.deepStrictEqual(state.calls, ["old", "new", "mistyped", "r2"])
      assert.strictEqual(access(yield* tokens.access(loginOf(refresh, "mistyped"))), "a3")
    }))

  it.effect("of a new login outdate the setting", () =>
    Effect.gen(function*() {
      const { refresh, state } = provider("r0")
      const tokens = yield* host(emptyRows())
      const login = loginOf(refresh, "setting")
      yield* tokens.keep("strava", token({ access: Redacted.make("mine"), refresh: Option.some(Redacted.make("r0")) }), login.given)
      assert.strictEqual(access(yield* tokens.access(login)), "mine")
      assert.deepStrictEqual(state.calls, [])
      assert.isTrue(yield* tokens.forget("strava"))
      assert.strictEqual((yield* Effect.flip(tokens.access(loginOf(refresh)))).message, "there is no login at Strava")
    }))

  it.effect("that end, are refused or cannot be read say what to do", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const { refresh } = provider("other")
      const tokens = yield* host(rows)
      const login = loginOf(refresh)
      const told = Effect.map(Effect.flip(tokens.access(login)), ({ message, next, state }) => `${state}: ${message}; ${next}`)
      assert.strictEqual(yield* told, "unauthorized: there is no login at Strava; run `daybook connect strava`")
      yield* tokens.keep("strava", token({ access: Redacted.make("a"), expiresAt: Option.some(0) }), Option.none())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* told, "unauthorized: the login at Strava has ended; run `daybook connect strava`")
      yield* tokens.keep("strava", token({ access: Redacted.make("a"), refresh: Option.some(Redacted.make("dead")), expiresAt: Option.some(0) }), Option.none())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* told, "unauthorized: Strava no longer takes the login; connect")
      assert.strictEqual(rows.leases.size, 0)
      rows.unreadable = true
      assert.strictEqual(
        yield* told,
        "unauthorized: the stored login at Strava was encrypted with another DAYBOOK_SECRET; give that secret again, or run `daybook connect strava`"
      )
      assert.deepStrictEqual(yield* tokens.standings, [{ id: "strava", readable: false, renews: false, endsAt: Option.none() }])
    }))

  it.effect("give up waiting for a renewal that does not end", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      rows.leases.set("strava", -1)
      const { refresh } = provider("seed")
      const tokens = yield* host(rows)
      const asked = yield* Effect.fork(Effect.flip(tokens.access(loginOf(refresh, "seed"))))
      yield* TestClock.adjust("200 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).state, "unavailable")
    }))
})
