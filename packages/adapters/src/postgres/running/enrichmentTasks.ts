import type { EnrichmentTask, EnrichmentTarget } from "@daybook/core/running"
import { Effect } from "effect"
import { sql } from "../kit/sql.js"
import { text, number, type ColumnsOf } from "../kit/columns.js"

const enrichmentTargetColumns: ColumnsOf<EnrichmentTarget> = { subject: text, attempts: number }

/** Makes enrichments due now, deferred ones included. */
export const queue = (source: string, lookUp: EnrichmentTask, subjects: Iterable<string>) => {
  const distinctSubjects = Array.from(new Set(subjects))
  return distinctSubjects.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
    INSERT INTO running_lookups (source, look_up, subject) SELECT ${source}, ${lookUp}, subject FROM unnest(${distinctSubjects}::text[]) AS subject
    ON CONFLICT (source, look_up, subject) DO UPDATE SET due_at = now(), attempts = 0`)
}

/** Removes enrichments whose results are stored. */
export const knownSubjects = (source: string, lookUp: EnrichmentTask, subjects: ReadonlyArray<string>) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql`DELETE FROM running_lookups WHERE source = ${source} AND look_up = ${lookUp} AND subject = ANY(${subjects}::text[])`
      )

/** Newest runs first; shoes by id. */
export const due = (source: string, lookUp: EnrichmentTask, limit: number) =>
  sql(enrichmentTargetColumns)`
    SELECT subject, attempts FROM running_lookups AS look_up
    LEFT JOIN running_activities AS run ON run.id = CASE WHEN look_up.look_up = 'detail' THEN look_up.subject::bigint END
    WHERE look_up.source = ${source} AND look_up.look_up = ${lookUp} AND due_at <= now()
    ORDER BY run.started_at DESC NULLS LAST, subject LIMIT ${limit}`

export const dueCount = (source: string, lookUp: EnrichmentTask) =>
  Effect.map(
    sql({
      count: number
    })`SELECT count(*) AS count FROM running_lookups WHERE source = ${source} AND look_up = ${lookUp} AND due_at <= now()`,
    ([row]) => row?.count ?? 0
  )

export const recordOutcome = (source: string, lookUp: EnrichmentTask, subject: string, until: number | null) =>
  until === null
    ? sql`DELETE FROM running_lookups WHERE source = ${source} AND look_up = ${lookUp} AND subject = ${subject}`
    : sql`
      INSERT INTO running_lookups (source, look_up, subject, due_at, attempts)
      VALUES (${source}, ${lookUp}, ${subject}, to_timestamp(${until}::float8 / 1000), 1)
      ON CONFLICT (source, look_up, subject) DO UPDATE SET due_at = excluded.due_at, attempts = running_lookups.attempts + 1`
