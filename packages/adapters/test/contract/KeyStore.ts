import { KeyStore, type NewKey } from "@daybook/core/keys"
import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import assert from "node:assert/strict"
import * as PostgresKeyStore from "../../src/postgres/KeyStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { wipe } from "./model/database.js"

const wanted = (name: string, of: Partial<NewKey> = {}): NewKey => ({
  name, scope: "read", prefix: "svc_live_a", hint: "wxyz", hash: `hash of ${name}`, rateLimit: Option.none(), expiresAt: Option.none(), ...of
})

/** One host's view of the keys: what it knows of changes it hears from the database. */
const host = Layer.provide(PostgresKeyStore.layer, Versions.layer)

/** What every engine must answer about keys. */
export const keyStoreContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`KeyStore: ${name}`, (it) => {
    it.effect("keeps keys, sums their uses, and revokes each once", () =>
      Effect.gen(function*() {
        yield* wipe
        const store = yield* KeyStore
        const expiresAt = Date.parse("2027-01-01T00:00:00.500Z")
        const first = yield* store.create(wanted("first", { scope: "admin", rateLimit: Option.some(7), expiresAt: Option.some(expiresAt) }))
        const second = yield* store.create(wanted("Zoë's \"page\""))
        assert.deepEqual(yield* store.all, [first, second])
        assert.deepEqual([first.scope, first.rateLimit, first.expiresAt, first.requestCount, second.name], ["admin", Option.some(7), Option.some(expiresAt), 0, "Zoë's \"page\""])
        yield* store.used([{ id: first.id, requests: 3, at: 5_000 }, { id: second.id, requests: 1, at: 6_000 }])
        yield* store.used([{ id: first.id, requests: 4, at: 7_000 }, { id: 9_999, requests: 1, at: 1 }])
        assert.deepEqual((yield* store.all).map(({ lastUsedAt, requestCount }) => [requestCount, lastUsedAt]), [[7, Option.some(7_000)], [1, Option.some(6_000)]])
        assert.deepEqual([yield* store.revoke(first.id), yield* store.revoke(first.id), yield* store.revoke(9_999)], [true, false, false])
        assert.deepEqual((yield* store.all).map(({ revokedAt }) => Option.isSome(revokedAt)), [true, false])
        yield* Effect.flip(store.create(wanted("second of its hash", { hash: "hash of first" })))
      }).pipe(Effect.provide(host)))

    it.effect("tells every host within a second that a key was made or revoked", () =>
      Effect.gen(function*() {
        yield* wipe
        const [here, there] = yield* Effect.all([Layer.build(host), Layer.build(Layer.fresh(host))])
        const versionThere = Effect.provide(Effect.flatMap(KeyStore, (store) => store.version), there)
        const before = yield* versionThere
        yield* Effect.provide(Effect.flatMap(KeyStore, (store) => store.create(wanted("x"))), here)
        yield* Effect.repeat(Effect.delay(versionThere, "20 millis"), { until: (version) => version > before }).pipe(Effect.timeout("60 seconds"))
      }).pipe(Effect.scoped))
  })
