import type { LocalDate } from "@daybook/core/shared"
import type { PlacedReport, WatchEdit } from "@daybook/core/watching"
import { Effect } from "effect"
import { number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeReports } from "./reports.js"
import { subjectColumns } from "./subjects.js"

interface Change extends Omit<WatchEdit, "watched"> {
  readonly watched?: { readonly at: number; readonly date: LocalDate; readonly dated: boolean }
}

/** Stores a viewing added by hand; null if the film already has one on that day. */
export const add = Effect.fn("watching.add")(function* (report: PlacedReport) {
  const existing = yield* sql`
    SELECT FROM watching_watches
    WHERE title_id = (SELECT coalesce(stand_in, id) FROM watching_titles WHERE id = ${report.titleId})
      AND episode_id IS NULL AND date = ${report.date}::date LIMIT 1`
  if (existing.length > 0) return null
  yield* storeReports("manual", [report])
  const [added] = yield* sql({ id: number })`
    SELECT id FROM watching_reports
    WHERE source = 'manual' AND title_id = ${report.titleId} AND episode_id IS NULL AND key = ${report.key}`
  if (report.review !== null) yield* sql`UPDATE watching_reports SET review_edited = true WHERE id = ${added!.id}`
  return added!.id
})

/** Changes the report behind a viewing of a film. What is absent still follows the sources. */
export const edit = Effect.fn("watching.edit")(function* (id: number, change: Change) {
  const { rating, review, rewatch, watched } = change
  const hasReview = review !== undefined
  const isReviewAlone = hasReview && rating === undefined && rewatch === undefined && watched === undefined
  const before = isReviewAlone ? sql`report` : sql`watch`
  const touched = yield* sql(subjectColumns)`
    UPDATE watching_reports AS report SET edited = report.edited OR ${!isReviewAlone}::boolean,
      at = ${watched === undefined ? sql`report.at` : sql`to_timestamp(${watched.at}::float8 / 1000)`},
      date = ${watched === undefined ? sql`report.date` : sql`${watched.date}::date`},
      dated = ${watched === undefined ? sql`report.dated` : sql`${watched.dated}::boolean`},
      rating = ${rating === undefined ? sql`${before}.rating` : sql`${rating}::real`},
      rewatch = ${rewatch === undefined ? sql`${before}.rewatch` : sql`${rewatch}::boolean`},
      review = ${hasReview ? sql`${review}::text` : sql`report.review`},
      review_url = ${review === null ? sql`NULL` : sql`report.review_url`},
      review_edited = report.review_edited OR ${hasReview}::boolean
    FROM watching_watches AS watch
    WHERE watch.id = ${id} AND report.id = watch.id AND watch.episode_id IS NULL
    RETURNING report.title_id, report.episode_id`
  return touched.length === 0 ? null : touched
})

/** Deletes a viewing of a film. Manual reports are deleted, and reports of sources are hidden. */
export const dismiss = Effect.fn("watching.dismiss")(function* (id: number) {
  const reports = yield* sql(subjectColumns)`
    SELECT report.title_id, report.episode_id
    FROM watching_watches AS watch JOIN watching_reports AS report ON report.watch_id = watch.id
    WHERE watch.id = ${id} AND watch.episode_id IS NULL`
  if (reports.length === 0) return null
  yield* sql`UPDATE watching_reports SET dismissed = true WHERE watch_id = ${id} AND source <> 'manual'`
  yield* sql`DELETE FROM watching_reports WHERE watch_id = ${id} AND source = 'manual'`
  return reports
})
