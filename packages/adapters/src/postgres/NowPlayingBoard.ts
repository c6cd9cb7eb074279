import { NowPlayingBoard } from "@daybook/core/live"
import { Effect, Layer } from "effect"
import { inTransaction } from "./inTransaction.js"
import { text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"
import { takeSlot } from "./SyncStore.js"
import { Versions } from "./Versions.js"

/** The setting that holds the newest answer, the topic of its versions, and the name of its due times. */
const name = "now_playing"

/** The newest answer; null if there was none. With a lock, no other is published before the transaction ends. */
export const newestAnswer = (lock: "FOR SHARE" | "" = "") =>
  Effect.map(
    sql({ value: text })`SELECT value FROM settings WHERE name = ${name} ${sql.literal(lock)}`,
    ([row]) => row?.value ?? null
  )

export const layer = Layer.effect(
  NowPlayingBoard,
  Effect.gen(function* () {
    const versions = yield* Versions
    return yield* implement(NowPlayingBoard, {
      claim: (due) => takeSlot(name, due),
      publish: (answer) =>
        inTransaction(
          Effect.gen(function* () {
            const changed = yield* sql`
              INSERT INTO settings (name, value) VALUES (${name}, ${answer})
              ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value
              RETURNING name`
            if (changed.length > 0) yield* versions.bump(name)
          })
        ),
      current: newestAnswer(),
      version: () => versions.latest(name),
      passed: (version) => versions.passed(name, version)
    })
  })
)
