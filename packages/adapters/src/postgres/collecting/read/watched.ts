import type { CollectingStore, Fact } from "@daybook/core/collecting"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { discColumns, type Pictured, toDisc } from "./columns.js"

type Store = Context.Tag.Service<CollectingStore>

/**
 * Films on disc as the watching room knows them: by TMDB's or IMDb's number, else by title and year, for a film diary's
 * export names no numbers, and sources are at odds over a year. A union, not an OR: each way has an index of its own.
 */
const seen = (sql: SqlClient.SqlClient, films: Statement.Fragment): Statement.Fragment => sql`
  SELECT film.id AS film_id, known.title_id FROM ${films} AS film
  JOIN watching_ids AS known ON known.kind = 'movie' AND known.scheme = 'tmdb' AND known.value = film.tmdb_id::text
  UNION
  SELECT film.id, known.title_id FROM ${films} AS film
  JOIN watching_ids AS known ON known.kind = 'movie' AND known.scheme = 'imdb' AND known.value = film.imdb_id
  UNION
  SELECT film.id, title.id FROM ${films} AS film
  JOIN watching_titles AS title ON title.kind = 'movie' AND title.match_title = film.match_title AND title.year BETWEEN film.year - 1 AND film.year + 1
  WHERE NOT EXISTS (SELECT FROM watching_ids AS known WHERE known.title_id = title.id AND known.scheme = 'tmdb' AND film.tmdb_id IS NOT NULL)`

const tallies = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  SELECT seen.film_id, sum(watch.watches)::int AS watches, max(watch.last) AS last_watched_at
  FROM (${seen(sql, sql`collecting_films`)}) AS seen
  JOIN (SELECT title_id, count(*) AS watches, max(at) AS last FROM watching_watches WHERE episode_id IS NULL GROUP BY title_id) AS watch ON watch.title_id = seen.title_id
  GROUP BY seen.film_id`

/** Discs beside what was watched. */
export const watched = (sql: SqlClient.SqlClient): Pick<Store, "watched"> => ({
  watched: ({ filter, page }) =>
    storage("CollectingStore.watched")(Effect.gen(function*() {
      const where = filter === "all" ? sql`true` : filter === "watched" ? sql`tally.film_id IS NOT NULL` : sql`tally.film_id IS NULL`
      const from = sql`
        FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id LEFT JOIN tally ON tally.film_id = film.id`
      const [summary] = yield* sql<Fact.Share & { readonly total: number }>`
        WITH tally AS MATERIALIZED (${tallies(sql)})
        SELECT count(DISTINCT film.id)::int AS all, count(DISTINCT tally.film_id)::int AS part, count(*) FILTER (WHERE ${where})::int AS total ${from}`
      const rows = yield* sql<Pictured<Fact.WatchedDisc>>`
        WITH tally AS MATERIALIZED (${tallies(sql)})
        SELECT ${discColumns(sql)}, coalesce(tally.watches, 0) AS watches, tally.last_watched_at ${from} WHERE ${where}
        ORDER BY disc.collected_at DESC, disc.id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      return { rows: rows.map(toDisc), total: summary?.total ?? 0, share: { all: summary?.all ?? 0, part: summary?.part ?? 0 } }
    }))
})

/** Viewings of the film on a disc, newest first. */
export const viewingsOf = (sql: SqlClient.SqlClient, discId: number) =>
  sql<Fact.ViewingFact>`
    SELECT watch.at AS watched_at, watch.source::text AS source, watch.rating::float8 AS rating
    FROM (${seen(sql, sql`(SELECT * FROM collecting_films WHERE id = (SELECT film_id FROM collecting_discs WHERE id = ${discId}))`)}) AS seen
    JOIN watching_watches AS watch ON watch.title_id = seen.title_id AND watch.episode_id IS NULL
    ORDER BY watch.at DESC, watch.id DESC`
