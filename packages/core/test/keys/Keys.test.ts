import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option, TestClock } from "effect"
import { createHash } from "node:crypto"
import { Keys } from "../../src/keys/Keys.js"
import * as Token from "../../src/keys/token.js"
import { type Rows, down, emptyRows, memoryKeyStore, nodeCrypto } from "./MemoryKeyStore.js"

const now = Date.UTC(2024, 4, 1)

/** A host's key service over some rows, until the scope closes. */
const host = (rows: Rows) =>
  Effect.map(Layer.build(Layer.provide(Keys.Default, Layer.merge(memoryKeyStore(rows), nodeCrypto))), Context.get(Keys))

/** A well-formed key that nobody made, another one for each number. */
const unknownKey = (seed: number) =>
  Token.make("read", Uint8Array.from({ length: 64 }, (_, index) => index === 0 ? seed % 62 : index === 1 ? seed / 62 : 7))!

describe("Keys", () => {
  it.scoped("makes keys that it finds again, each of its own", () =>
    Effect.gen(function*() {
      const keys = yield* host(emptyRows())
      const read = yield* keys.create({ name: "  page  ", scope: "read" })
      const admin = yield* keys.create({ name: "desk", scope: "admin", rateLimit: 7, expiresAt: now })
      expect(read.key).toMatchObject({ name: "page", scope: "read", rateLimit: Option.none(), expiresAt: Option.none(), requestCount: 0 })
      expect(admin.key).toMatchObject({ name: "desk", scope: "admin", rateLimit: Option.some(7), expiresAt: Option.some(now) })
      expect([read.token, admin.token].map(Token.isWellFormed)).toEqual([true, true])
      expect(keys.find(read.token, 0)).toEqual(read.key)
      expect(keys.find(admin.token, 0)).toEqual(admin.key)
      expect(keys.find(Token.make("read", new Uint8Array(64))!, 0)).toBe(undefined)
      expect(keys.find("", 0)).toBe(undefined)
    }))

  it.scoped("keeps nothing of a key but its hash, its beginning and its end", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      const { token } = yield* keys.create({ name: "page", scope: "read" })
      const kept = rows.keys[0]!
      expect(kept).toMatchObject({ prefix: token.slice(0, 10), hint: token.slice(-4), hash: createHash("sha256").update(token).digest("hex") })
      const texts = JSON.stringify({ kept, listed: yield* keys.list })
      for (let from = 9; from + 5 <= token.length; from++) expect(texts).not.toContain(token.slice(from, from + 5))
    }))

  it.scoped("finds a key that another process made before it hears of it, with one look-up for all who ask", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const [host1, host2] = [yield* host(rows), yield* host(rows)]
      yield* host1.refresh
      const { token } = yield* host2.create({ name: "site", scope: "read" })
      const before = rows.reads
      expect(host1.find(token, 0)).toBe(undefined)
      yield* Effect.promise(() => Promise.all(Array.from({ length: 50 }, () => host1.seek(token))))
      expect([host1.find(token, 0)?.name, rows.reads - before]).toEqual(["site", 1])
      expect(host1.seek(token)).toBe(undefined)
    }))

  it.scoped("looks an unknown key up once, and a text that is no key never", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.refresh
      const text = unknownKey(0)
      for (const wrong of ["", "svc_live_x", text.slice(0, -1), `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`]) {
        expect(keys.seek(wrong)).toBe(undefined)
      }
      const before = rows.reads
      yield* Effect.promise(async () => keys.seek(text))
      expect([keys.seek(text), keys.find(text, 0), rows.reads - before]).toEqual([undefined, undefined, 1])
      // The memory is bounded: a thousand others push the first out.
      for (let seed = 1; seed <= 1_000; seed++) yield* Effect.promise(async () => keys.seek(unknownKey(seed)))
      expect([keys.seek(unknownKey(1_000)), keys.seek(text) instanceof Promise]).toEqual([undefined, true])
    }))

  it.scoped("remembers no miss where the keys could not be read, and forgets misses when keys change", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.refresh
      const text = unknownKey(0)
      rows.beforeAnswer = down("all")
      yield* Effect.promise(async () => keys.seek(text))
      expect(keys.seek(text)).toBeInstanceOf(Promise)
      yield* Effect.promise(async () => keys.seek(text))
      expect(keys.seek(text)).toBe(undefined)
      yield* keys.create({ name: "other", scope: "read" })
      expect(keys.seek(text)).toBeInstanceOf(Promise)
    }))

  it.scoped("no longer finds a key from the instant on at which it expires", () =>
    Effect.gen(function*() {
      const keys = yield* host(emptyRows())
      const { token } = yield* keys.create({ name: "page", scope: "read", expiresAt: now })
      expect(keys.find(token, now - 1)?.name).toBe("page")
      expect(keys.find(token, now)).toBe(undefined)
    }))

  it.scoped("revokes at once, once, and only that key", () =>
    Effect.gen(function*() {
      const keys = yield* host(emptyRows())
      const gone = yield* keys.create({ name: "gone", scope: "read" })
      const kept = yield* keys.create({ name: "kept", scope: "read" })
      yield* keys.revoke(gone.key.id)
      expect(keys.find(gone.token, 0)).toBe(undefined)
      expect(keys.find(kept.token, 0)?.name).toBe("kept")
      expect(yield* Effect.flip(keys.revoke(gone.key.id))).toMatchObject({ _tag: "NoData" })
      expect(yield* Effect.flip(keys.revoke(404))).toMatchObject({ _tag: "NoData" })
      expect((yield* keys.list).map(({ name, revokedAt }) => [name, Option.isSome(revokedAt)])).toEqual([["gone", true], ["kept", false]])
    }))

  it.scoped("refuses what makes no key, in one line naming the member", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const rows = emptyRows()
      const keys = yield* host(rows)
      const refusal = (wanted: object) => Effect.map(Effect.flip(keys.create({ name: "page", scope: "read", ...wanted })), (failure) => [failure._tag, failure.message.split(" ")[0]])
      for (const name of ["", "   ", "x".repeat(101)]) expect(yield* refusal({ name })).toEqual(["BadInput", "name"])
      for (const expiresAt of [now, now - 1, Number.NaN]) expect(yield* refusal({ expiresAt })).toEqual(["BadInput", "expires_at"])
      for (const rateLimit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9]) expect(yield* refusal({ rateLimit })).toEqual(["BadInput", "rate_limit"])
      expect(rows.keys).toEqual([])
    }))

  it.scoped("hands out a key that was made, even if the list cannot be read just then", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      rows.beforeAnswer = down("all")
      const { token } = yield* keys.create({ name: "page", scope: "read" })
      yield* keys.refresh
      expect(keys.find(token, 0)?.name).toBe("page")
    }))

  it.scoped("forgets a key that was revoked, even if the list cannot be read just then", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      const { key, token } = yield* keys.create({ name: "page", scope: "read" })
      rows.beforeAnswer = down("all")
      yield* keys.revoke(key.id)
      expect(keys.find(token, 0)).toBe(undefined)
    }))

  it.scoped("is not fooled by an older list that comes late", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      const { key, token } = yield* keys.create({ name: "page", scope: "read" })
      const late = yield* Deferred.make<void>()
      rows.beforeAnswer = Deferred.await(late)
      rows.version++
      const slow = yield* Effect.fork(keys.refresh)
      yield* Effect.yieldNow()
      const revoking = yield* Effect.fork(keys.revoke(key.id))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(late, undefined)
      yield* Fiber.joinAll([slow, revoking])
      expect(keys.find(token, 0)).toBe(undefined)
    }))
})

describe("Keys.follow", () => {
  it.scoped("hears within a second of keys made and revoked on another host, and asks only when there is news", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const [here, there] = [yield* host(rows), yield* host(rows)]
      yield* here.follow
      const { key, token } = yield* there.create({ name: "page", scope: "read" })
      expect(here.find(token, 0)).toBe(undefined)
      yield* TestClock.adjust("1 seconds")
      expect(here.find(token, 0)?.id).toBe(key.id)
      yield* there.revoke(key.id)
      yield* TestClock.adjust("1 seconds")
      expect(here.find(token, 0)).toBe(undefined)
      const { reads } = rows
      yield* TestClock.adjust("10 seconds")
      expect(rows.reads).toBe(reads)
    }))

  it.scoped("goes on following after the database was away", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const [here, there] = [yield* host(rows), yield* host(rows)]
      yield* here.follow
      const { key, token } = yield* there.create({ name: "page", scope: "read" })
      yield* TestClock.adjust("1 seconds")
      yield* there.revoke(key.id)
      rows.down = true
      yield* TestClock.adjust("10 seconds")
      rows.down = false
      yield* TestClock.adjust("1 seconds")
      expect(here.find(token, 0)).toBe(undefined)
    }))

  it.scoped("writes uses down together, a few seconds later, each once", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.follow
      const made = yield* Effect.forEach(["a", "b"], (name) => keys.create({ name, scope: "read" }))
      for (let use = 1; use <= 250; use++) keys.note(made[0]!.key, use)
      keys.note(made[1]!.key, 9)
      expect(rows.writes).toBe(0)
      yield* TestClock.adjust("6 seconds")
      yield* TestClock.adjust("10 seconds")
      expect(rows.writes).toBe(1)
      expect(rows.keys.map((key) => [key.requestCount, key.lastUsedAt])).toEqual([[250, Option.some(250)], [1, Option.some(9)]])
    }))

  it.scoped("loses no use while the database is away", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.follow
      const { key } = yield* keys.create({ name: "page", scope: "read" })
      keys.note(key, 1)
      rows.down = true
      yield* TestClock.adjust("10 seconds")
      keys.note(key, 2)
      yield* TestClock.adjust("10 seconds")
      rows.down = false
      yield* TestClock.adjust("6 seconds")
      expect(rows.keys[0]).toMatchObject({ requestCount: 2, lastUsedAt: Option.some(2) })
    }))

  it.effect("writes down what is left when its scope closes", () =>
    Effect.gen(function*() {
      const rows = emptyRows()
      yield* Effect.scoped(Effect.gen(function*() {
        const keys = yield* host(rows)
        const { key } = yield* keys.create({ name: "page", scope: "read" })
        keys.note(key, 5)
        expect(rows.writes).toBe(0)
      }))
      expect(rows.keys[0]).toMatchObject({ requestCount: 1, lastUsedAt: Option.some(5) })
    }))
})
