import { type Mention, besideStored, tiesOf } from "@daybook/core/attending"
import type { Applied, Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface Stored {
  readonly key: string
  readonly body: Mention
  readonly ties: ReadonlyArray<string>
}

/** What a write of mentions did, and the ties that it touched, of before and of now. */
export interface Written {
  readonly applied: Applied
  readonly ties: ReadonlyArray<string>
}

const beginOf = (mention: Mention): number | null => mention.at ?? (mention.date === null ? null : Date.parse(`${mention.date}T12:00:00Z`))
const seconds = (instant: number | null) => instant === null ? null : instant / 1_000

/** The database cannot hold the character NUL, which a mail may. */
const clean = (mention: Mention): Mention => JSON.parse(JSON.stringify(mention).replaceAll("\\u0000", "")) as Mention

/** Stores mentions that are new or say something else than before. */
export const writeMentions = Effect.fn("attending.writeMentions")(function*(
  sql: SqlClient.SqlClient,
  source: string,
  given: ReadonlyArray<Mention>,
  covers: Span | null
) {
  const told = [...new Map(given.map(clean).map((mention) => [mention.key, mention])).values()]
  const keys = told.map(({ key }) => key)
  const before = keys.length === 0 ? [] : yield* sql<Stored>`SELECT key, body, ties FROM attending_mentions WHERE source = ${source} AND key = ANY(${keys}::text[])`
  const known = new Map(before.map((row) => [row.key, row]))
  const mentions = told.flatMap((mention) => besideStored(mention, known.get(mention.key)?.body) ?? [])
  const changed = mentions.filter((mention) => !isSame(known.get(mention.key)?.body, mention))
  if (changed.length > 0) yield* upsert(sql, source, changed)
  const missing = covers === null ? [] : yield* missingIn(sql, source, covers, keys)
  const fresh = changed.filter(({ key }) => !known.has(key))
  return {
    applied: { added: fresh.length, changed: changed.length - fresh.length, present: before.map(({ key }) => key), missing },
    ties: changed.flatMap((mention) => [...known.get(mention.key)?.ties ?? [], ...tiesOf({ source, mention, promotion: null })])
  } satisfies Written
})

/** Whatever the order of members, which the database does not keep. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/** A promotion ties to its date, whatever is said later. */
const upsert = (sql: SqlClient.SqlClient, source: string, mentions: ReadonlyArray<Mention>) =>
  sql`
    INSERT INTO attending_mentions AS stored (source, key, said_at, begins, body, ties)
    SELECT ${source}, key, to_timestamp(said_at), to_timestamp(begins), body::jsonb, ARRAY(SELECT jsonb_array_elements_text(ties::jsonb))
    FROM unnest(
      ${mentions.map(({ key }) => key)}::text[], ${mentions.map(({ saidAt }) => saidAt / 1_000)}::float8[],
      ${mentions.map((mention) => seconds(beginOf(mention)))}::float8[], ${mentions.map((mention) => JSON.stringify(mention))}::text[],
      ${mentions.map((mention) => JSON.stringify(tiesOf({ source, mention, promotion: null })))}::text[]
    ) WITH ORDINALITY AS given (key, said_at, begins, body, ties, place)
    ORDER BY place
    ON CONFLICT (source, key) DO UPDATE SET said_at = excluded.said_at, begins = excluded.begins, body = excluded.body,
      ties = excluded.ties || CASE WHEN stored.promotion ->> 'date' IS NULL THEN ARRAY[]::text[] ELSE ARRAY[stored.promotion ->> 'date'] END`

const missingIn = (sql: SqlClient.SqlClient, source: string, { from, to }: Span, given: ReadonlyArray<string>) =>
  Effect.map(
    sql<{ key: string }>`
      SELECT key FROM attending_mentions
      WHERE source = ${source} AND begins >= to_timestamp(${from}::float8 / 1000) AND begins < to_timestamp(${to}::float8 / 1000)
        AND key <> ALL(${given}::text[]) ORDER BY key`,
    (rows) => rows.map(({ key }) => key)
  )

/** Takes mentions out; answers what they were tied to. */
export const dropMentions = (sql: SqlClient.SqlClient, source: string, keys: ReadonlyArray<string>) =>
  sql<{ ties: ReadonlyArray<string>; eventId: number | null }>`
    DELETE FROM attending_mentions WHERE source = ${source} AND key = ANY(${keys}::text[]) RETURNING ties, event_id`
