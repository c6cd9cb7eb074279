import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option, TestClock } from "effect"
import { createHash } from "node:crypto"
import { Keys } from "../../src/keys/Keys.js"
import * as Token from "../../src/keys/token.js"
import { type Rows, down, emptyRows, memoryKeyStore, nodeCrypto } from "./MemoryKeyStore.js"

const now = Date.UTC(2024, 4, 1)

/** The key service of a host over some rows, until the scope closes. */
const host = (rows: Rows) =>
  Effect.map(Layer.build(Layer.provide(Keys.Default, Layer.merge(memoryKeyStore(rows), nodeCrypto))), Context.get(Keys))

/** A well-formed key that does not exist, different for each number. */
const unknownKey = (seed: number) =>
  Token.make(
    "read",
    Uint8Array.from({ length: 64 }, (_, index) => (index === 0 ? seed % 62 : index === 1 ? seed / 62 : 7))
  )!

describe("Keys", () => {
  it.scoped("creates keys and finds each of them", () =>
    Effect.gen(function* () {
      const keys = yield* host(emptyRows())
      const read = yield* keys.create({ name: "  page  ", scope: "read" })
      const admin = yield* keys.create({ name: "desk", scope: "admin", rateLimit: 7, expiresAt: now })
      expect(read.key).toMatchObject({
        name: "page",
        scope: "read",
        rateLimit: Option.none(),
        expiresAt: Option.none(),
        requestCount: 0
      })
      expect(admin.key).toMatchObject({
        name: "desk",
        scope: "admin",
        rateLimit: Option.some(7),
        expiresAt: Option.some(now)
      })
      expect([read.token, admin.token].map(Token.isWellFormed)).toEqual([true, true])
      expect(keys.find(read.token, 0)).toEqual(read.key)
      expect(keys.find(admin.token, 0)).toEqual(admin.key)
      expect(keys.find(Token.make("read", new Uint8Array(64))!, 0)).toBe(undefined)
      expect(keys.find("", 0)).toBe(undefined)
    })
  )

  it.scoped("stores only the hash, the beginning and the end of a key", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      const { token } = yield* keys.create({ name: "page", scope: "read" })
      const row = rows.keys[0]!
      expect(row).toMatchObject({
        prefix: token.slice(0, 10),
        hint: token.slice(-4),
        hash: createHash("sha256").update(token).digest("hex")
      })
      const texts = JSON.stringify({ row, listed: yield* keys.list })
      for (let from = 9; from + 5 <= token.length; from++) expect(texts).not.toContain(token.slice(from, from + 5))
    })
  )

  it.scoped("finds a key of another process before its next check, with one query for all callers", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const [host1, host2] = [yield* host(rows), yield* host(rows)]
      yield* host1.refresh
      const { token } = yield* host2.create({ name: "site", scope: "read" })
      const before = rows.reads
      expect(host1.find(token, 0)).toBe(undefined)
      yield* Effect.promise(() => Promise.all(Array.from({ length: 50 }, () => host1.reloadFor(token))))
      expect([host1.find(token, 0)?.name, rows.reads - before]).toEqual(["site", 1])
      expect(host1.reloadFor(token)).toBe(undefined)
    })
  )

  it.scoped("queries an unknown key once, and a malformed key never", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.refresh
      const text = unknownKey(0)
      for (const wrong of [
        "",
        "svc_live_x",
        text.slice(0, -1),
        `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`
      ]) {
        expect(keys.reloadFor(wrong)).toBe(undefined)
      }
      const before = rows.reads
      yield* Effect.promise(async () => keys.reloadFor(text))
      expect([keys.reloadFor(text), keys.find(text, 0), rows.reads - before]).toEqual([undefined, undefined, 1])
      // The cache is bounded: a thousand others evict the first.
      for (let seed = 1; seed <= 1_000; seed++) yield* Effect.promise(async () => keys.reloadFor(unknownKey(seed)))
      expect([keys.reloadFor(unknownKey(1_000)), keys.reloadFor(text) instanceof Promise]).toEqual([undefined, true])
    })
  )

  it.scoped("remembers no unknown key if the query failed, and forgets them when keys change", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.refresh
      const text = unknownKey(0)
      rows.beforeAnswer = down("all")
      yield* Effect.promise(async () => keys.reloadFor(text))
      expect(keys.reloadFor(text)).toBeInstanceOf(Promise)
      yield* Effect.promise(async () => keys.reloadFor(text))
      expect(keys.reloadFor(text)).toBe(undefined)
      yield* keys.create({ name: "other", scope: "read" })
      expect(keys.reloadFor(text)).toBeInstanceOf(Promise)
    })
  )

  it.scoped("does not find a key from the instant of its expiry on", () =>
    Effect.gen(function* () {
      const keys = yield* host(emptyRows())
      const { token } = yield* keys.create({ name: "page", scope: "read", expiresAt: now })
      expect(keys.find(token, now - 1)?.name).toBe("page")
      expect(keys.find(token, now)).toBe(undefined)
    })
  )

  it.scoped("revokes only that key, immediately, and once", () =>
    Effect.gen(function* () {
      const keys = yield* host(emptyRows())
      const revoked = yield* keys.create({ name: "revoked", scope: "read" })
      const other = yield* keys.create({ name: "other", scope: "read" })
      yield* keys.revoke(revoked.key.id)
      expect(keys.find(revoked.token, 0)).toBe(undefined)
      expect(keys.find(other.token, 0)?.name).toBe("other")
      expect(yield* Effect.flip(keys.revoke(revoked.key.id))).toMatchObject({ _tag: "NoData" })
      expect(yield* Effect.flip(keys.revoke(404))).toMatchObject({ _tag: "NoData" })
      expect((yield* keys.list).map(({ name, revokedAt }) => [name, Option.isSome(revokedAt)])).toEqual([
        ["revoked", true],
        ["other", false]
      ])
    })
  )

  it.scoped("rejects invalid fields with one line that names the field", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const rows = emptyRows()
      const keys = yield* host(rows)
      const rejection = (fields: object) =>
        Effect.map(Effect.flip(keys.create({ name: "page", scope: "read", ...fields })), (failure) => [
          failure._tag,
          failure.message.split(" ")[0]
        ])
      for (const name of ["", "   ", "x".repeat(101)]) expect(yield* rejection({ name })).toEqual(["BadInput", "name"])
      for (const expiresAt of [now, now - 1, Number.NaN])
        expect(yield* rejection({ expiresAt })).toEqual(["BadInput", "expires_at"])
      for (const rateLimit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9])
        expect(yield* rejection({ rateLimit })).toEqual(["BadInput", "rate_limit"])
      expect(rows.keys).toEqual([])
    })
  )

  it.scoped("returns a created key even if the reload fails", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      rows.beforeAnswer = down("all")
      const { token } = yield* keys.create({ name: "page", scope: "read" })
      yield* keys.refresh
      expect(keys.find(token, 0)?.name).toBe("page")
    })
  )

  it.scoped("drops a revoked key even if the reload fails", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      const { key, token } = yield* keys.create({ name: "page", scope: "read" })
      rows.beforeAnswer = down("all")
      yield* keys.revoke(key.id)
      expect(keys.find(token, 0)).toBe(undefined)
    })
  )

  it.scoped("ignores an older list that arrives late", () =>
    Effect.gen(function* () {
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
    })
  )
})

describe("Keys.watch", () => {
  it.scoped("follows keys created and revoked on another host within a second, and queries only after changes", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const [here, there] = [yield* host(rows), yield* host(rows)]
      yield* here.watch
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
    })
  )

  it.scoped("continues after a database outage", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const [here, there] = [yield* host(rows), yield* host(rows)]
      yield* here.watch
      const { key, token } = yield* there.create({ name: "page", scope: "read" })
      yield* TestClock.adjust("1 seconds")
      yield* there.revoke(key.id)
      rows.down = true
      yield* TestClock.adjust("10 seconds")
      rows.down = false
      yield* TestClock.adjust("1 seconds")
      expect(here.find(token, 0)).toBe(undefined)
    })
  )

  it.scoped("stores usage counts together, a few seconds later, each once", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.watch
      const created = yield* Effect.forEach(["a", "b"], (name) => keys.create({ name, scope: "read" }))
      for (let use = 1; use <= 250; use++) keys.recordUse(created[0]!.key, use)
      keys.recordUse(created[1]!.key, 9)
      expect(rows.writes).toBe(0)
      yield* TestClock.adjust("6 seconds")
      yield* TestClock.adjust("10 seconds")
      expect(rows.writes).toBe(1)
      expect(rows.keys.map((key) => [key.requestCount, key.lastUsedAt])).toEqual([
        [250, Option.some(250)],
        [1, Option.some(9)]
      ])
    })
  )

  it.scoped("loses no usage count during a database outage", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      const keys = yield* host(rows)
      yield* keys.watch
      const { key } = yield* keys.create({ name: "page", scope: "read" })
      keys.recordUse(key, 1)
      rows.down = true
      yield* TestClock.adjust("10 seconds")
      keys.recordUse(key, 2)
      yield* TestClock.adjust("10 seconds")
      rows.down = false
      yield* TestClock.adjust("6 seconds")
      expect(rows.keys[0]).toMatchObject({ requestCount: 2, lastUsedAt: Option.some(2) })
    })
  )

  it.effect("stores the remaining counts when its scope closes", () =>
    Effect.gen(function* () {
      const rows = emptyRows()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const keys = yield* host(rows)
          const { key } = yield* keys.create({ name: "page", scope: "read" })
          keys.recordUse(key, 5)
          expect(rows.writes).toBe(0)
        })
      )
      expect(rows.keys[0]).toMatchObject({ requestCount: 1, lastUsedAt: Option.some(5) })
    })
  )
})
