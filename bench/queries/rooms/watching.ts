import { type LocalDate, yearStart, yearOf } from "@daybook/core/shared"
import { picture } from "../picture.js"
import type { Read } from "../Read.js"
import { sql } from "../sql.js"
import { paged } from "./paged.js"

interface Sums {
  readonly data: Readonly<Record<string, unknown>>
}

/** Films and how often and long each was watched, once for all sums; episodes from an index of their own. */
const stats = (today: LocalDate): Read => ({
  path: "/stats",
  sql: sql`
    WITH seen AS MATERIALIZED (
      SELECT title.*, watched.times, watched.last FROM (
        SELECT title_id, count(*) AS times, max(date) AS last FROM watching_watches WHERE episode_id IS NULL GROUP BY title_id
      ) AS watched JOIN (SELECT id AS title_id, year, genres, directors, director_ids, duration_min FROM watching_titles) AS title USING (title_id)
    ), episode AS MATERIALIZED (
      SELECT episode_id, title_id, max(date) AS last FROM watching_watches WHERE episode_id IS NOT NULL GROUP BY episode_id, title_id
    )
    SELECT (SELECT count(*)::int FROM seen) AS movies, (SELECT (coalesce(sum(times * duration_min), 0) / 60.0)::float8 FROM seen) AS hours,
      (SELECT count(*)::int FROM seen WHERE last >= ${yearStart(yearOf(today))}) AS this_year,
      (SELECT genre FROM seen, unnest(genres) AS genre GROUP BY genre ORDER BY count(*) DESC, genre COLLATE "C" LIMIT 1) AS genre,
      (SELECT year / 10 * 10 FROM seen WHERE year IS NOT NULL GROUP BY year / 10 ORDER BY count(*) DESC, year / 10 DESC LIMIT 1) AS decade,
      (SELECT name FROM seen, unnest(directors, director_ids) AS credit (name, person) GROUP BY name, person ORDER BY count(*) DESC, name COLLATE "C" LIMIT 1) AS director,
      (SELECT count(DISTINCT title_id)::int FROM episode) AS shows, (SELECT count(*)::int FROM episode) AS episodes`,
  shown: (answer) => {
    const { data } = answer as Sums
    return [data["total_movies"], Math.floor(Number(data["total_watch_time_hours"])), data["movies_this_year"], data["top_genre"], data["top_decade"], data["top_director"], data["total_shows"], data["total_episodes_watched"]]
  },
  found: ([row]) => [row?.["movies"], Math.floor(Math.round(Number(row?.["hours"]) * 10) / 10), row?.["this_year"], row?.["genre"], row?.["decade"], row?.["director"], row?.["shows"], row?.["episodes"]]
})

/** Sums, and a page deep in the list of films. */
export const watching = (today: LocalDate): ReadonlyArray<Read> => [
  stats(today),
  paged("/movies?limit=100&page=3", sql`
    SELECT movie.*, seen.last_watched_at, (SELECT array_agg(scheme || value) FROM watching_ids WHERE title_id = movie.id) AS ids, ${picture("watching", "movie", sql`movie.id`)}
    FROM (
      SELECT title_id, max(at) FILTER (WHERE reliable) AS last_watched_at, max(at) AS newest_at FROM watching_watches WHERE episode_id IS NULL
      GROUP BY title_id ORDER BY last_watched_at DESC NULLS LAST, newest_at DESC, title_id DESC LIMIT 100 OFFSET 200
    ) AS seen JOIN watching_titles AS movie ON movie.id = seen.title_id
    ORDER BY last_watched_at DESC NULLS LAST, newest_at DESC, movie.id DESC`, sql`SELECT count(DISTINCT title_id) FROM watching_watches WHERE episode_id IS NULL`)
]
