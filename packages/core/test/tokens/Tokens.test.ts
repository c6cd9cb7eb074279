import { describe, expect, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { Tokens } from "../../src/tokens/Tokens.js"
import { type Login, type Token, token } from "../../src/tokens/TokenStore.js"
import { nodeCrypto } from "../keys/MemoryKeyStore.js"
import { emptyRows, memoryTokenStore, type Rows } from "./MemoryTokenStore.js"

/** A provider whose refresh tokens work once, with a log of its calls. */
const provider = (first: string, life = "6 hours" as Duration.DurationInput) => {
  const state = { valid: first, calls: [] as Array<string>, wait: Effect.void as Effect.Effect<void>, renewals: 0 }
  const refresh: Login["refresh"] = (refreshToken) =>
    Effect.gen(function* () {
      state.calls.push(Redacted.value(refreshToken))
      if (Redacted.value(refreshToken) !== state.valid) {
        return yield* new SourceFailure({
          source: "strava",
          state: "unauthorized",
          message: "Strava no longer takes the login",
          next: "connect"
        })
      }
      state.renewals++
      state.valid = `r${state.renewals}`
      const issued = { access: `a${state.renewals}`, refresh: state.valid }
      yield* state.wait
      return token({
        access: Redacted.make(issued.access),
        refresh: Option.some(Redacted.make(issued.refresh)),
        expiresAt: Option.some((yield* Clock.currentTimeMillis) + Duration.toMillis(life)),
        account: { scope: "all" }
      })
    })
  return { state, refresh }
}

const loginOf = (refresh: Login["refresh"], configured?: string): Login => ({
  id: "strava",
  source: "strava",
  name: "Strava",
  configuredRefreshToken: Option.map(Option.fromNullable(configured), (text) => Redacted.make(text)),
  refresh
})

const access = (one: Token) => Redacted.value(one.access)

/** One host over the rows. */
const host = (rows: Rows) =>
  Effect.provide(Tokens, Tokens.Default.pipe(Layer.provide([memoryTokenStore(rows), nodeCrypto]), Layer.fresh))

describe("tokens", () => {
  it.effect("are renewed once, for any number of callers and hosts", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const { refresh, state } = provider("seed")
      state.wait = Effect.sleep("2 seconds")
      const hosts = yield* Effect.all([host(rows), host(rows), host(rows)])
      const login = loginOf(refresh, "seed")
      const callers = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 60 }, (_, index) => hosts[index % 3]!.access(login)),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("10 seconds")
      expect([...new Set((yield* Fiber.join(callers)).map(access))]).toStrictEqual(["a1"])
      expect(state.calls).toStrictEqual(["seed"])
      // Some minutes before expiry it is renewed with the rotated token; the one of the settings was used.
      yield* TestClock.adjust("5 hours")
      expect(access(yield* hosts[0].access(login))).toBe("a1")
      yield* TestClock.adjust("56 minutes")
      const again = yield* Effect.fork(hosts[1].access(login))
      yield* TestClock.adjust("10 seconds")
      expect(access(yield* Fiber.join(again))).toBe("a2")
      expect(state.calls).toStrictEqual(["seed", "r1"])
    })
  )

  it.effect("are renewed once after many callers got a 401", () =>
    Effect.gen(function* () {
      const { refresh, state } = provider("seed")
      const tokens = yield* host(emptyRows())
      const login = loginOf(refresh, "seed")
      const first = yield* tokens.access(login)
      yield* TestClock.adjust("1 minute")
      state.wait = Effect.sleep("1 second")
      const callers = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 20 }, () => tokens.renewed(login, first)),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("5 seconds")
      expect([...new Set((yield* Fiber.join(callers)).map(access))]).toStrictEqual(["a2"])
      expect(access(yield* tokens.renewed(login, first)), "a token that was rejected before the renewal").toBe("a2")
      expect(state.renewals).toBe(2)
    })
  )

  it.effect("are not renewed by every waiting caller if their lifetime is short", () =>
    Effect.gen(function* () {
      const { refresh, state } = provider("seed", "0 seconds")
      state.wait = Effect.sleep("1 second")
      const tokens = yield* host(emptyRows())
      const login = loginOf(refresh, "seed")
      const callers = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 20 }, () => tokens.access(login)),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(callers)
      expect(state.renewals).toBe(1)
    })
  )

  it.effect("are stored before they are returned, even if the caller stops waiting", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const { refresh, state } = provider("seed")
      const gate = yield* Deferred.make<void>()
      state.wait = Deferred.await(gate)
      const tokens = yield* host(rows)
      const login = loginOf(refresh, "seed")
      const callers = yield* Effect.fork(tokens.access(login))
      yield* Effect.repeatN(Effect.yieldNow(), 50)
      expect(state.renewals).toBe(1)
      const stopped = yield* Effect.fork(Fiber.interrupt(callers))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(stopped)
      expect(access(rows.tokens.get("strava")!.token)).toBe("a1")
      expect(rows.leases.size).toBe(0)
    })
  )

  it.effect("that could not be stored are neither lost nor used", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const { refresh, state } = provider("seed")
      const login = loginOf(refresh, "seed")
      const tokens = yield* host(rows)
      state.wait = Effect.sync(() => void (rows.down = true))
      const failed = yield* Effect.fork(Effect.flip(tokens.access(login)))
      yield* TestClock.adjust("1 minute")
      expect((yield* Fiber.join(failed)).state).toBe("unavailable")
      rows.down = false
      state.wait = Effect.void
      rows.leases.clear()
      expect(access(yield* tokens.access(login))).toBe("a1")
      expect(state.calls).toStrictEqual(["seed"])
      expect(access(rows.tokens.get("strava")!.token)).toBe("a1")
    })
  )

  it.effect("start over with a changed setting, but not with one that was used before", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const { refresh, state } = provider("old")
      const tokens = yield* host(rows)
      expect(access(yield* tokens.access(loginOf(refresh, "old")))).toBe("a1")
      state.valid = "new"
      expect(access(yield* tokens.access(loginOf(refresh, "new")))).toBe("a2")
      // A host that still has the old setting uses the stored token.
      expect(access(yield* tokens.access(loginOf(refresh, "old")))).toBe("a2")
      expect(state.calls).toStrictEqual(["old", "new"])
      // A changed setting that the provider rejects does not affect the stored login.
      yield* TestClock.adjust("1 minute")
      expect(access(yield* tokens.access(loginOf(refresh, "mistyped")))).toBe("a3")
      expect(state.calls).toStrictEqual(["old", "new", "mistyped", "r2"])
      expect(access(yield* tokens.access(loginOf(refresh, "mistyped")))).toBe("a3")
    })
  )

  it.effect("of a new login supersede the setting", () =>
    Effect.gen(function* () {
      const { refresh, state } = provider("r0")
      const tokens = yield* host(emptyRows())
      const login = loginOf(refresh, "setting")
      yield* tokens.store(
        "strava",
        token({ access: Redacted.make("mine"), refresh: Option.some(Redacted.make("r0")) }),
        login.configuredRefreshToken
      )
      expect(access(yield* tokens.access(login))).toBe("mine")
      expect(state.calls).toStrictEqual([])
      expect(yield* tokens.forget("strava")).toBe(true)
      expect((yield* Effect.flip(tokens.access(loginOf(refresh)))).message).toBe("there is no login at Strava")
    })
  )

  it.effect("that expired, are rejected or cannot be decrypted say what to do", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const { refresh } = provider("other")
      const tokens = yield* host(rows)
      const login = loginOf(refresh)
      const failureText = Effect.map(
        Effect.flip(tokens.access(login)),
        ({ message, next, state }) => `${state}: ${message}; ${next}`
      )
      expect(yield* failureText).toBe("unauthorized: there is no login at Strava; run `daybook connect strava`")
      yield* tokens.store("strava", token({ access: Redacted.make("a"), expiresAt: Option.some(0) }), Option.none())
      yield* TestClock.adjust("1 minute")
      expect(yield* failureText).toBe("unauthorized: the login at Strava has ended; run `daybook connect strava`")
      yield* tokens.store(
        "strava",
        token({ access: Redacted.make("a"), refresh: Option.some(Redacted.make("dead")), expiresAt: Option.some(0) }),
        Option.none()
      )
      yield* TestClock.adjust("1 minute")
      expect(yield* failureText).toBe("unauthorized: Strava no longer takes the login; connect")
      expect(rows.leases.size).toBe(0)
      rows.unreadable = true
      expect(yield* failureText).toBe(
        "unauthorized: the stored login at Strava was encrypted with another DAYBOOK_SECRET; " +
          "set that secret again, or run `daybook connect strava`"
      )
      expect(yield* tokens.statuses).toStrictEqual([
        { id: "strava", readable: false, renews: false, endsAt: Option.none() }
      ])
    })
  )

  it.effect("stop waiting for a renewal that does not end", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      rows.leases.set("strava", -1)
      const { refresh } = provider("seed")
      const tokens = yield* host(rows)
      const callers = yield* Effect.fork(Effect.flip(tokens.access(loginOf(refresh, "seed"))))
      yield* TestClock.adjust("200 seconds")
      expect((yield* Fiber.join(callers)).state).toBe("unavailable")
    })
  )
})
