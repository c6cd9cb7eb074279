import type { Fact, WatchingStore } from "@daybook/core/watching"
import type { Calendar, DateRange } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { watchedWithin } from "./within.js"

type Store = Context.Tag.Service<WatchingStore>

/** Counts over the viewings of a range. */
export const sums = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "totals" | "genres" | "decades" | "directors" | "periods"> => {
  /** Films watched in a range, each once, as `movie`. */
  const seen = (range: DateRange): Statement.Fragment => sql`
    (SELECT id, year, genres, directors, director_ids FROM watching_titles WHERE id IN (
      SELECT title_id FROM watching_watches AS watch WHERE episode_id IS NULL AND ${watchedWithin(sql, calendar, range)}
    )) AS movie`
  return {
    totals: (range) =>
      storage("WatchingStore.totals")(Effect.map(
        sql<Fact.Totals>`
          SELECT count(DISTINCT watch.title_id) FILTER (WHERE watch.episode_id IS NULL) AS movies,
            coalesce(sum(title.duration_min) FILTER (WHERE watch.episode_id IS NULL), 0) AS minutes,
            count(DISTINCT watch.title_id) FILTER (WHERE watch.episode_id IS NOT NULL) AS shows,
            count(DISTINCT watch.episode_id) AS episodes,
            min(watch.date) FILTER (WHERE watch.episode_id IS NULL) AS first_date,
            max(watch.date) FILTER (WHERE watch.episode_id IS NULL) AS last_date
          FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
          WHERE ${watchedWithin(sql, calendar, range)}`,
        ([row]) => row!
      )),
    genres: (range) =>
      storage("WatchingStore.genres")(sql<Fact.NamedCount>`
        SELECT genre AS name, count(*) AS count FROM ${seen(range)} CROSS JOIN LATERAL (SELECT DISTINCT unnest(movie.genres) AS genre) AS named
        GROUP BY genre ORDER BY count(*) DESC, genre COLLATE "C"`),
    decades: (range) =>
      storage("WatchingStore.decades")(sql<Fact.DecadeCount>`
        SELECT movie.year / 10 * 10 AS decade, count(*) AS count FROM ${seen(range)}
        WHERE movie.year IS NOT NULL GROUP BY movie.year / 10 ORDER BY movie.year / 10 DESC`),
    directors: (range, limit) =>
      storage("WatchingStore.directors")(sql<Fact.NamedCount>`
        WITH credit AS MATERIALIZED (
          SELECT movie.id AS movie_id, director.name, director.person
          FROM ${seen(range)} CROSS JOIN LATERAL unnest(movie.directors, movie.director_ids) AS director (name, person)
        ), known AS MATERIALIZED (SELECT name, min(person) AS person FROM credit WHERE person > 0 GROUP BY name)
        SELECT credit.name, count(*) AS count
        FROM credit LEFT JOIN known ON known.name = credit.name
        GROUP BY credit.name, CASE WHEN credit.person > 0 THEN credit.person ELSE coalesce(known.person, 0) END
        ORDER BY count DESC, credit.name COLLATE "C", min(credit.movie_id) LIMIT ${limit}`),
    periods: (grain, range) =>
      storage("WatchingStore.periods")(sql<Fact.DayCount>`
        SELECT date_trunc(${grain}, watch.date::timestamp)::date AS date, count(*) AS count FROM watching_watches AS watch
        WHERE episode_id IS NULL AND ${watchedWithin(sql, calendar, range)} GROUP BY 1 ORDER BY 1`)
  }
}
