import {
  type Draft,
  type PlacedDraft,
  categories,
  changedLinks,
  eventFields,
  eventTypes,
  keepIds,
  orderFields,
  plainVenueOf,
  searchValues
} from "@daybook/core/attending"
import { Effect, String, Struct } from "effect"
import { createHash } from "node:crypto"
import { forget } from "../EnrichmentTasks.js"
import { type RowOf, boolean, date, instant, list, nullable, number, oneOf, record, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import type { MentionRow } from "./mergeInputs.js"
import { concert, game, performerMentions, sideNames, venueMention } from "./documents.js"
import { externalColumns } from "./rows.js"

/** How the events of a component differ from before. */
export interface WrittenEvents {
  /** New and changed events. */
  readonly changed: ReadonlyArray<number>
  readonly deleted: ReadonlyArray<number>
  /** Performers of deleted events. */
  readonly unbilled: ReadonlyArray<number>
  /** Normalized venue names of these events, before and now. */
  readonly venues: ReadonlyArray<string>
}

/** Events as they are reported, and as the owner corrected them. The same if nothing is corrected. */
export interface EventDrafts {
  readonly reported: ReadonlyArray<Draft>
  readonly corrected: ReadonlyArray<Draft>
}

const nextIds = (count: number) =>
  count === 0
    ? Effect.succeed([])
    : Effect.map(
        sql({ id: number })`
          SELECT nextval(pg_get_serial_sequence('attending_events', 'id'))::int AS id
          FROM generate_series(1, ${count}::int) ORDER BY 1`,
        (rows) => rows.map(({ id }) => id)
      )

const withIds = Effect.fn("attending.withIds")(function* (
  drafts: ReadonlyArray<Draft>,
  reusedIds: ReadonlyMap<Draft, number>
) {
  const fresh = drafts.filter((draft) => !reusedIds.has(draft))
  const ids = yield* nextIds(fresh.length)
  return drafts.map((draft): PlacedDraft => ({ draft, id: reusedIds.get(draft) ?? ids[fresh.indexOf(draft)]! }))
})

const idsIn = (rows: ReadonlyArray<{ readonly eventId: number | null }>) =>
  new Set(rows.flatMap(({ eventId }) => eventId ?? []))

/** The ids of events without corrections. They depend on nothing that the owner corrected. */
const placeReported = (rows: ReadonlyArray<MentionRow>, drafts: ReadonlyArray<Draft>) => {
  const linked = rows.map((row) => ({ ...row, eventId: row.reportedEventId }))
  return withIds(drafts, keepIds(linked, drafts, idsIn(linked)))
}

/**
 * The ids of corrected events: that of an event as it is reported, where possible. The part that a correction
 * separates gets another one. The part that was shown with an id before keeps it.
 */
const placeCorrected = (
  rows: ReadonlyArray<MentionRow>,
  reported: ReadonlyArray<PlacedDraft>,
  drafts: ReadonlyArray<Draft>
) => {
  const reportedId = new Map(reported.flatMap(({ draft, id }) => draft.members.map((name) => [name, id] as const)))
  const linked = rows.map((row) => ({ ...row, eventId: reportedId.get(row.name) ?? null }))
  const reportedIds = idsIn(linked)
  const shownBefore = rows.filter(({ eventId, name }) => eventId !== null && eventId === reportedId.get(name))
  const steady = new Set(shownBefore.map(({ name }) => name))
  const reused = new Map<Draft, number>()
  const place = (some: ReadonlyArray<Draft>, links: typeof linked) => {
    const usedIds = new Set(reused.values())
    const free = [...idsIn(links)].filter((id) => !usedIds.has(id))
    for (const [draft, id] of keepIds(links, some, new Set(free))) reused.set(draft, id)
  }
  const unplaced = () => drafts.filter((draft) => !reused.has(draft))
  const isSteady = ({ members }: Draft) => members.some((name) => steady.has(name))
  place(unplaced().filter(isSteady), linked)
  place(unplaced(), linked)
  place(
    unplaced(),
    rows.filter(({ eventId }) => eventId !== null && !reportedIds.has(eventId))
  )
  return withIds(drafts, reused)
}

/** An event to store. `hiddenOrders` are reported ones that a correction took from it: they keep their ids. */
interface StoredDraft extends PlacedDraft {
  readonly hiddenOrders: Draft["orders"]
}

const withHiddenOrders = (
  placed: ReadonlyArray<PlacedDraft>,
  reported: ReadonlyArray<PlacedDraft>
): ReadonlyArray<StoredDraft> => {
  const reportedOrders = new Map(reported.map(({ draft, id }) => [id, draft.orders]))
  return placed.map(({ draft, id }) => {
    const shownKeys = new Set(draft.orders.map(({ key }) => key))
    const hiddenOrders = (reportedOrders.get(id) ?? []).filter(({ key }) => !shownKeys.has(key))
    return { id, draft, hiddenOrders }
  })
}

/** Events that are part of others now, or not shown at all. They stay with their ids and tickets. */
const absorbedIn = (
  reported: ReadonlyArray<PlacedDraft>,
  visible: ReadonlyArray<PlacedDraft>
): ReadonlyArray<PlacedDraft> => {
  const ids = new Set(visible.map(({ id }) => id))
  return reported
    .filter(({ id }) => !ids.has(id))
    .map(({ draft, id }) => ({ id, draft: { ...draft, doubt: "hidden" as const, kind: draft.kind ?? "other" } }))
}

const digestOf = ({ draft, hiddenOrders }: StoredDraft): string =>
  createHash("sha256")
    .update(JSON.stringify(hiddenOrders.length === 0 ? draft : { ...draft, hiddenOrders }))
    .digest("base64")

/** Deletes events. Returns the performers on their bills. */
const deleteEvents = Effect.fn("attending.deleteEvents")(function* (ids: ReadonlyArray<number>) {
  const billed = yield* sql({ id: number })`
    DELETE FROM attending_billings WHERE event_id = ANY(${ids}::int[]) RETURNING performer_id AS id`
  yield* sql`DELETE FROM attending_events WHERE id = ANY(${ids}::int[])`
  yield* forget("attending", "event", ids)
  return [...new Set(billed.map(({ id }) => id))]
})

/** Stores the events that a component's mentions merge into. */
export const writeEvents = Effect.fn("attending.writeEvents")(function* (
  rows: ReadonlyArray<MentionRow>,
  drafts: EventDrafts,
  left: ReadonlyArray<number>
) {
  const idsOf = ({ eventId, reportedEventId }: MentionRow) => [eventId, reportedEventId].filter((id) => id !== null)
  const former = [...new Set([...rows.flatMap(idsOf), ...left])]
  const before =
    former.length === 0
      ? []
      : yield* sql({ id: number, digest: text, plainVenue: nullable(text) })`
    SELECT id, digest, plain_venue FROM attending_events WHERE id = ANY(${former}::int[])`
  const existing = new Map(before.map((row) => [row.id, row]))
  const reported = yield* placeReported(rows, drafts.reported)
  const visible =
    drafts.corrected === drafts.reported ? reported : yield* placeCorrected(rows, reported, drafts.corrected)
  const placed = withHiddenOrders([...visible, ...absorbedIn(reported, visible)], reported)
  const changed = placed.filter((one) => existing.get(one.id)?.digest !== digestOf(one))
  const alive = new Set(placed.map(({ id }) => id))
  const deletedIds = before.map(({ id }) => id).filter((id) => !alive.has(id))
  const unbilled = deletedIds.length === 0 ? [] : yield* deleteEvents(deletedIds)
  yield* Effect.forEach(chunks(changed), (some) => upsert(some), { discard: true })
  yield* Effect.forEach(chunks(changed), (some) => writeTickets(some), { discard: true })
  yield* link(rows, reported, visible)
  const venues = [
    ...before.flatMap(({ plainVenue }) => plainVenue ?? []),
    ...changed.flatMap(({ draft }) => plainVenueOf(draft) ?? [])
  ]
  return {
    changed: changed.map(({ id }) => id),
    deleted: deletedIds,
    unbilled,
    venues: changed.length + deletedIds.length === 0 ? [] : [...new Set(venues)]
  } satisfies WrittenEvents
})

const chunks = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / 500) }, (_, index) => all.slice(index * 500, index * 500 + 500))

/** The columns for queries; the complete event is stored as well. */
const events = table("attending_events", {
  digest: text,
  doubt: nullable(text),
  ...columnsOf(eventFields),
  kind: nullable(oneOf(eventTypes)),
  category: nullable(oneOf(categories)),
  date: nullable(date),
  at: nullable(instant),
  over: nullable(instant),
  going: boolean,
  ...externalColumns,
  venue: nullable(venueMention),
  plainVenue: nullable(text),
  teams: nullable(sideNames),
  performers: performerMentions,
  game: nullable(game),
  concerts: list(concert),
  sides: nullable(text),
  homeId: nullable(number),
  awayId: nullable(number),
  origins: record(text)
})
const numbered = table(events.name, { id: number, ...events.columns })

const rowOf = (event: StoredDraft): RowOf<typeof numbered.columns> => ({
  ...event.draft,
  ...searchValues(event.draft),
  id: event.id,
  digest: digestOf(event),
  externalSource: event.draft.external?.source ?? null,
  externalId: event.draft.external?.id ?? null
})

const names = sql.literal(Object.keys(events.columns).map(String.camelToSnake).join(", "))

const upsert = (placed: ReadonlyArray<StoredDraft>) =>
  sql`
    INSERT INTO attending_events (id, ${names}) OVERRIDING SYSTEM VALUE
    SELECT id, ${names} FROM ${numbered.valuesOf(placed.map(rowOf))}
    ON CONFLICT (id) DO UPDATE SET (${names}) = ROW(${events.select("excluded")})`

const tickets = table("attending_tickets", {
  eventId: number,
  key: text,
  ...columnsOf(Struct.omit(orderFields, "row")),
  rowName: nullable(text),
  hidden: boolean
})

const writeTickets = Effect.fn(function* (placed: ReadonlyArray<StoredDraft>) {
  const orders = placed.flatMap(({ draft, hiddenOrders, id }) => [
    ...draft.orders.map((order) => ({ ...order, eventId: id, rowName: order.row, hidden: false })),
    ...hiddenOrders.map((order) => ({ ...order, eventId: id, rowName: order.row, hidden: true }))
  ])
  const keys = orders.map(({ eventId, key }) => `${eventId} ${key}`)
  yield* sql`
    DELETE FROM attending_tickets
    WHERE event_id = ANY(${placed.map(({ id }) => id)}::int[]) AND event_id || ' ' || key <> ALL(${keys}::text[])`
  yield* tickets.upsert(orders, { key: ["eventId", "key"], returning: {} })
})

const links = table("attending_mentions", {
  id: number,
  eventId: nullable(number),
  reportedEventId: nullable(number),
  reason: nullable(text)
})

/** Stores with each mention which event it belongs to, with and without corrections, and why. */
const link = Effect.fn(function* (
  rows: ReadonlyArray<MentionRow>,
  reported: ReadonlyArray<PlacedDraft>,
  visible: ReadonlyArray<PlacedDraft>
) {
  const changed = changedLinks(rows, reported, visible)
  if (changed.length === 0) return
  yield* sql`
    UPDATE attending_mentions AS mention
    SET event_id = incoming.event_id, reported_event_id = incoming.reported_event_id, reason = incoming.reason
    FROM ${links.valuesOf(changed)} WHERE mention.id = incoming.id`
})
