import type { Fact, WatchingStore, WatchSource } from "@daybook/core/watching"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"

interface Row {
  readonly id: number
  readonly source: WatchSource
  readonly at: number
  readonly keptId: number
  readonly keptSource: WatchSource
  readonly keptAt: number
  readonly movieId: number
  readonly title: string
  readonly year: number | null
  readonly reason: string
}

/** Reports of films that were taken for one viewing with another. */
export const merges = (sql: SqlClient.SqlClient): Context.Tag.Service<WatchingStore>["merges"] => (page) =>
  storage("WatchingStore.merges")(Effect.gen(function*() {
    const from = sql`watching_reports AS report JOIN watching_reports AS kept ON kept.id = report.watch_id
      JOIN watching_titles AS movie ON movie.id = report.title_id
      WHERE report.watch_id <> report.id AND report.episode_id IS NULL`
    const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM ${from}`
    const rows = yield* sql<Row>`
      SELECT report.id, report.source, report.at, kept.id AS kept_id, kept.source AS kept_source, kept.at AS kept_at,
        movie.id AS movie_id, movie.title, movie.year, report.reason
      FROM ${from} ORDER BY kept.at DESC, report.id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
    return {
      rows: rows.map((row): Fact.MergeFact => ({
        id: row.id,
        movie: { id: row.movieId, title: row.title, year: row.year },
        kept: { id: row.keptId, source: row.keptSource, watchedAt: row.keptAt },
        merged: { id: row.id, source: row.source, watchedAt: row.at },
        reason: row.reason
      })),
      total: count?.total ?? 0
    }
  }))
