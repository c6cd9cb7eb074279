import type { Domain } from "@daybook/core"
import { type EnrichmentTask, EnrichmentTasks, type Subject } from "@daybook/core/sync"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { countOf } from "./kit/query.js"
import { sql } from "./kit/sql.js"
import { storeLayer } from "./kit/store.js"

/** How long a leased record stays leased. */
const leaseTime = sql`interval '5 minutes'`

const isOf = ({ domain, kind, task }: EnrichmentTask) =>
  sql`known.domain = ${domain} AND known.task = ${task} AND known.kind = ${kind}`

/** Subjects as rows with one column, in the order in which all writers lock them. */
const rowsOf = (subjects: ReadonlyArray<Subject>) =>
  sql`SELECT DISTINCT unnest(${subjects.map(String)}::text[]) AS subject ORDER BY subject`

/**
 * Joins a query of records with the state of their task, as `known`. Its columns are null for a record without state.
 * `id` is an SQL expression.
 */
export const joinTask = (task: EnrichmentTask, id: string): Statement.Fragment =>
  sql`LEFT JOIN enrichment_tasks AS known ON ${isOf(task)} AND known.subject = (${sql.literal(id)})::text`

/**
 * Joins a query of many records with those of their tasks that are not due. Comparing numbers takes a twentieth of the
 * time of texts. `id` is an SQL expression of an integer.
 */
export const joinWaiting = (task: EnrichmentTask, id: string): Statement.Fragment =>
  sql`JOIN enrichment_tasks AS known ON ${isOf(task)} AND known.due_at > now() AND known.subject::int = ${sql.literal(id)}`

/** Whether a record is due after `joinTask`, now or at an SQL expression: never tried, or its wait is over. */
export const isDue = (at: Statement.Fragment = sql`now()`): Statement.Fragment =>
  sql`(known.subject IS NULL OR known.due_at <= ${at})`

/** Failed attempts of a record after `joinTask`. */
export const attempts = sql`coalesce(known.attempts, 0)`

/** Whether `known`, a row of `enrichment_tasks`, is queued for a task and due. */
export const isQueued = (task: EnrichmentTask): Statement.Fragment => sql`${isOf(task)} AND known.due_at <= now()`

/** Whether a record has been tried, with or without success. `id` is an SQL expression. */
export const wasTried = (task: EnrichmentTask, id: string): Statement.Fragment => sql`
  EXISTS (SELECT FROM enrichment_tasks AS known
    WHERE ${isOf(task)} AND known.subject = (${sql.literal(id)})::text AND known.tried)`

/** Leases the due records of a query of ids, and answers those that no other process leased first. */
export const lease = (task: EnrichmentTask, ids: Statement.Fragment): Statement.Fragment => sql`
  INSERT INTO enrichment_tasks AS known (domain, task, kind, subject, due_at)
  SELECT ${task.domain}, ${task.task}, ${task.kind}, id::text, now() + ${leaseTime} FROM (${ids}) AS leased ORDER BY 4
  ON CONFLICT (domain, task, kind, subject) DO UPDATE SET due_at = excluded.due_at WHERE known.due_at <= now()
  RETURNING subject`

/** Releases leased records without an outcome. */
export const release = (task: EnrichmentTask, subjects: ReadonlyArray<Subject>) =>
  Effect.asVoid(sql`
    UPDATE enrichment_tasks AS known SET due_at = now()
    WHERE ${isOf(task)} AND subject = ANY(${subjects.map(String)}::text[]) AND due_at <= now() + ${leaseTime}`)

export const queue = ({ domain, kind, task }: EnrichmentTask, subjects: ReadonlyArray<Subject>) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        INSERT INTO enrichment_tasks (domain, task, kind, subject)
        SELECT ${domain}, ${task}, ${kind}, subject FROM (${rowsOf(subjects)}) AS queued
        ON CONFLICT (domain, task, kind, subject) DO UPDATE SET due_at = now(), attempts = 0`)

/** Makes known records due now, and resets their failed attempts. */
export const retry = (task: EnrichmentTask, subjects: ReadonlyArray<Subject>) =>
  Effect.asVoid(sql`
    UPDATE enrichment_tasks AS known SET due_at = now(), attempts = 0
    WHERE ${isOf(task)} AND subject = ANY(${subjects.map(String)}::text[])`)

export const recordOutcome = (
  { domain, kind, task }: EnrichmentTask,
  subjects: ReadonlyArray<Subject>,
  until: number,
  succeeded: boolean
) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        INSERT INTO enrichment_tasks AS known (domain, task, kind, subject, due_at, attempts, tried)
        SELECT ${domain}, ${task}, ${kind}, subject, to_timestamp(${until}::float8 / 1000), ${succeeded ? 0 : 1}::int, true
        FROM (${rowsOf(subjects)}) AS attempted
        ON CONFLICT (domain, task, kind, subject) DO UPDATE SET due_at = excluded.due_at, tried = true,
          attempts = CASE WHEN ${succeeded} THEN 0 ELSE known.attempts + 1 END`)

/** Delays records without an outcome. */
export const postpone = ({ domain, kind, task }: EnrichmentTask, subjects: ReadonlyArray<Subject>, until: number) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(sql`
        INSERT INTO enrichment_tasks AS known (domain, task, kind, subject, due_at)
        SELECT ${domain}, ${task}, ${kind}, subject, to_timestamp(${until}::float8 / 1000)
        FROM (${rowsOf(subjects)}) AS postponed
        ON CONFLICT (domain, task, kind, subject) DO UPDATE SET due_at = excluded.due_at`)

export const complete = (task: EnrichmentTask, subjects: ReadonlyArray<Subject>) =>
  subjects.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql`DELETE FROM enrichment_tasks AS known WHERE ${isOf(task)} AND subject = ANY(${subjects.map(String)}::text[])`
      )

/** Deletes every task of deleted records, given by their ids or by a query of them. */
export const forget = (domain: Domain, kind: string, ids: ReadonlyArray<Subject> | Statement.Fragment) => {
  const subjects = "length" in ids ? sql`SELECT unnest(${ids.map(String)}::text[]) AS id` : ids
  return Effect.asVoid(sql`
    DELETE FROM enrichment_tasks
    WHERE domain = ${domain} AND kind = ${kind} AND subject IN (SELECT id::text FROM (${subjects}) AS deleted)`)
}

export const layer = storeLayer(EnrichmentTasks, {
  queue,
  queuedCount: (task) => countOf(sql`SELECT count(*) FROM enrichment_tasks AS known WHERE ${isQueued(task)}`),
  recordOutcome,
  postpone,
  complete
})
