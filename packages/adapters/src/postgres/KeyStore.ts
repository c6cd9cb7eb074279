import { type ApiKey, KeyStore } from "@daybook/core/keys"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { storage } from "./storage.js"
import { Versions } from "./Versions.js"

const topic = "keys"

type Optional = "rateLimit" | "lastUsedAt" | "expiresAt" | "revokedAt"

/** A key as its row has it, with null for what it has not. */
type Row = Omit<ApiKey, Optional> & { readonly [K in Optional]: number | null }

const toKey = (row: Row): ApiKey => ({
  ...row,
  rateLimit: Option.fromNullable(row.rateLimit),
  lastUsedAt: Option.fromNullable(row.lastUsedAt),
  expiresAt: Option.fromNullable(row.expiresAt),
  revokedAt: Option.fromNullable(row.revokedAt)
})

const toDate = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, (at) => new Date(at)))

export const layer = Layer.effect(KeyStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* Versions
  const columns = sql.literal(
    "id, name, scope, prefix, hint, hash, rate_limit, created_at, last_used_at, request_count, expires_at, revoked_at"
  )
  return {
    create: (key) =>
      storage("KeyStore.create")(sql.withTransaction(Effect.gen(function*() {
        const [row] = yield* sql<Row>`
          INSERT INTO api_keys (name, scope, prefix, hint, hash, rate_limit, expires_at)
          VALUES (${key.name}, ${key.scope}, ${key.prefix}, ${key.hint}, ${key.hash}, ${Option.getOrNull(key.rateLimit)}, ${toDate(key.expiresAt)})
          RETURNING ${columns}`
        yield* versions.bump(topic)
        return toKey(row!)
      }))),
    all: storage("KeyStore.all")(Effect.map(sql<Row>`SELECT ${columns} FROM api_keys ORDER BY id`, (rows) => rows.map(toKey))),
    revoke: (id) =>
      storage("KeyStore.revoke")(sql.withTransaction(Effect.gen(function*() {
        const rows = yield* sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL RETURNING id`
        if (rows.length > 0) yield* versions.bump(topic)
        return rows.length > 0
      }))),
    used: (uses) =>
      storage("KeyStore.used")(Effect.asVoid(sql`
        UPDATE api_keys SET request_count = request_count + used.requests, last_used_at = to_timestamp(used.at / 1000)
        FROM unnest(${uses.map((use) => use.id)}::int[], ${uses.map((use) => use.requests)}::int[], ${uses.map((use) => use.at)}::float8[])
          AS used (id, requests, at)
        WHERE api_keys.id = used.id`)),
    version: Effect.sync(() => versions.known(topic))
  }
}))
