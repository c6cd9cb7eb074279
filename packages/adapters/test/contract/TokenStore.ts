import { type HeldToken, token, TokenStore } from "@daybook/core/tokens"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { Secret } from "../../src/Secret.js"
import * as TokenStoreLayer from "../../src/postgres/TokenStore.js"

const secret = (fill: number) => Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, fill) })

const held = (access: string): Omit<HeldToken, "version"> => ({
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

const plain = (one: Omit<HeldToken, "version">) => ({
  ...one.token,
  access: Redacted.value(one.token.access),
  refresh: Option.map(one.token.refresh, Redacted.value),
  secret: Option.map(one.token.secret, Redacted.value),
  obtainedAt: one.obtainedAt,
  seeds: one.seeds
})

const stored = (store: TokenStore["Type"], id: string) => Effect.map(store.get(id), Option.map(plain))

export const tokenStoreContract = (name: string, database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) =>
  describe(`TokenStore on ${name}`, () => {
    it.layer(Layer.fresh(TokenStoreLayer.layer).pipe(Layer.provide(secret(1)), Layer.provideMerge(database)), { timeout: "5 minutes" })((it) => {
      it.effect("gives back what it keeps, and nothing of it stands in the database as it is", () =>
        Effect.gen(function*() {
          const store = yield* TokenStore
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual(yield* store.get("one"), Option.none())
          assert.isTrue(yield* store.put("one", held("open-sesame"), Option.some(0)))
          assert.deepStrictEqual(yield* stored(store, "one"), Option.some(plain(held("open-sesame"))))
          assert.deepStrictEqual(yield* store.ids, ["one"])
          const rows = JSON.stringify(yield* sql`SELECT * FROM provider_tokens`)
          for (const word of ["sesame", "28684", "athlete", Buffer.from("open-sesame").toString("base64").slice(0, 12)]) assert.notInclude(rows, word)
          assert.isTrue(yield* store.remove("one"))
          assert.isFalse(yield* store.remove("one"))
        }))

      it.effect("replaces only the version that is named", () =>
        Effect.gen(function*() {
          const store = yield* TokenStore
          const version = Effect.map(store.get("two"), (one) => Option.getOrThrow(one).version)
          assert.isTrue(yield* store.put("two", held("a"), Option.some(0)))
          const first = yield* version
          assert.isFalse(yield* store.put("two", held("b"), Option.some(0)))
          assert.isTrue(yield* store.put("two", held("c"), Option.some(first)))
          assert.isFalse(yield* store.put("two", held("d"), Option.some(first)))
          assert.deepStrictEqual(yield* stored(store, "two"), Option.some(plain(held("c"))))
          const second = yield* version
          assert.isTrue(yield* store.put("two", held("e"), Option.none()))
          assert.isFalse(yield* store.put("two", held("f"), Option.some(second)))
          const third = yield* version
          yield* store.remove("two")
          assert.isFalse(yield* store.put("two", held("g"), Option.some(third)), "what was taken away stays away")
          assert.isTrue(yield* store.put("two", held("h"), Option.none()))
          assert.isFalse(yield* store.put("two", held("i"), Option.some(third)), "versions do not come again")
        }))

      it.effect("leases to one at a time; a lease that is over, or whose process is gone, is taken", () =>
        Effect.gen(function*() {
          const store = yield* TokenStore
          const sql = yield* SqlClient.SqlClient
          const taken = yield* Effect.all(Array.from({ length: 8 }, () => store.lease("three")), { concurrency: "unbounded" })
          const leases = taken.flatMap(Option.toArray)
          assert.strictEqual(leases.length, 1)
          assert.isTrue(Option.isSome(yield* store.lease("four")))
          yield* store.release(leases[0]!)
          const next = Option.getOrThrow(yield* store.lease("three"))
          yield* store.release(leases[0]!)
          assert.isTrue(Option.isNone(yield* store.lease("three")), "an old lease does not end a newer one")
          yield* sql`UPDATE provider_token_leases SET until = now() - interval '1 second' WHERE lease = ${next}`
          assert.isTrue(Option.isNone(yield* store.lease("three")), "a process that is busy keeps its lease")
          // From here on leases of processes that hold no lock.
          yield* sql`UPDATE provider_token_leases SET lease = DEFAULT WHERE id = 'three'`
          assert.isTrue(Option.isSome(yield* store.lease("three")))
          yield* sql`
            UPDATE provider_token_leases SET lease = DEFAULT, holder = regexp_replace(holder, '[0-9]+$', '999999999')
            WHERE id = 'three'`
          assert.isTrue(Option.isSome(yield* store.lease("three")))
          yield* sql`UPDATE provider_token_leases SET lease = DEFAULT, holder = 'elsewhere:1' WHERE id = 'three'`
          assert.isTrue(Option.isNone(yield* store.lease("three")))
        }))

      it.effect("does not open with another secret, in another's place, or after a change of one byte", () =>
        Effect.gen(function*() {
          const store = yield* TokenStore
          const sql = yield* SqlClient.SqlClient
          yield* store.put("five", held("x"), Option.none())
          const other = Effect.provide(Effect.flatMap(TokenStore, (one) => Effect.flip(one.get("five"))), Layer.fresh(TokenStoreLayer.layer).pipe(Layer.provide(secret(2))))
          assert.strictEqual((yield* other)._tag, "UnreadableToken")
          yield* sql`INSERT INTO provider_tokens (id, sealed) SELECT 'six', sealed FROM provider_tokens WHERE id = 'five'`
          assert.strictEqual((yield* Effect.flip(store.get("six")))._tag, "UnreadableToken")
          yield* sql`UPDATE provider_tokens SET sealed = overlay(sealed PLACING (CASE WHEN substr(sealed, 50, 1) = 'A' THEN 'B' ELSE 'A' END) FROM 50) WHERE id = 'five'`
          assert.strictEqual((yield* Effect.flip(store.get("five")))._tag, "UnreadableToken")
        }))
    })
  })
