import {
  type Draft,
  type Game,
  type VenueMention,
  categoryOf,
  leagueOf,
  plain,
  seasonOf
} from "@daybook/core/attending"
import { Effect, String } from "effect"
import { createHash } from "node:crypto"
import { forget } from "../EnrichmentTasks.js"
import { type RowOf, bigint, boolean, date, instant, json, nullable, number, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import type { MentionRow } from "./mergeInputs.js"
import { externalColumns, side, sideNames } from "./rows.js"

/** A draft and the id of its event. */
export interface Placed {
  readonly draft: Draft
  readonly id: number
}

/** How the events of a component differ from before. */
export interface WrittenEvents {
  /** New and changed events. */
  readonly changed: ReadonlyArray<number>
  readonly deleted: ReadonlyArray<number>
  /** Normalized venue names of these events, before and now. */
  readonly venues: ReadonlyArray<string>
}

const digestOf = (draft: Draft): string => createHash("sha256").update(JSON.stringify(draft)).digest("base64")

/**
 * Stores the events that a component's mentions merge into. An event keeps its id while it has any of its mentions. If
 * several ids qualify, the oldest wins.
 */
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
  const reusedIds = keepIds(rows, drafts, existing)
  const fresh = drafts.filter((draft) => !reusedIds.has(draft))
  const ids =
    fresh.length === 0
      ? []
      : yield* sql({ id: number })`
    SELECT nextval(pg_get_serial_sequence('attending_events', 'id'))::int AS id FROM generate_series(1, ${fresh.length}::int) ORDER BY 1`
  const placed = drafts.map((draft): Placed => ({ draft, id: reusedIds.get(draft) ?? ids[fresh.indexOf(draft)]!.id }))
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

const keepIds = (
  rows: ReadonlyArray<MentionRow>,
  drafts: ReadonlyArray<Draft>,
  existing: ReadonlyMap<number, unknown>
): ReadonlyMap<Draft, number> => {
  const eventOf = new Map(rows.map(({ eventId, name }) => [name, eventId]))
  const ageOf = new Map(rows.map(({ id, name }) => [name, id]))
  const age = ({ members }: Draft) => Math.min(...members.map((name) => ageOf.get(name) ?? Infinity))
  const usedIds = new Set<number>()
  const reusedIds = new Map<Draft, number>()
  for (const draft of drafts.toSorted((a, b) => age(a) - age(b))) {
    const free = draft.members
      .flatMap((name) => eventOf.get(name) ?? [])
      .filter((id) => existing.has(id) && !usedIds.has(id))
    if (free.length === 0) continue
    const id = Math.min(...free)
    usedIds.add(id)
    reusedIds.set(draft, id)
  }
  return reusedIds
}

/** The columns for queries; the complete event is stored as well. */
const events = table("attending_events", {
  digest: text,
  doubt: nullable(text),
  kind: nullable(text),
  category: nullable(text),
  title: text,
  subtitle: nullable(text),
  date: nullable(date),
  lastDate: nullable(date),
  at: nullable(instant),
  startsAt: nullable(text),
  over: nullable(instant),
  status: text,
  going: boolean,
  ...externalColumns,
  notes: nullable(text),
  venue: nullable(json<VenueMention>()),
  plainVenue: nullable(text),
  teams: sideNames,
  performers: json<Draft["performers"]>(),
  game: nullable(json<Game>()),
  concerts: json<Draft["concerts"]>(),
  mySide: side,
  season: nullable(number),
  sides: nullable(text),
  homeId: nullable(number),
  awayId: nullable(number),
  origins: json<Draft["origins"]>()
})
const numbered = table(events.name, { id: number, ...events.columns })

const rowOf = ({ draft, id }: Placed): RowOf<typeof numbered.columns> => ({
  ...draft,
  id,
  digest: digestOf(draft),
  category: draft.kind === null ? null : categoryOf(draft.kind),
  externalSource: draft.external?.source ?? null,
  externalId: draft.external?.id ?? null,
  plainVenue: draft.venue === null ? null : plain(draft.venue.name),
  season: seasonIn(draft),
  sides: sidesOf(draft),
  homeId: draft.game?.home.team.id ?? null,
  awayId: draft.game?.away.team.id ?? null
})

/** The season as its league defines it; for a game of an unknown league, by its day. */
const seasonIn = ({ date, game, kind }: Draft): number | null => {
  const league = kind === null ? null : leagueOf(kind)
  return game?.season ?? (league === null || date === null ? null : seasonOf(league, date))
}

/** The names of both teams, one per line, for the search. */
const sidesOf = ({ game, teams }: Draft): string | null => {
  if (game !== null) return [game.home.team.name, game.away.team.name].map(plain).join("\n")
  return teams === null ? null : [teams.home, teams.away].map(plain).join("\n")
}

const names = sql.literal(Object.keys(events.columns).map(String.camelToSnake).join(", "))

const upsert = (placed: ReadonlyArray<Placed>) =>
  sql`
    INSERT INTO attending_events (id, ${names}) OVERRIDING SYSTEM VALUE
    SELECT id, ${names} FROM ${numbered.valuesOf(placed.map(rowOf))}
    ON CONFLICT (id) DO UPDATE SET (${names}) = ROW(${events.select("excluded")})`

const tickets = table("attending_tickets", {
  eventId: number,
  key: text,
  vendor: text,
  orderId: nullable(text),
  section: nullable(text),
  rowName: nullable(text),
  seats: texts,
  quantity: nullable(number),
  totalCents: nullable(bigint),
  currency: nullable(text),
  purchasedAt: nullable(instant)
})

const writeTickets = Effect.fn(function* (placed: ReadonlyArray<Placed>) {
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
const link = Effect.fn(function* (rows: ReadonlyArray<MentionRow>, placed: ReadonlyArray<Placed>) {
  const next = new Map(
    placed.flatMap(({ draft, id }) =>
      draft.members.map((name) => [name, { eventId: id, reason: draft.reasons[name] ?? null }] as const)
    )
  )
  const changed = rows.flatMap(({ eventId, id, name, reason }) => {
    const link = next.get(name) ?? { eventId: null, reason: null }
    return link.eventId === eventId && link.reason === reason ? [] : [{ id, ...link }]
  })
  if (changed.length === 0) return
  yield* sql`
    UPDATE attending_mentions AS mention SET event_id = incoming.event_id, reason = incoming.reason
    FROM ${links.valuesOf(changed)} WHERE mention.id = incoming.id`
})
