import { AttendingRecords, type Promotion, RuleBook } from "@daybook/core/attending"
import type { Span } from "@daybook/core/sync"
import type { Mention } from "@daybook/core/attending"
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { apartFrom, setPresence, setPromotion, setRejected } from "./decisions.js"
import { namedByNewArtists } from "./newArtists.js"
import { locked } from "./locked.js"
import { dropMentions, writeMentions } from "./mentions.js"
import { remerge } from "./remerge.js"
import { comeDue } from "./shown.js"

export const layer = Layer.effect(AttendingRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rules = JSON.stringify(yield* RuleBook)
  const events = yield* remerge

  const put = Effect.fn(function*(source: string, mentions: ReadonlyArray<Mention>, covers: Span | null) {
    const { applied, ties } = yield* writeMentions(sql, source, mentions, covers)
    return { applied, turned: yield* events.of(ties) }
  })

  const remove = Effect.fn(function*(source: string, keys: ReadonlyArray<string>) {
    const dropped = yield* dropMentions(sql, source, keys)
    const turned = yield* events.of(dropped.flatMap(({ ties }) => ties), dropped.flatMap(({ eventId }) => eventId ?? []))
    return { removed: dropped.length, turned }
  })

  /** The rules of last time are kept beside the home zone of last time. */
  const settle = Effect.gen(function*() {
    const changed = yield* sql`
      INSERT INTO settings (name, value) VALUES ('attending_rules', ${rules})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value RETURNING name`
    const ties = yield* namedByNewArtists(sql)
    return yield* events.of(changed.length > 0 ? null : ties, [], yield* comeDue(sql, yield* Clock.currentTimeMillis))
  })

  const reprocess = Effect.gen(function*() {
    const turned = yield* events.of(null)
    const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count FROM attending_mentions`
    return { ...turned, count: row?.count ?? 0 }
  })

  const promote = Effect.fn(function*(id: number, added: Promotion) {
    const ties = yield* setPromotion(sql, id, added)
    if (ties === null) return null
    const turned = yield* events.of(ties)
    const [row] = yield* sql<{ id: number; doubt: string | null }>`
      SELECT event.id, event.doubt FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id WHERE mention.id = ${id}`
    return row === undefined || row.doubt !== null ? "nothing" as const : { event: row.id, turned }
  })

  const after = (ties: ReadonlyArray<string> | null) => ties === null ? Effect.succeed(null) : events.of(ties)

  const turn = locked(sql)
  return {
    put: (...of) => storage("AttendingRecords.put")(turn(put(...of))),
    remove: (...of) => storage("AttendingRecords.remove")(turn(remove(...of))),
    stored: (source, keys) =>
      storage("AttendingRecords.stored")(Effect.map(
        sql<{ key: string }>`SELECT key FROM attending_mentions WHERE source = ${source} AND key = ANY(${keys}::text[]) ORDER BY key`,
        (rows) => rows.map(({ key }) => key)
      )),
    count: (source) =>
      storage("AttendingRecords.count")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM attending_mentions WHERE source = ${source}`,
        ([row]) => row?.count ?? 0
      )),
    settle: storage("AttendingRecords.settle")(turn(settle)),
    reprocess: storage("AttendingRecords.reprocess")(turn(reprocess)),
    promote: (...of) => storage("AttendingRecords.promote")(turn(promote(...of))),
    reject: (id) => storage("AttendingRecords.reject")(turn(Effect.flatMap(setRejected(sql, id), after))),
    separate: (id) => storage("AttendingRecords.separate")(turn(Effect.flatMap(apartFrom(sql, id), after))),
    decide: (event, attended) => storage("AttendingRecords.decide")(turn(Effect.flatMap(setPresence(sql, event, attended), after)))
  }
}))
