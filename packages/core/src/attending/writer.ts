import { Effect, Option } from "effect"
import type { FeedEntry, FeedKey } from "../feed/FeedStore.js"
import { type Entity, Publisher, commitChange, publishCorrectedOf } from "../publishing/index.js"
import type { Transaction } from "../shared/Transaction.js"
import type { DomainWriter } from "../sync/Source.js"
import type { DataVersions } from "../sync/SyncStore.js"
import { categoryOf } from "./kinds.js"
import type { Mention } from "./model.js"
import {
  type AttendingChanges,
  AttendingRecords,
  type PublishableEvent,
  type PublishablePerformer,
  type PublishablePlayer,
  type PublishableVenue
} from "./store.js"

/** An event as it is published to search and feed. Future events are not in the feed. */
export const eventEntity = (event: PublishableEvent): Entity => ({
  type: "event",
  id: event.id,
  document: {
    title: event.title,
    subtitle: [event.date, event.venue?.name].filter((part) => part !== undefined).join(" · "),
    body:
      [...event.performers, event.subtitle, event.venue?.city].filter((part) => typeof part === "string").join("\n") ||
      null,
    details: {}
  },
  image: null,
  feed: event.attended === null ? [] : [entryOf(event, event.attended)]
})

/** The keys of both feed entries that an event can have. */
export const entriesOf = (event: number): ReadonlyArray<FeedKey> =>
  ["event_attended", "event_missed"].map((eventType) => ({ eventType, sourceId: sourceIdOf(event) }))

const sourceIdOf = (event: number) => `event:${event}`

const entryOf = (event: PublishableEvent, attended: boolean): FeedEntry => ({
  eventType: attended ? "event_attended" : "event_missed",
  sourceId: sourceIdOf(event.id),
  occurredAt: event.at ?? Date.parse(`${event.date}T12:00:00Z`),
  date: event.date,
  title: `${attended ? "Saw" : "Missed"} ${event.title}`,
  subtitle: scoreLine(event) ?? event.venue?.name ?? null,
  metadata: {
    event_type: event.kind,
    category: categoryOf(event.kind),
    attended,
    ...(event.venue === null ? {} : { venue: event.venue.name }),
    ...(event.score === null || event.score.myTeamWon === null ? {} : { my_team_won: event.score.myTeamWon }),
    ...(event.attendance === null ? {} : { attendance: event.attendance })
  }
})

const scoreLine = ({ score }: PublishableEvent): string | null =>
  score === null ? null : `${score.away} ${score.awayScore}, ${score.home} ${score.homeScore}`

export const playerEntity = (player: PublishablePlayer): Entity => ({
  type: "player",
  id: player.id,
  document: {
    title: player.fullName,
    subtitle: [player.team, player.position].filter((part) => part !== null).join(" · ") || null,
    body: null,
    details: {}
  },
  image: { urls: player.photos, hints: { name: player.fullName } },
  feed: []
})

export const performerEntity = (performer: PublishablePerformer): Entity => ({
  type: "performer",
  id: performer.id,
  document: null,
  image: { urls: [], hints: { artist: performer.name, ...(performer.mbid === null ? {} : { mbid: performer.mbid }) } },
  feed: []
})

export const venueEntity = (venue: PublishableVenue): Entity => ({
  type: "venue",
  id: venue.id,
  document: null,
  image: { urls: [], hints: { venue: venue.name, ...(venue.city === null ? {} : { city: venue.city }) } },
  feed: []
})

const domain = "attending"

/** The services that writes of mentions need. */
export type AttendingWriteServices = AttendingRecords | Publisher | Transaction | DataVersions

const entitiesOf = ({
  events,
  performers,
  players,
  venues
}: Pick<AttendingChanges, "events" | "performers" | "players" | "venues">): ReadonlyArray<Entity> => [
  ...events.map(eventEntity),
  ...players.map(playerEntity),
  ...performers.map(performerEntity),
  ...venues.map(venueEntity)
]

/** Publishes what a write changed, within its transaction. */
export const publishChanges = Effect.fn("attending.publishChanges")(function* (changes: AttendingChanges) {
  const publisher = yield* Publisher
  yield* publisher.retract(domain, changes.retracted)
  yield* publisher.conceal(domain, changes.concealed)
  yield* publisher.withdraw(domain, changes.deleted)
  yield* publisher.publish(domain, entitiesOf(changes))
})

/** Publishes what corrections changed. Entries of the feed and pictures of what they hide return with it. */
export const publishCorrected = ({ concealed, deleted, retracted, ...changes }: AttendingChanges) =>
  publishCorrectedOf(
    domain,
    (entity: Entity) => entity
  )({ upserted: entitiesOf(changes), retracted, deleted, concealed })

/**
 * Commits a change outside a sync's pages, such as an enrichment or a decision, and publishes it in one transaction.
 */
export const commitChanges = <A extends { readonly changes: AttendingChanges }, E, R>(
  change: Effect.Effect<A, E, R>,
  publish: typeof publishCorrected | typeof publishChanges = publishChanges
) =>
  commitChange(
    domain,
    change,
    ({ changes }) => !isEmpty(changes),
    ({ changes }) => publish(changes)
  )

const isEmpty = (changes: AttendingChanges): boolean =>
  Object.values(changes).every((list: ReadonlyArray<unknown>) => list.length === 0)

/** Writes mentions of events. A page's `covers` is a span of the times when events begin. */
export const attendingWriter: DomainWriter<Mention, AttendingWriteServices> = {
  domain,
  timeOf: ({ at, date }) => at ?? (date === null ? null : Date.parse(`${date}T12:00:00Z`)),
  apply: (source, page) =>
    Effect.gen(function* () {
      const records = yield* AttendingRecords
      const { applied, changes } = yield* records.put(source, page.records, Option.getOrNull(page.covers))
      yield* publishChanges(changes)
      const deleted = page.deleted.length === 0 ? [] : yield* records.existing(source, page.deleted)
      return { ...applied, missing: [...applied.missing, ...deleted] }
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const records = yield* AttendingRecords
      const { removed, changes } = yield* records.remove(source, keys)
      yield* publishChanges(changes)
      return removed
    }),
  count: (source) => Effect.flatMap(AttendingRecords, (records) => records.count(source)),
  recount: Effect.asVoid(
    commitChanges(
      Effect.flatMap(AttendingRecords, (records) => Effect.map(records.refresh, (changes) => ({ changes })))
    )
  )
}
