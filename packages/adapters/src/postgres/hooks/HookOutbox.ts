import { HookOutbox } from "@daybook/core/hooks"
import { Effect, Option } from "effect"
import { inTransaction } from "../inTransaction.js"
import { boolean, text, toJson } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"
import { newestAnswer } from "../NowPlayingBoard.js"
import { announce } from "./outbox.js"

/** True if a value differs from the one before. Of several hosts, one learns it. */
const replaceTopic = (topic: string, value: string) =>
  Effect.map(
    sql({ topic: text })`
      INSERT INTO hook_topics AS former (topic, value) VALUES (${topic}, ${value})
      ON CONFLICT (topic) DO UPDATE SET value = excluded.value WHERE former.value <> excluded.value RETURNING topic`,
    (rows) => rows.length > 0
  )

export const layer = storeLayer(HookOutbox, {
  announce,
  playing: (toEvent) =>
    inTransaction(
      Effect.gen(function* () {
        const event = Option.flatMap(Option.fromNullable(yield* newestAnswer("FOR SHARE")), toEvent)
        if (Option.isNone(event)) return
        if (yield* replaceTopic(event.value.type, toJson(event.value.data))) yield* announce([event.value])
      })
    ),
  isWanted: (type) =>
    Effect.map(
      sql({ isWanted: boolean })`
        SELECT EXISTS (SELECT FROM hooks WHERE state = 'active' AND ${type} = ANY(events)) AS is_wanted`,
      ([row]) => row?.isWanted === true
    )
})
