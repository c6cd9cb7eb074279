import { type Draft, categoryOf, leagueOf, plain, seasonOf } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { ToldRow } from "./ground.js"

/** A draft and the event that it is. */
export interface Placed {
  readonly draft: Draft
  readonly id: number
}

/** How the events of a part differ from before. */
export interface Settled {
  /** New events and those that changed. */
  readonly changed: ReadonlyArray<number>
  readonly gone: ReadonlyArray<number>
  /** Spellings of venues that events had before or have now. */
  readonly venues: ReadonlyArray<string>
}

const digestOf = (draft: Draft): string => createHash("sha256").update(JSON.stringify(draft)).digest("base64")

/**
 * Writes the events that the mentions of a part come to. An event goes on under its id while any of its mentions is in
 * it; of several, the oldest.
 */
export const writeEvents = Effect.fn("attending.writeEvents")(function*(
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<ToldRow>,
  drafts: ReadonlyArray<Draft>,
  left: ReadonlyArray<number>
) {
  const former = [...new Set([...rows.flatMap(({ eventId }) => eventId ?? []), ...left])]
  const before = former.length === 0 ? [] : yield* sql<{ id: number; digest: string; plainVenue: string | null }>`
    SELECT id, digest, plain_venue FROM attending_events WHERE id = ANY(${former}::int[])`
  const known = new Map(before.map((row) => [row.id, row]))
  const kept = keepIds(rows, drafts, known)
  const fresh = drafts.filter((draft) => !kept.has(draft))
  const ids = fresh.length === 0 ? [] : yield* sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('attending_events', 'id'))::int AS id FROM generate_series(1, ${fresh.length}::int) ORDER BY 1`
  const placed = drafts.map((draft): Placed => ({ draft, id: kept.get(draft) ?? ids[fresh.indexOf(draft)]!.id }))
  const changed = placed.filter(({ draft, id }) => known.get(id)?.digest !== digestOf(draft))
  const alive = new Set(placed.map(({ id }) => id))
  const gone = before.map(({ id }) => id).filter((id) => !alive.has(id))
  if (gone.length > 0) yield* sql`DELETE FROM attending_events WHERE id = ANY(${gone}::int[])`
  if (gone.length > 0) yield* sql`DELETE FROM attending_lookups WHERE subject = 'event' AND subject_id = ANY(${gone}::int[])`
  yield* Effect.forEach(chunks(changed), (some) => upsert(sql, some), { discard: true })
  yield* Effect.forEach(chunks(changed), (some) => writeTickets(sql, some), { discard: true })
  yield* link(sql, rows, placed)
  const venues = [...before.flatMap(({ plainVenue }) => plainVenue ?? []), ...changed.flatMap(({ draft }) => draft.venue === null ? [] : [plain(draft.venue.name)])]
  return { changed: changed.map(({ id }) => id), gone, venues: changed.length + gone.length === 0 ? [] : [...new Set(venues)] } satisfies Settled
})

const chunks = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / 500) }, (_, index) => all.slice(index * 500, index * 500 + 500))

const keepIds = (rows: ReadonlyArray<ToldRow>, drafts: ReadonlyArray<Draft>, known: ReadonlyMap<number, unknown>): ReadonlyMap<Draft, number> => {
  const eventOf = new Map(rows.map(({ eventId, name }) => [name, eventId]))
  const ageOf = new Map(rows.map(({ id, name }) => [name, id]))
  const age = ({ members }: Draft) => Math.min(...members.map((name) => ageOf.get(name) ?? Infinity))
  const taken = new Set<number>()
  const kept = new Map<Draft, number>()
  for (const draft of drafts.toSorted((a, b) => age(a) - age(b))) {
    const free = draft.members.flatMap((name) => eventOf.get(name) ?? []).filter((id) => known.has(id) && !taken.has(id))
    if (free.length === 0) continue
    const id = Math.min(...free)
    taken.add(id)
    kept.set(draft, id)
  }
  return kept
}

/** The columns that questions ask for, beside the whole. */
const recordOf = ({ draft, id }: Placed) => ({
  id, digest: digestOf(draft), doubt: draft.doubt, kind: draft.kind, category: draft.kind === null ? null : categoryOf(draft.kind),
  title: draft.title, subtitle: draft.subtitle, date: draft.date, last_date: draft.lastDate,
  at: draft.at === null ? null : new Date(draft.at).toISOString(), starts_at: draft.startsAt,
  over: draft.over === null ? null : new Date(draft.over).toISOString(),
  status: draft.status, going: draft.going, external_source: draft.external?.source ?? null, external_id: draft.external?.id ?? null,
  notes: draft.notes, venue: draft.venue, plain_venue: draft.venue === null ? null : plain(draft.venue.name), teams: draft.teams,
  performers: draft.performers, game: draft.game, concerts: draft.concerts, my_side: draft.mySide, season: seasonIn(draft),
  sides: sidesOf(draft), home_id: draft.game?.home.team.id ?? null, away_id: draft.game?.away.team.id ?? null, origins: draft.origins
})

/** As its league says; of a game that no league was found to know, by its day. */
const seasonIn = ({ date, game, kind }: Draft): number | null => {
  const league = kind === null ? null : leagueOf(kind)
  return game?.season ?? (league === null || date === null ? null : seasonOf(league, date))
}

/** Both teams by name, one a line, as they are searched. */
const sidesOf = ({ game, teams }: Draft): string | null => {
  if (game !== null) return [game.home.team.name, game.away.team.name].map(plain).join("\n")
  return teams === null ? null : [teams.home, teams.away].map(plain).join("\n")
}

const columns = [
  "digest", "doubt", "kind", "category", "title", "subtitle", "date", "last_date", "at", "starts_at", "over", "status", "going", "external_source",
  "external_id", "notes", "venue", "plain_venue", "teams", "performers", "game", "concerts", "my_side", "season", "sides", "home_id", "away_id",
  "origins"
] as const

const upsert = (sql: SqlClient.SqlClient, placed: ReadonlyArray<Placed>) =>
  sql`
    INSERT INTO attending_events (id, ${sql.literal(columns.join(", "))}) OVERRIDING SYSTEM VALUE
    SELECT id, ${sql.literal(columns.join(", "))} FROM jsonb_populate_recordset(NULL::attending_events, ${JSON.stringify(placed.map(recordOf))}::jsonb) AS given
    ON CONFLICT (id) DO UPDATE SET ${sql.literal(columns.map((column) => `${column} = excluded.${column}`).join(", "))}`

const writeTickets = Effect.fn(function*(sql: SqlClient.SqlClient, placed: ReadonlyArray<Placed>) {
  const tickets = placed.flatMap(({ draft, id }) => draft.orders.map((order) => ({
    event_id: id, key: order.key, vendor: order.vendor, order_id: order.orderId, section: order.section, row_name: order.row, seats: order.seats,
    quantity: order.quantity, total_cents: order.totalCents, currency: order.currency,
    purchased_at: order.purchasedAt === null ? null : new Date(order.purchasedAt).toISOString()
  })))
  const keys = tickets.map(({ event_id, key }) => `${event_id} ${key}`)
  yield* sql`DELETE FROM attending_tickets WHERE event_id = ANY(${placed.map(({ id }) => id)}::int[]) AND event_id || ' ' || key <> ALL(${keys}::text[])`
  const values = "vendor, order_id, section, row_name, seats, quantity, total_cents, currency, purchased_at"
  yield* sql`
    INSERT INTO attending_tickets (event_id, key, ${sql.literal(values)})
    SELECT event_id, key, ${sql.literal(values)} FROM jsonb_populate_recordset(NULL::attending_tickets, ${JSON.stringify(tickets)}::jsonb) AS given
    ON CONFLICT (event_id, key) DO UPDATE SET ${sql.literal(values.split(", ").map((column) => `${column} = excluded.${column}`).join(", "))}`
})

/** Writes beside each mention which event it belongs to, and why. */
const link = Effect.fn(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<ToldRow>, placed: ReadonlyArray<Placed>) {
  const links = new Map(placed.flatMap(({ draft, id }) => draft.members.map((name) => [name, { eventId: id, reason: draft.reasons[name] ?? null }] as const)))
  const changed = rows.flatMap(({ eventId, id, name, reason }) => {
    const next = links.get(name) ?? { eventId: null, reason: null }
    return next.eventId === eventId && next.reason === reason ? [] : [{ id, ...next }]
  })
  if (changed.length === 0) return
  yield* sql`
    UPDATE attending_mentions AS mention SET event_id = given.event_id, reason = given.reason
    FROM unnest(
      ${changed.map(({ id }) => id)}::int[], ${changed.map(({ eventId }) => eventId)}::int[], ${changed.map(({ reason }) => reason)}::text[]
    ) AS given (id, event_id, reason) WHERE mention.id = given.id`
})
