import { type PerformerMention, plain } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { sortName } from "../sortName.js"

/** Writes who performs at some events. A performer is known by name, whatever marks and case. */
export const writeBills = Effect.fn("attending.writeBills")(function*(sql: SqlClient.SqlClient, events: ReadonlyArray<number>) {
  if (events.length === 0) return
  const rows = yield* sql<{ id: number; performers: ReadonlyArray<PerformerMention> }>`
    SELECT id, performers FROM attending_events WHERE id = ANY(${events}::int[]) AND doubt IS NULL`
  const bills = rows.flatMap(({ id, performers }) => performers.map((one, place) => ({ event: id, place, ...one, plain: plain(one.name) })))
    .filter((one, index, all) => one.plain !== "" && all.findIndex((other) => other.event === one.event && other.plain === one.plain) === index)
  const byName = new Map(bills.toReversed().map((one) => [one.plain, one]))
  const people = [...byName.values()].toSorted((a, b) => a.plain < b.plain ? -1 : 1)
  yield* sql`
    INSERT INTO attending_performers AS stored (plain_name, sort_name, name, type, mbid)
    SELECT * FROM unnest(
      ${people.map(({ plain }) => plain)}::text[], ${people.map(({ name }) => sortName(name))}::text[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ type }) => type)}::text[], ${people.map(({ mbid }) => mbid)}::text[]
    )
    ON CONFLICT (plain_name) DO UPDATE SET mbid = coalesce(excluded.mbid, stored.mbid), type = excluded.type
      WHERE (stored.type, stored.mbid) IS DISTINCT FROM (excluded.type, coalesce(excluded.mbid, stored.mbid))`
  yield* sql`DELETE FROM attending_billings WHERE event_id = ANY(${events}::int[])`
  yield* sql`
    INSERT INTO attending_billings (event_id, performer_id, role, place)
    SELECT given.event_id, performer.id, given.role, given.place
    FROM unnest(
      ${bills.map(({ event }) => event)}::int[], ${bills.map(({ plain }) => plain)}::text[], ${bills.map(({ role }) => role)}::text[], ${bills.map(({ place }) => place)}::int[]
    ) AS given (event_id, plain_name, role, place) JOIN attending_performers AS performer USING (plain_name)`
})
