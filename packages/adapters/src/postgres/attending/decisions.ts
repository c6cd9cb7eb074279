import type { Promotion } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface Tied {
  readonly ties: ReadonlyArray<string>
}

const tiesOf = (rows: ReadonlyArray<Tied>): ReadonlyArray<string> | null => rows.length === 0 ? null : rows.flatMap(({ ties }) => ties)

/** Makes an event of a mention; answers what it is tied to, null where there is no such mention. */
export const setPromotion = (sql: SqlClient.SqlClient, id: number, added: Promotion) =>
  Effect.map(
    sql<Tied>`
      UPDATE attending_mentions SET promotion = ${JSON.stringify(added)}::jsonb, rejected = false,
        ties = ties || ${added.date === null ? [] : [added.date]}::text[]
      WHERE id = ${id} RETURNING ties`,
    tiesOf
  )

export const setRejected = (sql: SqlClient.SqlClient, id: number) =>
  Effect.map(sql<Tied>`UPDATE attending_mentions SET rejected = true, promotion = NULL WHERE id = ${id} RETURNING ties`, tiesOf)

/** The person's word lies on every mention of the event, so that it stays whatever parts. */
export const setPresence = (sql: SqlClient.SqlClient, event: number, attended: boolean | null) =>
  Effect.map(
    sql<Tied>`
      UPDATE attending_mentions SET presence = ${attended}
      WHERE event_id = ${event} AND EXISTS (SELECT FROM attending_events WHERE id = ${event} AND doubt IS NULL) RETURNING ties`,
    tiesOf
  )

/** Says that a mention and all else of its event are two events. */
export const apartFrom = Effect.fn("attending.apartFrom")(function*(sql: SqlClient.SqlClient, id: number) {
  const [mention] = yield* sql<Tied & { name: string; eventId: number | null }>`SELECT name, ties, event_id FROM attending_mentions WHERE id = ${id}`
  if (mention === undefined || mention.eventId === null) return null
  const others = yield* sql<{ name: string }>`
    SELECT name FROM attending_mentions WHERE event_id = ${mention.eventId} AND id <> ${id}
    UNION SELECT external_source || ':' || external_id FROM attending_events WHERE id = ${mention.eventId} AND game IS NOT NULL
    UNION SELECT 'setlist_fm:' || (concert ->> 'id') FROM attending_events, jsonb_array_elements(concerts) AS concert WHERE id = ${mention.eventId}`
  if (!others.some(({ name }) => name.startsWith("mention:"))) return null
  const pairs = others.map(({ name }) => [mention.name, name].toSorted() as [string, string])
  yield* sql`
    INSERT INTO attending_apart (one, other)
    SELECT * FROM unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[]) ON CONFLICT DO NOTHING`
  // What is taken out becomes another event: the one that it was in goes on under its id, though the mention be its oldest.
  yield* sql`UPDATE attending_mentions SET event_id = NULL, reason = NULL WHERE id = ${id}`
  return mention.ties
})
