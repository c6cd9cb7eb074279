import { type LensDefinition, LensStore } from "@daybook/core/lenses"
import { Effect, Layer } from "effect"
import { inTransaction } from "./inTransaction.js"
import { instant, json, text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"
import { Versions } from "./Versions.js"

const topic = "lenses"

/** The topics of keys and grants, which end with their lens. */
const [keys, grants] = ["keys", "grants"]

const lensColumns = { definition: json<LensDefinition>(), createdAt: instant }

const tokenColumns = { lens: text, hash: text, createdAt: instant }

export const layer = Layer.effect(
  LensStore,
  Effect.gen(function* () {
    const versions = yield* Versions
    return yield* implement(LensStore, {
      all: sql(lensColumns)`SELECT definition, created_at FROM lenses ORDER BY name`,
      create: (definition) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql`
              INSERT INTO lenses (name, definition) VALUES (${definition.name}, ${JSON.stringify(definition)}::jsonb)
              ON CONFLICT (name) DO NOTHING RETURNING name`
            if (rows.length > 0) yield* versions.bump(topic)
            return rows.length > 0
          })
        ),
      remove: (name) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql`DELETE FROM lenses WHERE name = ${name} RETURNING name`
            if (rows.length === 0) return false
            yield* sql`DELETE FROM lens_tokens WHERE lens = ${name}`
            yield* sql`UPDATE api_keys SET revoked_at = now() WHERE lens = ${name} AND revoked_at IS NULL`
            yield* sql`
              DELETE FROM oauth_grants WHERE id IN (
                SELECT id FROM oauth_grants WHERE lens = ${name} ORDER BY id FOR UPDATE)`
            yield* sql`DELETE FROM oauth_approvals WHERE lens = ${name}`
            for (const changed of [grants, keys, topic]) yield* versions.bump(changed)
            return true
          })
        ),
      tokens: sql(tokenColumns)`SELECT lens, hash, created_at FROM lens_tokens ORDER BY lens`,
      putToken: (lens, hash) =>
        inTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql(tokenColumns)`
              INSERT INTO lens_tokens (lens, hash) VALUES (${lens}, ${hash})
              ON CONFLICT (lens) DO UPDATE SET hash = excluded.hash, created_at = now()
              RETURNING lens, hash, created_at`
            yield* versions.bump(topic)
            return row!
          })
        ),
      removeToken: (lens) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql`DELETE FROM lens_tokens WHERE lens = ${lens} RETURNING lens`
            if (rows.length > 0) yield* versions.bump(topic)
            return rows.length > 0
          })
        ),
      version: Effect.sync(() => versions.latest(topic))
    })
  })
)
