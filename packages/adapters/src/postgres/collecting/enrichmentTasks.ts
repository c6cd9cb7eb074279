import type { EnrichmentTarget, EnrichmentTask } from "@daybook/core/collecting"
import { Effect } from "effect"
import { nullable, number, text } from "../kit/columns.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"

/** Queues enrichments that have never been queued. */
export const queue = (task: EnrichmentTask, subjects: ReadonlyArray<number>) =>
  subjects.length === 0
    ? Effect.void
    : sql`
        INSERT INTO collecting_lookups (look_up, subject)
        SELECT ${task}, subject FROM unnest(${subjects}::int[]) AS subject
        ON CONFLICT DO NOTHING`

const taskColumns = { subject: number, attempts: number }

const dueReleases = (limit: number) =>
  Effect.map(
    sql(taskColumns)`
      SELECT subject, attempts FROM collecting_lookups
      LEFT JOIN (
        SELECT release_id, max(added_at) AS added_at FROM collecting_copies GROUP BY release_id
      ) AS held ON held.release_id = subject
      WHERE look_up = 'release' AND due_at <= now() ORDER BY held.added_at DESC NULLS LAST, subject LIMIT ${limit}`,
    (rows) => rows.map((row): EnrichmentTarget => ({ ...row, film: null }))
  )

const filmTaskColumns = {
  ...taskColumns,
  trakt: nullable(number),
  tmdb: nullable(number),
  imdb: nullable(text),
  title: text,
  year: nullable(number)
}

const dueFilms = (limit: number) =>
  Effect.map(
    sql(filmTaskColumns)`
      SELECT subject, attempts, trakt_id AS trakt, tmdb_id AS tmdb, imdb_id AS imdb, title, year
      FROM collecting_lookups JOIN collecting_films AS film ON film.id = subject
      LEFT JOIN (
        SELECT film_id, max(collected_at) AS collected_at FROM collecting_discs GROUP BY film_id
      ) AS held ON held.film_id = film.id
      WHERE look_up = 'film' AND due_at <= now() ORDER BY held.collected_at DESC NULLS LAST, subject LIMIT ${limit}`,
    (rows) =>
      rows.map(({ attempts, subject, title, year, ...ids }): EnrichmentTarget => ({
        subject,
        attempts,
        film: { title, year, ids }
      }))
  )

/** Newest additions first. */
export const due = (task: EnrichmentTask, limit: number) => (task === "release" ? dueReleases(limit) : dueFilms(limit))

export const dueCount = (task: EnrichmentTask) =>
  countOf(sql`SELECT count(*) FROM collecting_lookups WHERE look_up = ${task} AND due_at <= now()`)

export const recordOutcome = (task: EnrichmentTask, subject: number, until: number, isMatch: boolean) =>
  Effect.asVoid(sql`
    UPDATE collecting_lookups SET due_at = to_timestamp(${until}::float8 / 1000),
      attempts = CASE WHEN ${isMatch} THEN 0 ELSE attempts + 1 END
    WHERE look_up = ${task} AND subject = ${subject}`)
