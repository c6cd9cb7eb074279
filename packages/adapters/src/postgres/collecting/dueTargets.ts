import type { EnrichedKind, EnrichmentTarget } from "@daybook/core/collecting"
import { Effect } from "effect"
import { attempts, isDue, joinTask } from "../EnrichmentTasks.js"
import { nullable, number, text } from "../kit/columns.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"

/** Releases or films as `item`, with their task. */
const itemsOf = (task: string, kind: EnrichedKind) => sql`
  FROM ${sql(`collecting_${kind}s`)} AS item ${joinTask({ domain: "collecting", task, kind }, "item.id")}`

const releaseColumns = { subject: number, attempts: number }

const dueReleases = (task: string, limit: number) =>
  Effect.map(
    sql(releaseColumns)`
      SELECT item.id AS subject, ${attempts} AS attempts ${itemsOf(task, "release")}
      LEFT JOIN (
        SELECT release_id, max(added_at) AS added_at FROM collecting_copies GROUP BY release_id
      ) AS held ON held.release_id = item.id
      WHERE ${isDue()} ORDER BY held.added_at DESC NULLS LAST, item.id LIMIT ${limit}`,
    (rows) => rows.map((row): EnrichmentTarget => ({ ...row, film: null }))
  )

const filmColumns = {
  ...releaseColumns,
  trakt: nullable(number),
  tmdb: nullable(number),
  imdb: nullable(text),
  title: text,
  year: nullable(number)
}

const dueFilms = (task: string, limit: number) =>
  Effect.map(
    sql(filmColumns)`
      SELECT item.id AS subject, ${attempts} AS attempts, trakt_id AS trakt, tmdb_id AS tmdb, imdb_id AS imdb, title, year
      ${itemsOf(task, "film")}
      LEFT JOIN (
        SELECT film_id, max(collected_at) AS collected_at FROM collecting_discs GROUP BY film_id
      ) AS held ON held.film_id = item.id
      WHERE ${isDue()} ORDER BY held.collected_at DESC NULLS LAST, item.id LIMIT ${limit}`,
    (rows) =>
      rows.map(({ attempts, subject, title, year, ...ids }): EnrichmentTarget => ({
        subject,
        attempts,
        film: { title, year, ids }
      }))
  )

/** Newest additions first. */
export const due = (task: string, kind: EnrichedKind, limit: number) =>
  kind === "release" ? dueReleases(task, limit) : dueFilms(task, limit)

export const dueCount = (task: string, kind: EnrichedKind) =>
  countOf(sql`SELECT count(*) ${itemsOf(task, kind)} WHERE ${isDue()}`)
