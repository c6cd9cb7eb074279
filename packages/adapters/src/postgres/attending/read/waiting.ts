import type { AttendingStore, EventType, Fact, Mention } from "@daybook/core/attending"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"

type Store = Context.Tag.Service<AttendingStore>

interface MentionRow {
  readonly id: number
  readonly source: string
  readonly body: Mention
}

const toMention = ({ body, id, source }: MentionRow): Fact.MentionFact => ({
  id, source, key: body.key, saidAt: body.saidAt, title: body.title, date: body.date, venue: body.venue?.name ?? null, excerpt: body.evidence?.excerpt ?? null
})

interface MergeRow {
  readonly eventId: number
  readonly title: string
  readonly date: string
  readonly externalSource: NonNullable<Fact.MergeFact["external"]>["source"] | null
  readonly externalId: string | null
  readonly mentions: ReadonlyArray<MentionRow & { readonly reason: string | null }>
}

/** What waits for the person, and what can be undone. */
export const waiting = (sql: SqlClient.SqlClient): Pick<Store, "pending" | "merges" | "eventsOf"> => ({
  eventsOf: (source, keys) =>
    storage("AttendingStore.eventsOf")(Effect.map(
      sql<{ id: number }>`
        SELECT DISTINCT event.id FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id
        WHERE mention.source = ${source} AND mention.key = ANY(${keys}::text[]) AND event.doubt IS NULL ORDER BY event.id`,
      (rows) => rows.map(({ id }) => id)
    )),
  pending: (page) =>
    storage("AttendingStore.pending")(Effect.gen(function*() {
      const from = sql`FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id WHERE event.doubt IS NOT NULL`
      const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total ${from}`
      const rows = yield* sql<MentionRow & { doubt: Fact.PendingFact["doubt"]; kind: EventType | null }>`
        SELECT mention.id, mention.source, mention.body, event.doubt, event.kind ${from}
        ORDER BY mention.said_at DESC, mention.id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      return { rows: rows.map((row): Fact.PendingFact => ({
        ...toMention(row), doubt: row.doubt, kind: row.kind, problem: row.body.evidence?.problem ?? null
      })), total: count?.total ?? 0 }
    })),
  merges: (page) =>
    storage("AttendingStore.merges")(Effect.gen(function*() {
      const several = sql`event.doubt IS NULL AND (SELECT count(*) FROM attending_mentions AS mention WHERE mention.event_id = event.id) > 1`
      const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM attending_events AS event WHERE ${several}`
      const rows = yield* sql<MergeRow>`
        SELECT event.id AS event_id, event.title, event.date, event.external_source, event.external_id,
          (SELECT jsonb_agg(jsonb_build_object('id', mention.id, 'source', mention.source, 'body', mention.body, 'reason', mention.reason) ORDER BY mention.said_at, mention.id)
            FROM attending_mentions AS mention WHERE mention.event_id = event.id) AS mentions
        FROM attending_events AS event WHERE ${several} ORDER BY event.date DESC, event.id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      return { rows: rows.map(toMerge), total: count?.total ?? 0 }
    }))
})

const toMerge = ({ date, eventId, externalId, externalSource, mentions, title }: MergeRow): Fact.MergeFact => ({
  eventId, title, date,
  external: externalSource === null || externalId === null ? null : { source: externalSource, id: externalId },
  mentions: mentions.map((row) => ({ ...toMention(row), reason: row.reason }))
})
