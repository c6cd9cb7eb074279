import {
  type Draft,
  type PlacedDraft,
  categories,
  changedLinks,
  eventFields,
  eventTypes,
  keepIds,
  orderFields,
  plain,
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
  /** Normalized venue names of these events, before and now. */
  readonly venues: ReadonlyArray<string>
}

const digestOf = (draft: Draft): string => createHash("sha256").update(JSON.stringify(draft)).digest("base64")

/** Stores the events that a component's mentions merge into. */
export const writeEvents = Effect.fn("attending.writeEvents")(function* (
  rows: ReadonlyArray<MentionRow>,
  drafts: ReadonlyArray<Draft>,
  left: ReadonlyArray<number>
) {
  const former = [...new Set([...rows.flatMap(({ eventId }) => eventId ?? []), ...left])]
  const before =
    former.length === 0
      ? []
      : yield* sql({ id: number, digest: text, plainVenue: nullable(text) })`
    SELECT id, digest, plain_venue FROM attending_events WHERE id = ANY(${former}::int[])`
  const existing = new Map(before.map((row) => [row.id, row]))
  const reusedIds = keepIds(rows, drafts, new Set(existing.keys()))
  const fresh = drafts.filter((draft) => !reusedIds.has(draft))
  const ids =
    fresh.length === 0
      ? []
      : yield* sql({ id: number })`
        SELECT nextval(pg_get_serial_sequence('attending_events', 'id'))::int AS id
        FROM generate_series(1, ${fresh.length}::int) ORDER BY 1`
  const placed = drafts.map((draft): PlacedDraft => ({
    draft,
    id: reusedIds.get(draft) ?? ids[fresh.indexOf(draft)]!.id
  }))
  const changed = placed.filter(({ draft, id }) => existing.get(id)?.digest !== digestOf(draft))
  const alive = new Set(placed.map(({ id }) => id))
  const deletedIds = before.map(({ id }) => id).filter((id) => !alive.has(id))
  if (deletedIds.length > 0) yield* sql`DELETE FROM attending_events WHERE id = ANY(${deletedIds}::int[])`
  if (deletedIds.length > 0) yield* forget("attending", "event", deletedIds)
  yield* Effect.forEach(chunks(changed), (some) => upsert(some), { discard: true })
  yield* Effect.forEach(chunks(changed), (some) => writeTickets(some), { discard: true })
  yield* link(rows, placed)
  const venues = [
    ...before.flatMap(({ plainVenue }) => plainVenue ?? []),
    ...changed.flatMap(({ draft }) => (draft.venue === null ? [] : [plain(draft.venue.name)]))
  ]
  return {
    changed: changed.map(({ id }) => id),
    deleted: deletedIds,
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

const rowOf = ({ draft, id }: PlacedDraft): RowOf<typeof numbered.columns> => ({
  ...draft,
  ...searchValues(draft),
  id,
  digest: digestOf(draft),
  externalSource: draft.external?.source ?? null,
  externalId: draft.external?.id ?? null
})

const names = sql.literal(Object.keys(events.columns).map(String.camelToSnake).join(", "))

const upsert = (placed: ReadonlyArray<PlacedDraft>) =>
  sql`
    INSERT INTO attending_events (id, ${names}) OVERRIDING SYSTEM VALUE
    SELECT id, ${names} FROM ${numbered.valuesOf(placed.map(rowOf))}
    ON CONFLICT (id) DO UPDATE SET (${names}) = ROW(${events.select("excluded")})`

const tickets = table("attending_tickets", {
  eventId: number,
  key: text,
  ...columnsOf(Struct.omit(orderFields, "row")),
  rowName: nullable(text)
})

const writeTickets = Effect.fn(function* (placed: ReadonlyArray<PlacedDraft>) {
  const orders = placed.flatMap(({ draft, id }) =>
    draft.orders.map((order) => ({ ...order, eventId: id, rowName: order.row }))
  )
  const keys = orders.map(({ eventId, key }) => `${eventId} ${key}`)
  yield* sql`
    DELETE FROM attending_tickets
    WHERE event_id = ANY(${placed.map(({ id }) => id)}::int[]) AND event_id || ' ' || key <> ALL(${keys}::text[])`
  yield* tickets.upsert(orders, { key: ["eventId", "key"], returning: {} })
})

const links = table("attending_mentions", { id: number, eventId: nullable(number), reason: nullable(text) })

/** Stores with each mention which event it belongs to, and why. */
const link = Effect.fn(function* (rows: ReadonlyArray<MentionRow>, placed: ReadonlyArray<PlacedDraft>) {
  const changed = changedLinks(rows, placed)
  if (changed.length === 0) return
  yield* sql`
    UPDATE attending_mentions AS mention SET event_id = incoming.event_id, reason = incoming.reason
    FROM ${links.valuesOf(changed)} WHERE mention.id = incoming.id`
})
