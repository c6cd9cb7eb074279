import { SettingStore } from "@daybook/core/setup"
import { Effect, Layer, Option, Redacted } from "effect"
import { Secret } from "../../Secret.js"
import { seal, unseal } from "../../SecretBox.js"
import { inTransaction } from "../inTransaction.js"
import { text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { bump } from "../Versions.js"

/** Raised by every change of what decides whether a source is set up: a stored setting, or a login. */
export const topic = "source_settings"

export const layer = Layer.effect(
  SettingStore,
  Effect.gen(function* () {
    const key = (yield* Secret).keyFor("source settings")
    return yield* implement(SettingStore, {
      all: Effect.map(
        sql({ name: text, sealed: text })`SELECT name, sealed FROM source_settings ORDER BY name`,
        (rows) => new Map(rows.map(({ name, sealed }) => [name, Option.map(unseal(key, name, sealed), Redacted.make)]))
      ),
      put: (values) =>
        values.size === 0
          ? Effect.void
          : inTransaction(
              Effect.gen(function* () {
                yield* sql`
                  INSERT INTO source_settings (name, sealed)
                  SELECT * FROM unnest(
                    ${[...values.keys()]}::text[],
                    ${Array.from(values, ([name, value]) => seal(key, name, Redacted.value(value)))}::text[]
                  )
                  ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, updated_at = now()`
                yield* bump(topic)
              })
            ),
      remove: (names) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql({ name: text })`
              DELETE FROM source_settings WHERE name = ANY(${[...names]}::text[]) RETURNING name`
            if (rows.length > 0) yield* bump(topic)
            return rows.map(({ name }) => name).sort()
          })
        )
    })
  })
)
