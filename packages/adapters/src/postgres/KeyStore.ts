import { type ApiKey, KeyStore } from "@daybook/core/keys"
import { Effect, Layer, Option } from "effect"
import { Versions } from "./Versions.js"
import { sql } from "./kit/sql.js"
import { inTransaction } from "./inTransaction.js"
import { implement } from "./kit/store.js"
import { table } from "./kit/table.js"
import { type RowOf, boolean, instant, nullable, number, oneOf, text, texts } from "./kit/columns.js"

const keys = table("api_keys", {
  id: number,
  name: text,
  scope: oneOf(["read", "admin", "publish"]),
  prefix: text,
  hint: text,
  hash: text,
  createdAt: instant,
  requestCount: number,
  rateLimit: nullable(number),
  lastUsedAt: nullable(instant),
  expiresAt: nullable(instant),
  revokedAt: nullable(instant),
  lens: nullable(text),
  origins: texts,
  noOrigin: boolean
})

const uses = table("api_keys", { id: number, requestCount: number, lastUsedAt: instant })

const topic = "keys"

const toKey = (row: RowOf<typeof keys.columns>): ApiKey => ({
  ...row,
  rateLimit: Option.fromNullable(row.rateLimit),
  lastUsedAt: Option.fromNullable(row.lastUsedAt),
  expiresAt: Option.fromNullable(row.expiresAt),
  revokedAt: Option.fromNullable(row.revokedAt)
})

const toDate = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, (at) => new Date(at)))

export const layer = Layer.effect(
  KeyStore,
  Effect.gen(function* () {
    const versions = yield* Versions
    return yield* implement(KeyStore, {
      create: (key) =>
        inTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql(keys.columns)`
          INSERT INTO api_keys (name, scope, prefix, hint, hash, rate_limit, expires_at, lens, origins, no_origin)
          VALUES (${key.name}, ${key.scope}, ${key.prefix}, ${key.hint}, ${key.hash}, ${Option.getOrNull(key.rateLimit)}, ${toDate(key.expiresAt)}, ${key.lens ?? null}, ${key.origins ?? []}::text[], ${key.noOrigin ?? false})
          RETURNING ${keys.select("api_keys")}`
            yield* versions.bump(topic)
            return toKey(row!)
          })
        ),
      all: Effect.map(sql(keys.columns)`SELECT ${keys.select("api_keys")} FROM api_keys ORDER BY id`, (rows) =>
        rows.map(toKey)
      ),
      revoke: (id) =>
        inTransaction(
          Effect.gen(function* () {
            const rows =
              yield* sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL RETURNING id`
            if (rows.length > 0) yield* versions.bump(topic)
            return rows.length > 0
          })
        ),
      recordUses: (newUses) =>
        Effect.asVoid(sql`
        UPDATE api_keys SET request_count = api_keys.request_count + used.request_count, last_used_at = used.last_used_at
        FROM ${uses.valuesOf(
          newUses.map(({ at, id, requests }) => ({ id, requestCount: requests, lastUsedAt: at })),
          "used"
        )}
        WHERE api_keys.id = used.id`),
      version: Effect.sync(() => versions.latest(topic))
    })
  })
)
