import { NowPlayingBoard } from "@daybook/core/live"
import { Effect, Layer } from "effect"
import { inTransaction } from "./inTransaction.js"
import { text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"
import { takeSlot } from "./SyncStore.js"
import { Versions } from "./Versions.js"

/** The setting that holds the newest answer, the topic of its versions, and the name of its due times. */
export const nowPlaying = "now_playing"

export const layer = Layer.effect(
  NowPlayingBoard,
  Effect.gen(function* () {
    const versions = yield* Versions
    return yield* implement(NowPlayingBoard, {
      claim: (due) => takeSlot(nowPlaying, due),
      publish: (answer) =>
        inTransaction(
          Effect.gen(function* () {
            const changed = yield* sql`
              INSERT INTO settings (name, value) VALUES (${nowPlaying}, ${answer})
              ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value
              RETURNING name`
            if (changed.length > 0) yield* versions.bump(nowPlaying)
          })
        ),
      current: Effect.map(
        sql({ value: text })`SELECT value FROM settings WHERE name = ${nowPlaying}`,
        ([row]) => row?.value ?? null
      ),
      version: () => versions.latest(nowPlaying),
      passed: (version) => versions.passed(nowPlaying, version)
    })
  })
)
