import type { Fact, WatchingStore } from "@daybook/core/watching"
import type { Calendar, DateRange } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { watchedWithin } from "./within.js"

type Store = Context.Tag.Service<WatchingStore>

/** Counts over the viewings of a range. */
export const sums = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "totals" | "genres" | "decades" | "directors" | "leading" | "periods"> => {
  /** Films watched in a range, each once. */
  const seen = (range: DateRange): Statement.Fragment => sql`
    (SELECT id, year, genres, directors, director_ids FROM watching_titles WHERE id IN (
      SELECT title_id FROM watching_watches AS watch WHERE episode_id IS NULL AND ${watchedWithin(sql, calendar, range)}
    ))`
  return {
    totals: (range) =>
      storage("WatchingStore.totals")(Effect.map(
        sql<Fact.Totals>`
          SELECT count(*) FILTER (WHERE watched.episode_id IS NULL) AS movies,
            coalesce(sum(watched.times * title.duration_min) FILTER (WHERE watched.episode_id IS NULL), 0) AS minutes,
            count(DISTINCT watched.title_id) FILTER (WHERE watched.episode_id IS NOT NULL) AS shows,
            count(watched.episode_id) AS episodes,
            min(watched.first) FILTER (WHERE watched.episode_id IS NULL) AS first_date,
            max(watched.last) FILTER (WHERE watched.episode_id IS NULL) AS last_date
          FROM (
            SELECT watch.title_id, watch.episode_id, count(*) AS times, min(watch.date) AS first, max(watch.date) AS last
            FROM watching_watches AS watch WHERE ${watchedWithin(sql, calendar, range)} GROUP BY watch.title_id, watch.episode_id
          ) AS watched JOIN watching_titles AS title ON title.id = watched.title_id`,
        ([row]) => row!
      )),
    genres: (range) => storage("WatchingStore.genres")(sql<Fact.NamedCount>`${genresOf(sql, seen(range))}`),
    decades: (range) => storage("WatchingStore.decades")(sql<Fact.DecadeCount>`${decadesOf(sql, seen(range))} ORDER BY decade DESC`),
    directors: (range, limit) => storage("WatchingStore.directors")(sql<Fact.NamedCount>`${directorsOf(sql, seen(range), limit)}`),
    leading: (range) =>
      storage("WatchingStore.leading")(Effect.map(
        sql<Fact.Leading>`
          WITH seen AS MATERIALIZED ${seen(range)}
          SELECT (SELECT name FROM (${genresOf(sql, sql`seen`)} LIMIT 1) AS one) AS genre,
            (SELECT name FROM (${directorsOf(sql, sql`seen`, 1)}) AS one) AS director,
            (SELECT decade FROM (${decadesOf(sql, sql`seen`)} ORDER BY count DESC, decade DESC LIMIT 1) AS one) AS decade`,
        ([row]) => row!
      )),
    periods: (grain, range) =>
      storage("WatchingStore.periods")(sql<Fact.DayCount>`
        SELECT date_trunc(${grain}, watch.date::timestamp)::date AS date, count(*) AS count FROM watching_watches AS watch
        WHERE episode_id IS NULL AND ${watchedWithin(sql, calendar, range)} GROUP BY 1 ORDER BY 1`)
  }
}

/** A film counts once for a genre, however often it names it. */
const genresOf = (sql: SqlClient.SqlClient, movies: Statement.Fragment): Statement.Fragment => sql`
  SELECT genre AS name, count(*) AS count FROM (SELECT DISTINCT movie.id, unnest(movie.genres) AS genre FROM ${movies} AS movie) AS named
  GROUP BY genre ORDER BY count DESC, genre COLLATE "C"`

const decadesOf = (sql: SqlClient.SqlClient, movies: Statement.Fragment): Statement.Fragment => sql`
  SELECT movie.year / 10 * 10 AS decade, count(*) AS count FROM ${movies} AS movie WHERE movie.year IS NOT NULL GROUP BY 1`

const directorsOf = (sql: SqlClient.SqlClient, movies: Statement.Fragment, limit: number): Statement.Fragment => sql`
  WITH credit AS MATERIALIZED (
    SELECT movie.id AS movie_id, director.name, director.person
    FROM ${movies} AS movie CROSS JOIN LATERAL unnest(movie.directors, movie.director_ids) AS director (name, person)
  ), known AS MATERIALIZED (SELECT name, min(person) AS person FROM credit WHERE person > 0 GROUP BY name)
  SELECT credit.name, count(*) AS count
  FROM credit LEFT JOIN known ON known.name = credit.name
  GROUP BY credit.name, CASE WHEN credit.person > 0 THEN credit.person ELSE coalesce(known.person, 0) END
  ORDER BY count DESC, credit.name COLLATE "C", min(credit.movie_id) LIMIT ${limit}`
