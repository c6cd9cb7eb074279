import { type StoredToken, token, TokenStore } from "@daybook/core/tokens"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { Secret } from "../../src/Secret.js"
import * as TokenStoreLayer from "../../src/postgres/TokenStore.js"

const secret = (fill: number) => Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, fill) })

const newToken = (access: string): Omit<StoredToken, "version"> => ({
  token: token({
    access: Redacted.make(access),
    refresh: Option.some(Redacted.make(`${access}-refresh`)),
    secret: Option.some(Redacted.make("ä secret")),
    expiresAt: Option.some(1_763_721_600_123),
    account: { athlete: "28684" }
  }),
  obtainedAt: 1_763_700_000_001,
  seeds: ["aa", "bb"]
})

const plain = (one: Omit<StoredToken, "version">) => ({
  ...one.token,
  access: Redacted.value(one.token.access),
  refresh: Option.map(one.token.refresh, Redacted.value),
  secret: Option.map(one.token.secret, Redacted.value),
  obtainedAt: one.obtainedAt,
  seeds: one.seeds
})

const storedToken = (store: TokenStore["Type"], id: string) => Effect.map(store.get(id), Option.map(plain))

export const tokenStoreContract = (database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  describe("TokenStore", () => {
    it.layer(Layer.fresh(TokenStoreLayer.layer).pipe(Layer.provide(secret(1)), Layer.provideMerge(database)), {
      timeout: "5 minutes"
    })((it) => {
      it.effect("returns stored tokens, and stores nothing in plain text", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const sql = yield* SqlClient.SqlClient
          expect(yield* store.get("one")).toStrictEqual(Option.none())
          expect(yield* store.put("one", newToken("open-sesame"), Option.some(0))).toBe(true)
          expect(yield* storedToken(store, "one")).toStrictEqual(Option.some(plain(newToken("open-sesame"))))
          expect(yield* store.ids).toStrictEqual(["one"])
          const rows = JSON.stringify(yield* sql`SELECT * FROM provider_tokens`)
          for (const word of ["sesame", "28684", "athlete", Buffer.from("open-sesame").toString("base64").slice(0, 12)])
            expect(rows).not.toContain(word)
          expect(yield* store.remove("one")).toBe(true)
          expect(yield* store.remove("one")).toBe(false)
        })
      )

      it.effect("replaces only the given version", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const version = Effect.map(store.get("two"), (one) => Option.getOrThrow(one).version)
          expect(yield* store.put("two", newToken("a"), Option.some(0))).toBe(true)
          const first = yield* version
          expect(yield* store.put("two", newToken("b"), Option.some(0))).toBe(false)
          expect(yield* store.put("two", newToken("c"), Option.some(first))).toBe(true)
          expect(yield* store.put("two", newToken("d"), Option.some(first))).toBe(false)
          expect(yield* storedToken(store, "two")).toStrictEqual(Option.some(plain(newToken("c"))))
          const second = yield* version
          expect(yield* store.put("two", newToken("e"), Option.none())).toBe(true)
          expect(yield* store.put("two", newToken("f"), Option.some(second))).toBe(false)
          const third = yield* version
          yield* store.remove("two")
          expect(yield* store.put("two", newToken("g"), Option.some(third)), "a removed token stays removed").toBe(
            false
          )
          expect(yield* store.put("two", newToken("h"), Option.none())).toBe(true)
          expect(yield* store.put("two", newToken("i"), Option.some(third)), "versions are not reused").toBe(false)
        })
      )

      it.effect("leases to one caller at a time, and replaces expired leases and those of dead processes", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const sql = yield* SqlClient.SqlClient
          const leaseAttempts = yield* Effect.all(
            Array.from({ length: 8 }, () => store.lease("three")),
            { concurrency: "unbounded" }
          )
          const leases = leaseAttempts.flatMap(Option.toArray)
          expect(leases).toHaveLength(1)
          expect(Option.isSome(yield* store.lease("four"))).toBe(true)
          yield* store.release(leases[0]!)
          const next = Option.getOrThrow(yield* store.lease("three"))
          yield* store.release(leases[0]!)
          expect(Option.isNone(yield* store.lease("three")), "an old lease does not end a newer one").toBe(true)
          yield* sql`UPDATE provider_token_leases SET until = now() - interval '1 second' WHERE lease = ${next}`
          expect(Option.isNone(yield* store.lease("three")), "a process that is busy keeps its lease").toBe(true)
          // From here on, leases belong to processes without a lock.
          yield* sql`UPDATE provider_token_leases SET lease = DEFAULT WHERE id = 'three'`
          expect(Option.isSome(yield* store.lease("three"))).toBe(true)
          yield* sql`
            UPDATE provider_token_leases SET lease = DEFAULT, holder = regexp_replace(holder, '[0-9]+$', '999999999')
            WHERE id = 'three'`
          expect(Option.isSome(yield* store.lease("three"))).toBe(true)
          yield* sql`UPDATE provider_token_leases SET lease = DEFAULT, holder = 'elsewhere:1' WHERE id = 'three'`
          expect(Option.isNone(yield* store.lease("three"))).toBe(true)
        })
      )

      it.effect("fails to decrypt with another secret, under another id, or after one byte changes", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const sql = yield* SqlClient.SqlClient
          yield* store.put("five", newToken("x"), Option.none())
          const other = Effect.provide(
            Effect.flatMap(TokenStore, (one) => Effect.flip(one.get("five"))),
            Layer.fresh(TokenStoreLayer.layer).pipe(Layer.provide(secret(2)))
          )
          expect((yield* other)._tag).toBe("UnreadableToken")
          yield* sql`INSERT INTO provider_tokens (id, sealed) SELECT 'six', sealed FROM provider_tokens WHERE id = 'five'`
          expect((yield* Effect.flip(store.get("six")))._tag).toBe("UnreadableToken")
          yield* sql`UPDATE provider_tokens SET sealed = overlay(sealed PLACING (CASE WHEN substr(sealed, 50, 1) = 'A' THEN 'B' ELSE 'A' END) FROM 50) WHERE id = 'five'`
          expect((yield* Effect.flip(store.get("five")))._tag).toBe("UnreadableToken")
        })
      )
    })
  })
