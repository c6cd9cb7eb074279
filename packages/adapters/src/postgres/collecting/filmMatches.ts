import type { Fact } from "@daybook/core/collecting"
import type { RecordKey } from "@daybook/core/corrections"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { type ColumnsOf, instant, nullable, number, text } from "../kit/columns.js"
import { shownIds } from "../entities.js"
import { sql } from "../kit/sql.js"
import { matchTitle } from "./rows.js"

const viewingColumns: ColumnsOf<Fact.ViewingFact> = { watchedAt: instant, source: text, rating: nullable(number) }

/** The object of a correction that links a disc: a film in watching. Ids and the year are texts. */
interface MovieName {
  readonly name: Statement.Fragment
  readonly matchTitle: Statement.Fragment
  readonly year: Statement.Fragment
  readonly tmdb: Statement.Fragment
  readonly imdb: Statement.Fragment
}

/** Whether a name means a watched film: by an id that both have, else by its name and year. */
const isNamed = ({ imdb, matchTitle, name, tmdb, year }: MovieName, title: string): Statement.Fragment => {
  const movie = sql.literal(title)
  const has = (scheme: "tmdb" | "imdb", value: Statement.Fragment) => sql`EXISTS (
    SELECT FROM ${shownIds} AS known WHERE known.title_id = ${movie}.id AND known.scheme = ${scheme} AND ${value}
  )`
  const by = (scheme: "tmdb" | "imdb", id: Statement.Fragment) => sql`
    WHEN ${id} IS NOT NULL AND ${has(scheme, sql`true`)} THEN ${has(scheme, sql`known.value = ${id}`)}`
  return sql`(${movie}.kind = 'movie' AND CASE ${by("tmdb", tmdb)} ${by("imdb", imdb)}
    ELSE (${movie}.match_title = ${matchTitle} OR lower(${movie}.given_title) = lower(${name}))
      AND (${year} IS NULL OR ${year} = ${movie}.year::text)
  END)`
}

/** Whether a link means a watched film. */
export const namesMovie = (link: string, title: string): Statement.Fragment => {
  const column = (name: string) => sql.literal(`${link}.${name}`)
  return isNamed(
    {
      ...{ name: column("name"), matchTitle: column("match_title"), year: column("year") },
      ...{ tmdb: column("tmdb_id"), imdb: column("imdb_id") }
    },
    title
  )
}

/** Whether a key means `watching_titles AS title`. */
export const isMovie = (key: RecordKey): Statement.Fragment => {
  const member = (value: string | undefined) => sql`${value ?? null}::text`
  const name = key["movie"] ?? ""
  return isNamed(
    {
      ...{ name: member(name), matchTitle: member(matchTitle(name)), year: member(key["year"]) },
      ...{ tmdb: member(key["tmdb_id"]), imdb: member(key["imdb_id"]) }
    },
    "title"
  )
}

/** A correction says that a disc's film is this watched film, or that it is not. */
export const isDecidedFilm = (film: string, title: string): Statement.Fragment => sql`EXISTS (
  SELECT FROM collecting_film_links AS link
  WHERE link.film_id = ${sql.literal(film)}.id AND ${namesMovie("link", title)}
)`

/**
 * Matches films on disc with the watching domain: by TMDB or IMDb id, else by title and year. Film diary exports have
 * no ids, and sources disagree about years. A correction adds a film, or leaves one out whatever the rules say. A film
 * that is a part of another one counts as that. A union instead of an OR, because each branch uses its own index.
 */
const seen = (films: Statement.Fragment): Statement.Fragment => sql`
  SELECT DISTINCT matched.film_id, coalesce(title.stand_in, title.id) AS title_id FROM (
    SELECT film.id AS film_id, known.title_id FROM ${films} AS film
    JOIN watching_ids AS known ON known.kind = 'movie' AND known.scheme = 'tmdb' AND known.value = film.tmdb_id::text
    JOIN watching_titles AS whole ON whole.id = known.title_id AND whole.shown_ids IS NULL
    UNION
    SELECT film.id, known.title_id FROM ${films} AS film
    JOIN watching_ids AS known ON known.kind = 'movie' AND known.scheme = 'imdb' AND known.value = film.imdb_id
    JOIN watching_titles AS whole ON whole.id = known.title_id AND whole.shown_ids IS NULL
    UNION
    SELECT film.id, part.id FROM ${films} AS film
    JOIN watching_titles AS part ON part.kind = 'movie' AND part.shown_ids IS NOT NULL AND (
      part.shown_ids @> jsonb_build_array(jsonb_build_array('tmdb', film.tmdb_id::text))
      OR part.shown_ids @> jsonb_build_array(jsonb_build_array('imdb', film.imdb_id))
    )
    UNION
    SELECT film.id, title.id FROM ${films} AS film
    JOIN watching_titles AS title ON title.kind = 'movie' AND title.match_title = film.match_title
      AND title.year BETWEEN film.year - 1 AND film.year + 1
    WHERE NOT EXISTS (
      SELECT FROM ${shownIds} AS known
      WHERE known.title_id = title.id AND known.scheme = 'tmdb' AND film.tmdb_id IS NOT NULL
    )
    UNION
    SELECT film.id, title.id FROM ${films} AS film
    JOIN collecting_film_links AS link ON link.film_id = film.id AND link.same
    JOIN watching_titles AS title ON ${namesMovie("link", "title")}
  ) AS matched JOIN watching_titles AS title ON title.id = matched.title_id
  WHERE NOT EXISTS (
    SELECT FROM collecting_film_links AS link
    WHERE link.film_id = matched.film_id AND NOT link.same AND ${namesMovie("link", "title")}
  )`

/** Viewings of films on disc. */
export const tallies = (films: Statement.Fragment): Statement.Fragment => sql`
  SELECT seen.film_id, sum(watch.watches)::int AS watches, max(watch.last) AS last_watched_at
  FROM (${seen(films)}) AS seen
  JOIN (
    SELECT title_id, count(*) AS watches, max(at) AS last
    FROM watching_watches WHERE episode_id IS NULL GROUP BY title_id
  ) AS watch ON watch.title_id = seen.title_id
  GROUP BY seen.film_id`

/** The film on a disc. */
const filmOf = (discId: number): Statement.Fragment => sql`(
  SELECT * FROM collecting_films WHERE id = (SELECT film_id FROM collecting_discs WHERE id = ${discId})
)`

/** The film on a disc in the watching domain: the one with the most viewings, if it has several titles there. */
export const movieOf = (discId: number) =>
  Effect.map(
    sql({ titleId: number })`
      SELECT seen.title_id FROM (${seen(filmOf(discId))}) AS seen
      LEFT JOIN watching_watches AS watch ON watch.title_id = seen.title_id AND watch.episode_id IS NULL
      GROUP BY seen.title_id ORDER BY count(watch.id) DESC, seen.title_id LIMIT 1`,
    ([row]) => row?.titleId ?? null
  )

/** Viewings of the film on a disc, newest first. */
export const viewingsOf = (discId: number) => {
  const film = filmOf(discId)
  return sql(viewingColumns)`
    SELECT watch.at AS watched_at, watch.source::text AS source, watch.rating::float8 AS rating
    FROM (${seen(film)}) AS seen
    JOIN watching_watches AS watch ON watch.title_id = seen.title_id AND watch.episode_id IS NULL
    ORDER BY watch.at DESC, watch.id DESC`
}
