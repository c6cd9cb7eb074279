import { KeyStore } from "@daybook/core/keys"
import { type LensDefinition, LensStore } from "@daybook/core/lenses"
import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as PostgresKeyStore from "../../src/postgres/KeyStore.js"
import * as PostgresLensStore from "../../src/postgres/LensStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { wipe } from "./model/database.js"

const lens: LensDefinition = {
  name: "runs",
  operations: ["running.recent"],
  fields: { running: { drop: ["name"] } },
  round: { time: { running: "day" }, distance_mi: 0.1 },
  now_playing: { delayed: 10 },
  public: true
}

const host = Layer.merge(PostgresLensStore.layer, PostgresKeyStore.layer).pipe(Layer.provide(Versions.layer))

const keyWith = (name: string) => ({
  name,
  scope: "publish" as const,
  prefix: "svc_pub_ab",
  hint: "wxyz",
  hash: `hash of ${name}`,
  rateLimit: Option.none(),
  expiresAt: Option.none(),
  lens: name,
  origins: ["https://me.example"]
})

/** Contract for lenses. */
export const lensStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("LensStore", (it) => {
    it.effect("stores lenses by name, each once, and ends their keys with them", () =>
      Effect.gen(function* () {
        yield* wipe
        const store = yield* LensStore
        const keys = yield* KeyStore
        expect(yield* store.all).toStrictEqual([])
        const before = yield* store.version
        expect(yield* store.create(lens)).toBe(true)
        const created = yield* store.version
        expect(created).toBeGreaterThan(before)
        expect(yield* store.create({ name: "runs" })).toBe(false)
        expect(yield* store.version).toBe(created)
        yield* store.create({ name: "all-of-it" })
        expect((yield* store.all).map(({ definition }) => definition)).toStrictEqual([{ name: "all-of-it" }, lens])

        yield* keys.create(keyWith("runs"))
        yield* keys.create(keyWith("all-of-it"))
        const keyVersion = yield* keys.version
        expect([yield* store.remove("runs"), yield* store.remove("runs")]).toStrictEqual([true, false])
        expect((yield* keys.all).map(({ lens, revokedAt }) => [lens, Option.isSome(revokedAt)])).toStrictEqual([
          ["runs", true],
          ["all-of-it", false]
        ])
        expect(yield* keys.version).toBeGreaterThan(keyVersion)
        expect((yield* store.all).map(({ definition }) => definition.name)).toStrictEqual(["all-of-it"])
      }).pipe(Effect.provide(host))
    )

    it.effect("stores one token of a lens, and deletes it with the lens", () =>
      Effect.gen(function* () {
        yield* wipe
        const store = yield* LensStore
        yield* store.create(lens)
        const before = yield* store.version
        const first = yield* store.putToken("runs", "hash 1")
        expect([first.lens, first.hash, yield* store.tokens]).toStrictEqual(["runs", "hash 1", [first]])
        yield* store.putToken("site", "hash 2")
        const second = yield* store.putToken("runs", "hash 3")
        expect((yield* store.tokens).map(({ hash, lens }) => [lens, hash])).toStrictEqual([
          ["runs", "hash 3"],
          ["site", "hash 2"]
        ])
        expect([second.createdAt >= first.createdAt, (yield* store.version) > before]).toStrictEqual([true, true])
        yield* store.remove("runs")
        const removed = yield* store.version
        expect([yield* store.removeToken("site"), yield* store.removeToken("site")]).toStrictEqual([true, false])
        expect([yield* store.tokens, (yield* store.version) > removed]).toStrictEqual([[], true])
      }).pipe(Effect.provide(host))
    )
  })
