import type { ExportableFilm, ExportableRecords, ExportableViewing } from "@daybook/core/formats"
import { opinion } from "@daybook/core/watching"
import type { SqlClient } from "@effect/sql"
import { Stream, Struct } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { rowStream } from "../kit/rowStream.js"
import { shownIds } from "../entities.js"
import { sql } from "../kit/sql.js"
import { ratingOf, seenMovies } from "./rows.js"

const columns = {
  id: number,
  watchedAt: instant,
  date,
  isDayOnly: boolean,
  ...columnsOf(Struct.pick(opinion, "rating", "rewatch", "review")),
  title: text,
  year: nullable(number),
  imdb: nullable(text),
  tmdb: nullable(number),
  trakt: nullable(number),
  tvdb: nullable(number),
  season: nullable(number),
  number: nullable(number),
  episodeTitle: nullable(text)
}
type Row = RowOf<typeof columns>

/** A title may have several ids of a scheme. */
const idOf = (scheme: string) =>
  sql`(SELECT min(value) FROM ${shownIds} AS known WHERE title_id = title.id AND scheme = ${scheme})`

/** Ids of some schemes are texts that other services may have given another form. */
const numberOf = (scheme: string) =>
  sql`(SELECT min(value::int) FROM ${shownIds} AS known
    WHERE title_id = title.id AND scheme = ${scheme} AND value ~ '^[1-9][0-9]{0,8}$')`

const pageAfter = (after: Row | null, limit: number) => sql(columns)`
  SELECT watch.id, watch.at AS watched_at, watch.date, watch.dated AS is_day_only, watch.rating, watch.rewatch,
    watch.review, title.title, title.year, ${idOf("imdb")} AS imdb, ${numberOf("tmdb")} AS tmdb,
    ${numberOf("trakt")} AS trakt, CASE WHEN title.kind = 'show' THEN ${numberOf("tvdb")} END AS tvdb,
    episode.season, episode.number, episode.title AS episode_title
  FROM (
    SELECT * FROM watching_watches
    WHERE ${after === null ? sql`true` : sql`(at, id) > (to_timestamp(${after.watchedAt}::float8 / 1000), ${after.id})`}
    ORDER BY at, id LIMIT ${limit}
  ) AS watch
  JOIN watching_titles AS title ON title.id = watch.title_id
  LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
  ORDER BY watch.at, watch.id`

const toViewing = (row: Row): ExportableViewing => ({
  ...Struct.pick(row, "id", "watchedAt", "date", "isDayOnly", "rating", "rewatch", "review"),
  title: { title: row.title, year: row.year, ids: Struct.pick(row, "imdb", "tmdb", "trakt", "tvdb") },
  episode:
    row.season === null || row.number === null
      ? null
      : { season: row.season, number: row.number, title: row.episodeTitle }
})

/** The viewings with a known day, oldest first. */
export const exportableViewings = (client: SqlClient.SqlClient): ExportableRecords["Type"]["viewings"] =>
  Stream.map(rowStream("ExportableRecords.viewings", client)(pageAfter), toViewing)

const filmColumns = { id: number, title: text, year: nullable(number), rating: nullable(number) }
type FilmRow = RowOf<typeof filmColumns>

const filmsAfter = (raters: ReadonlyArray<string>) => (after: FilmRow | null, limit: number) => sql(filmColumns)`
  SELECT film.id, film.title, film.year, coalesce(max(seen.rating), ${ratingOf(raters, "film.id")}) AS rating
  FROM ${seenMovies} AS seen JOIN watching_titles AS film ON film.id = seen.title_id
  WHERE film.id > ${after?.id ?? 0}
  GROUP BY film.id HAVING max(seen.at) IS NULL
  ORDER BY film.id LIMIT ${limit}`

/** The films that were seen at an unknown time alone, by their ids. */
export const exportableUndatedFilms = (
  client: SqlClient.SqlClient,
  raters: ReadonlyArray<string>
): ExportableRecords["Type"]["undatedFilms"] =>
  Stream.map(
    rowStream("ExportableRecords.undatedFilms", client)(filmsAfter(raters)),
    ({ id: _, ...film }): ExportableFilm => film
  )
