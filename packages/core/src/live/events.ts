import { Schema } from "effect"
import { ChangeEntry } from "../changes/views.js"
import { Domain } from "../domains.js"
import { Timestamp, field, iso, withExample } from "../shared/fields.js"
import type { FeedItem } from "../feed/FeedStore.js"
import { feedItemType } from "../changes/model.js"
import type { Run } from "../sync/SyncStore.js"

/** What a stream can send. */
export const topics = ["changes", "feed", "now_playing", "sync"] as const
export type Topic = (typeof topics)[number]
export const defaultTopics: ReadonlyArray<Topic> = ["feed", "now_playing"]

/** One event of a stream. Only events that can be resumed have an id: a cursor of the log of changes. */
export interface LiveEvent {
  readonly event: Topic | "hello" | "reset" | "lagged" | "bye"
  readonly id: string | null
  readonly data: unknown
}

const cursor = field(Schema.String, "Cursor of the log of changes", "Y2g6MTphOWYzOjE4NDIyMQ")

/** The data of the events of a stream, by the name of the event. */
export const LiveData = {
  hello: Schema.Struct({
    cursor,
    topics: field(Schema.Array(Schema.Literal(...topics)), "Topics of this stream"),
    heartbeat_s: field(Schema.Number, "Seconds between two comments that keep the connection open", 15)
  }).annotations({ identifier: "StreamHello" }),
  changes: ChangeEntry,
  feed: Schema.Struct({
    id: field(Schema.String, "Id of the feed item over all domains", "running/feed_item/30211"),
    domain: field(Domain, "Domain of the record", "running"),
    event_type: field(Schema.String, "Type of the event", "activity"),
    title: field(Schema.String, "Title", "6.2 mi in the rain"),
    occurred_at: withExample(Timestamp, "2026-11-22T07:10:00.000Z")
  }).annotations({ identifier: "StreamFeedItem" }),
  sync: Schema.Struct({
    run: field(Schema.Number, "Id of the run", 5120),
    source: field(Schema.String, "Source or domain that is synced", "lastfm"),
    status: field(Schema.Literal("running", "completed", "failed"), "Status of the run"),
    added: field(Schema.Number, "Number of records added", 400),
    changed: field(Schema.Number, "Number of records changed", 0),
    removed: field(Schema.Number, "Number of records removed", 0)
  }).annotations({ identifier: "StreamSync" }),
  reset: Schema.Struct({ cursor }).annotations({ identifier: "StreamReset" })
} as const

export const feedData = ({ domain, eventType, id, occurredAt, title }: FeedItem): typeof LiveData.feed.Type => ({
  id: `${domain}/${feedItemType}/${id}`,
  domain,
  event_type: eventType,
  title,
  occurred_at: iso(occurredAt)
})

export const syncData = ({ added, changed, id, removed, source, status }: Run): typeof LiveData.sync.Type => ({
  run: id,
  source,
  status,
  added,
  changed,
  removed
})

/** The stream cannot resume and goes on at a cursor. */
export const resetAt = (cursor: string): LiveEvent => ({ event: "reset", id: cursor, data: { cursor } })
