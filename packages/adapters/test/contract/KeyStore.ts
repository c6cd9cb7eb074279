import { KeyStore, type NewKey } from "@daybook/core/keys"
import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as PostgresKeyStore from "../../src/postgres/KeyStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { wipe } from "./model/database.js"

const newKey = (name: string, of: Partial<NewKey> = {}): NewKey => ({
  name,
  scope: "read",
  prefix: "svc_live_a",
  hint: "wxyz",
  hash: `hash of ${name}`,
  rateLimit: Option.none(),
  expiresAt: Option.none(),
  ...of
})

/** One host's view of the keys. It learns of changes through database notifications. */
const host = Layer.provide(PostgresKeyStore.layer, Versions.layer)

/** Contract for API keys. */
export const keyStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("KeyStore", (it) => {
    it.effect("stores keys, sums their uses, and revokes each once", () =>
      Effect.gen(function* () {
        yield* wipe
        const store = yield* KeyStore
        const expiresAt = Date.parse("2027-01-01T00:00:00.500Z")
        const first = yield* store.create(
          newKey("first", { scope: "admin", rateLimit: Option.some(7), expiresAt: Option.some(expiresAt) })
        )
        const second = yield* store.create(newKey('Zoë\'s "page"'))
        expect(yield* store.all).toStrictEqual([first, second])
        expect([first.lens, first.origins, first.noOrigin]).toStrictEqual([null, [], false])
        expect([first.scope, first.rateLimit, first.expiresAt, first.requestCount, second.name]).toStrictEqual([
          "admin",
          Option.some(7),
          Option.some(expiresAt),
          0,
          'Zoë\'s "page"'
        ])
        yield* store.recordUses([
          { id: first.id, requests: 3, at: 5_000 },
          { id: second.id, requests: 1, at: 6_000 }
        ])
        yield* store.recordUses([
          { id: first.id, requests: 4, at: 7_000 },
          { id: 9_999, requests: 1, at: 1 }
        ])
        expect((yield* store.all).map(({ lastUsedAt, requestCount }) => [requestCount, lastUsedAt])).toStrictEqual([
          [7, Option.some(7_000)],
          [1, Option.some(6_000)]
        ])
        expect([
          yield* store.revoke(first.id),
          yield* store.revoke(first.id),
          yield* store.revoke(9_999)
        ]).toStrictEqual([true, false, false])
        expect((yield* store.all).map(({ revokedAt }) => Option.isSome(revokedAt))).toStrictEqual([true, false])
        yield* Effect.flip(store.create(newKey("second of its hash", { hash: "hash of first" })))
        yield* Effect.flip(store.create(newKey("without a lens", { scope: "publish" })))
        const reach = { lens: "site", origins: ["https://me.example", "http://localhost:4321"], noOrigin: true }
        const page = yield* store.create(newKey("page", { scope: "publish", ...reach }))
        expect(page).toMatchObject({ scope: "publish", ...reach })
        expect((yield* store.all).at(-1)).toStrictEqual(page)
      }).pipe(Effect.provide(host))
    )

    it.effect("notifies every host of a created or revoked key within a second", () =>
      Effect.gen(function* () {
        yield* wipe
        const [here, there] = yield* Effect.all([Layer.build(host), Layer.build(Layer.fresh(host))])
        const versionThere = Effect.provide(
          Effect.flatMap(KeyStore, (store) => store.version),
          there
        )
        const before = yield* versionThere
        yield* Effect.provide(
          Effect.flatMap(KeyStore, (store) => store.create(newKey("x"))),
          here
        )
        yield* Effect.repeat(Effect.delay(versionThere, "20 millis"), { until: (version) => version > before }).pipe(
          Effect.timeout("60 seconds")
        )
      }).pipe(Effect.scoped)
    )
  })
