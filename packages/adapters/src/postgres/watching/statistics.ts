import type { WatchingStore } from "@daybook/core/watching"
import type { Calendar, DateRange } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { number, date, nullable, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { watchedWithin } from "./watches.js"

const totalsColumns = {
  movies: number,
  minutes: number,
  shows: number,
  episodes: number,
  firstDate: nullable(date),
  lastDate: nullable(date)
}

const namedCountColumns = { name: text, count: number }

const decadeCountColumns = { decade: number, count: number }

const leadingColumns = { genre: nullable(text), director: nullable(text), decade: nullable(number) }

const dayCountColumns = { date, count: number }

type Store = Queries<Context.Tag.Service<WatchingStore>>

/** Counts over the viewings of a range. */
export const sums = (
  calendar: Context.Tag.Service<Calendar>
): Pick<Store, "totals" | "genres" | "decades" | "directors" | "leading" | "periods"> => {
  /** Films watched in a range, each once. */
  const seen = (range: DateRange): Statement.Fragment => sql`
    (SELECT id, year, genres, directors, director_ids FROM watching_titles WHERE id IN (
      SELECT title_id FROM watching_watches AS watch WHERE episode_id IS NULL AND ${watchedWithin(calendar, range)}
    ))`
  return {
    totals: (range) =>
      Effect.map(
        sql(totalsColumns)`
          SELECT count(*) FILTER (WHERE watched.episode_id IS NULL) AS movies,
            coalesce(sum(watched.times * title.duration_min) FILTER (WHERE watched.episode_id IS NULL), 0) AS minutes,
            count(DISTINCT watched.title_id) FILTER (WHERE watched.episode_id IS NOT NULL) AS shows,
            count(watched.episode_id) AS episodes,
            min(watched.first) FILTER (WHERE watched.episode_id IS NULL) AS first_date,
            max(watched.last) FILTER (WHERE watched.episode_id IS NULL) AS last_date
          FROM (
            SELECT watch.title_id, watch.episode_id, count(*) AS times, min(watch.date) AS first,
              max(watch.date) AS last
            FROM watching_watches AS watch WHERE ${watchedWithin(calendar, range)}
            GROUP BY watch.title_id, watch.episode_id
          ) AS watched JOIN watching_titles AS title ON title.id = watched.title_id`,
        ([row]) => row!
      ),
    genres: (range) => sql(namedCountColumns)`${genresOf(seen(range))}`,
    decades: (range) => sql(decadeCountColumns)`${decadesOf(seen(range))} ORDER BY decade DESC`,
    directors: (range, limit) => sql(namedCountColumns)`${directorsOf(seen(range), limit)}`,
    leading: (range) =>
      Effect.map(
        sql(leadingColumns)`
          WITH seen AS MATERIALIZED ${seen(range)}
          SELECT (SELECT name FROM (${genresOf(sql`seen`)} LIMIT 1) AS one) AS genre,
            (SELECT name FROM (${directorsOf(sql`seen`, 1)}) AS one) AS director,
            (SELECT decade FROM (${decadesOf(sql`seen`)} ORDER BY count DESC, decade DESC LIMIT 1) AS one) AS decade`,
        ([row]) => row!
      ),
    periods: (grain, range) =>
      sql(dayCountColumns)`
        SELECT date_trunc(${grain}, watch.date::timestamp)::date AS date, count(*) AS count
        FROM watching_watches AS watch
        WHERE episode_id IS NULL AND ${watchedWithin(calendar, range)} GROUP BY 1 ORDER BY 1`
  }
}

/** A film counts once per genre, even if it lists the genre twice. */
const genresOf = (movies: Statement.Fragment): Statement.Fragment => sql`
  SELECT genre AS name, count(*) AS count
  FROM (SELECT DISTINCT movie.id, unnest(movie.genres) AS genre FROM ${movies} AS movie) AS named
  GROUP BY genre ORDER BY count DESC, genre COLLATE "C"`

const decadesOf = (movies: Statement.Fragment): Statement.Fragment => sql`
  SELECT movie.year / 10 * 10 AS decade, count(*) AS count
  FROM ${movies} AS movie WHERE movie.year IS NOT NULL GROUP BY 1`

const directorsOf = (movies: Statement.Fragment, limit: number): Statement.Fragment => sql`
  WITH credit AS MATERIALIZED (
    SELECT movie.id AS movie_id, director.name, director.person
    FROM ${movies} AS movie CROSS JOIN LATERAL unnest(movie.directors, movie.director_ids) AS director (name, person)
  ), known AS MATERIALIZED (SELECT name, min(person) AS person FROM credit WHERE person > 0 GROUP BY name)
  SELECT credit.name, count(*) AS count
  FROM credit LEFT JOIN known ON known.name = credit.name
  GROUP BY credit.name, CASE WHEN credit.person > 0 THEN credit.person ELSE coalesce(known.person, 0) END
  ORDER BY count DESC, credit.name COLLATE "C", min(credit.movie_id) LIMIT ${limit}`
