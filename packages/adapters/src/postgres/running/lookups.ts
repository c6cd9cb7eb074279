import type { LookUp, Wanted } from "@daybook/core/running"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Makes look-ups due now, those too that were put off. */
export const want = (sql: SqlClient.SqlClient, source: string, lookUp: LookUp, subjects: Iterable<string>) => {
  const wanted = Array.from(new Set(subjects))
  return wanted.length === 0 ? Effect.void : Effect.asVoid(sql`
    INSERT INTO running_lookups (source, look_up, subject) SELECT ${source}, ${lookUp}, subject FROM unnest(${wanted}::text[]) AS subject
    ON CONFLICT (source, look_up, subject) DO UPDATE SET due_at = now(), attempts = 0`)
}

/** Takes look-ups back whose answer is known. */
export const known = (sql: SqlClient.SqlClient, source: string, lookUp: LookUp, subjects: ReadonlyArray<string>) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(sql`DELETE FROM running_lookups WHERE source = ${source} AND look_up = ${lookUp} AND subject = ANY(${subjects}::text[])`)

/** Runs newest first; shoes in the order of their ids. */
export const due = (sql: SqlClient.SqlClient, source: string, lookUp: LookUp, limit: number) =>
  sql<Wanted>`
    SELECT subject, attempts FROM running_lookups AS look_up
    LEFT JOIN running_activities AS run ON run.id = CASE WHEN look_up.look_up = 'detail' THEN look_up.subject::bigint END
    WHERE look_up.source = ${source} AND look_up.look_up = ${lookUp} AND due_at <= now()
    ORDER BY run.started_at DESC NULLS LAST, subject LIMIT ${limit}`

export const dueCount = (sql: SqlClient.SqlClient, source: string, lookUp: LookUp) =>
  Effect.map(
    sql<{ count: number }>`SELECT count(*) AS count FROM running_lookups WHERE source = ${source} AND look_up = ${lookUp} AND due_at <= now()`,
    ([row]) => row?.count ?? 0
  )

export const settle = (sql: SqlClient.SqlClient, source: string, lookUp: LookUp, subject: string, until: number | null) =>
  until === null
    ? sql`DELETE FROM running_lookups WHERE source = ${source} AND look_up = ${lookUp} AND subject = ${subject}`
    : sql`
      INSERT INTO running_lookups (source, look_up, subject, due_at, attempts)
      VALUES (${source}, ${lookUp}, ${subject}, to_timestamp(${until}::float8 / 1000), 1)
      ON CONFLICT (source, look_up, subject) DO UPDATE SET due_at = excluded.due_at, attempts = running_lookups.attempts + 1`
