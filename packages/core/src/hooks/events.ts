import { Schema } from "effect"
import { Domain } from "../domains.js"
import { wholeStart } from "../shared/names.js"
import { Timestamp, field, iso, sourceField, titleField, withExample } from "../shared/fields.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Run } from "../sync/SyncStore.js"
import type { HookEventType, PendingChanges } from "./model.js"

const domainField = field(Domain, "Domain of the record")
const counts = field(
  Schema.Record({ key: Schema.String, value: Schema.Number }),
  "Number of changed records by domain",
  { listening: 12 }
)

/** `data` of `feed.item.created`. */
const FeedItemCreated = Schema.Struct({
  id: field(Schema.String, "Id of the feed item: domain, type and number", "running/feed_item/30211"),
  domain: domainField,
  event_type: field(Schema.String, "Type of the event", "activity_completed"),
  title: titleField,
  occurred_at: withExample(Timestamp, "2026-03-14T20:15:00.000Z"),
  href: field(Schema.NullOr(Schema.String), "Path of the record; null if it has none", "/v1/running/activities/812")
})

/** `data` of `changes.available`. */
const ChangesAvailable = Schema.Struct({
  cursor: field(
    Schema.NullOr(Schema.String),
    "Position of the newest change in the log of changes",
    "Y2g6MTphOWYzOjE4NDIyMQ"
  ),
  counts
})

const runFields = {
  run: field(Schema.Number, "Id of the run", 5120),
  source: sourceField,
  domain: domainField,
  added: field(Schema.Number, "Number of records added", 37),
  changed: field(Schema.Number, "Number of records changed", 2),
  removed: field(Schema.Number, "Number of records removed", 0)
}

/** `data` of `sync.run.completed`. */
const SyncRunCompleted = Schema.Struct(runFields)

const errorFields = {
  state: field(Schema.String, "Kind of failure", "unauthorized"),
  error: field(Schema.String, "What happened and what to do next", "the login has ended; run `daybook connect strava`")
}

/** `data` of `sync.run.failed`. */
const SyncRunFailed = Schema.Struct({ ...runFields, ...errorFields })

/** `data` of `source.paused`. */
const SourcePaused = Schema.Struct({ source: sourceField, domain: domainField, ...errorFields })

/** `data` of `source.drifted`. */
const SourceDrifted = Schema.Struct({
  source: sourceField,
  domain: domainField,
  unit: field(Schema.String, "What is counted", "plays"),
  provider: field(Schema.Number, "Number at the provider", 84_211),
  stored: field(Schema.Number, "Number in Daybook", 84_190),
  unexplained: field(Schema.Number, "Difference without a known reason", 3)
})

/** `data` of `now_playing.changed`. */
export const NowPlayingChanged = Schema.Struct({
  is_playing: field(Schema.Boolean, "Whether a track is playing now", true),
  track: field(
    Schema.NullOr(
      Schema.Struct({
        name: field(Schema.String, "Name of the track", "Leaving Dusk"),
        artist: field(
          Schema.Struct({
            id: field(Schema.NullOr(Schema.Number), "Id of the artist; null until it has been synced", 42),
            name: field(Schema.String, "Name of the artist", "Velmora Tide")
          }),
          "Artist"
        )
      })
    ),
    "Track that is playing, or was played last"
  )
})
export type NowPlayingChanged = typeof NowPlayingChanged.Type

/** `data` of `hook.disabled`. */
const HookDisabled = Schema.Struct({
  hook: field(Schema.Number, "Id of the disabled hook", 4),
  kind: field(Schema.String, "Kind of the hook", "webhook"),
  reason: field(Schema.String, "Why it was disabled", "the receiver answered 410: it wants no further messages")
})

/** `data` of `hook.test`. */
const HookTest = Schema.Struct({ hook: field(Schema.Number, "Id of the hook", 4) })

const payloads = {
  "feed.item.created": ["FeedItemCreatedEvent", "A new feed item that is at most 48 hours old", FeedItemCreated],
  "changes.available": [
    "ChangesAvailableEvent",
    "Records changed; at most one message in five seconds",
    ChangesAvailable
  ],
  "sync.run.completed": ["SyncRunCompletedEvent", "A sync or import ended well", SyncRunCompleted],
  "sync.run.failed": ["SyncRunFailedEvent", "A sync or import failed", SyncRunFailed],
  "source.paused": ["SourcePausedEvent", "The schedule skips a source until the owner acts", SourcePaused],
  "source.drifted": [
    "SourceDriftedEvent",
    "Two checks found that a provider has another number of records than Daybook, without a known reason",
    SourceDrifted
  ],
  "now_playing.changed": ["NowPlayingChangedEvent", "Another track is playing, or none", NowPlayingChanged],
  "hook.disabled": ["HookDisabledEvent", "Another hook was disabled after failures", HookDisabled],
  "hook.test": ["HookTestEvent", "A test that the operator asked for", HookTest]
} as const satisfies Readonly<Record<HookEventType, readonly [string, string, Schema.Schema.Any]>>

type Payloads = typeof payloads
export type DataOf<Type extends HookEventType> = Schema.Schema.Type<Payloads[Type][2]>

/** An event as a message states it. */
export interface HookEvent<Type extends HookEventType = HookEventType> {
  readonly type: Type
  /** Null for an event of no domain, which every hook may be sent. */
  readonly domain: string | null
  /** Epoch milliseconds. */
  readonly at: number
  readonly data: DataOf<Type>
}

/** The body of each event for the API document: name, description and schema. */
export const eventSchemas = (Object.keys(payloads) as ReadonlyArray<HookEventType>).map((type) => {
  const [name, description, data] = payloads[type]
  return {
    type,
    name,
    description,
    schema: Schema.Struct({
      type: field(Schema.Literal(type), "Type of the event"),
      timestamp: field(Timestamp, "Time of the event", "2026-03-14T20:15:00.000Z"),
      data: field(data as Schema.Schema<unknown>, "What happened")
    }).annotations({ identifier: name, description })
  }
})

/** Titles are the only texts of unlimited length. */
const maxTextLength = 500

const shortened = (_: string, value: unknown): unknown =>
  typeof value === "string" && value.length > maxTextLength ? `${wholeStart(value, maxTextLength - 1)}…` : value

/** The body of a message: JSON of a few hundred bytes. */
export const bodyOf = ({ at, data, type }: { readonly type: string; readonly at: number; readonly data: unknown }) =>
  JSON.stringify({ type, timestamp: iso(at), data }, shortened)

export const event = <Type extends HookEventType>(
  type: Type,
  domain: string | null,
  at: number,
  data: DataOf<Type>
): HookEvent<Type> => ({ type, domain, at, data })

/** Whether a hook receives an event. */
export const wants = (
  hook: { readonly events: ReadonlyArray<HookEventType>; readonly domains: ReadonlyArray<string> },
  { domain, type }: Pick<HookEvent, "type" | "domain">
): boolean => hook.events.includes(type) && inDomains(hook.domains, domain)

/** An empty list stands for all domains. */
export const inDomains = (domains: ReadonlyArray<string>, domain: string | null): boolean =>
  domain === null || domains.length === 0 || domains.includes(domain)

/** The changes of the domains that a hook follows. Null if there are none. */
export const changesFor = (
  { domains }: { readonly domains: ReadonlyArray<string> },
  { counts, cursor }: PendingChanges
): PendingChanges | null => {
  const own = Object.entries(counts).filter(([domain, count]) => count > 0 && inDomains(domains, domain))
  return own.length === 0 ? null : { cursor, counts: Object.fromEntries(own) }
}

/** Feed items that are older when they are stored make no event: a first sync must not send 20,000 messages. */
export const newsWithin = 48 * 3_600_000

type RunFacts = Pick<Run, "id" | "source" | "domain" | "added" | "changed" | "removed">

/** The event of a run that ended. */
export const runEvent = (
  { added, changed, domain, id, removed, source }: RunFacts,
  failure: Pick<SourceFailure, "state" | "message" | "next"> | null,
  at: number
): HookEvent => {
  const data = { run: id, source, domain, added, changed, removed }
  return failure === null
    ? event("sync.run.completed", domain, at, data)
    : event("sync.run.failed", domain, at, { ...data, state: failure.state, error: errorOf(failure) })
}

export const errorOf = ({ message, next }: Pick<SourceFailure, "message" | "next">) => `${message}; ${next}`
