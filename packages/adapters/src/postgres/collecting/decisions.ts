import type { CollectingStore, MatchDecision } from "@daybook/core/collecting"
import type { SqlClient, Statement } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect } from "effect"
import { nullable, number, real, text } from "../kit/columns.js"
import { countOf, pageOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"

type Store = Queries<Context.Tag.Service<CollectingStore>>

/** How a decision names an album: by its normalized names, since its id changes when plays are read again. */
export const albumKey = (artist: string, album: string): Statement.Fragment =>
  sql.literal(`${artist}.match_name || '|' || ${album}.match_name`)

/** How a decision names a watched film. */
const filmKey = (title: string): Statement.Fragment =>
  sql.literal(`${title}.match_title || '|' || coalesce(${title}.year::text, '')`)

/** The person said that a disc's film is not this watched film. */
export const isRejectedFilm = (film: string, title: string): Statement.Fragment => sql`EXISTS (
  SELECT FROM collecting_decisions AS decided
  WHERE decided.kind = 'film' AND NOT decided.same AND decided.subject = ${sql.literal(film)}.id
    AND decided.name = ${filmKey(title)}
)`

/** Films on disc that match a watched film by title alone, although the years differ. */
const unsureFilms = sql`
  collecting_films AS film
  JOIN watching_titles AS title ON title.kind = 'movie' AND title.match_title = film.match_title
    AND title.year <> film.year AND title.year BETWEEN film.year - 1 AND film.year + 1
  JOIN LATERAL (SELECT min(id) AS id FROM collecting_discs WHERE film_id = film.id) AS disc ON disc.id IS NOT NULL
  JOIN LATERAL (
    SELECT count(*)::int AS watches FROM watching_watches WHERE title_id = title.id AND episode_id IS NULL
  ) AS watch ON watch.watches > 0
  WHERE NOT EXISTS (
      SELECT FROM watching_ids AS known
      WHERE known.title_id = title.id AND (
        (known.scheme = 'tmdb' AND film.tmdb_id IS NOT NULL) OR (known.scheme = 'imdb' AND known.value = film.imdb_id)
      )
    )
    AND NOT EXISTS (
      SELECT FROM collecting_decisions AS decided
      WHERE decided.kind = 'film' AND decided.subject = film.id AND decided.name = ${filmKey("title")}
    )`

const unsureFilmColumns = {
  discId: number,
  title: text,
  year: nullable(number),
  movieId: number,
  movieTitle: text,
  movieYear: nullable(number),
  watches: number
}

const unsureRecordColumns = {
  releaseId: number,
  title: text,
  artists: text,
  year: nullable(number),
  albumId: number,
  album: text,
  artist: text,
  plays: number,
  confidence: real
}

/** Matches that a person may decide. `matched` is the query of the best match of each release. */
export const unsure = (
  matches: Effect.Effect<Statement.Fragment, SqlError, SqlClient.SqlClient>
): Pick<Store, "unsureRecords" | "unsureFilms"> => ({
  unsureRecords: (page) =>
    Effect.gen(function* () {
      const from = sql`
        matched
        JOIN collecting_releases AS release ON release.id = matched.release_id
        JOIN listening_albums AS album ON album.id = matched.album_id
        JOIN listening_artists AS artist ON artist.id = matched.artist_id
        WHERE matched.confidence < 1
          AND EXISTS (SELECT FROM collecting_copies WHERE release_id = release.id)`
      const matched = yield* matches
      const rows = yield* sql(unsureRecordColumns)`
        WITH ${matched}
        SELECT release.id AS release_id, release.title, coalesce((
            SELECT string_agg(shown, ', ' ORDER BY place) FROM collecting_credits WHERE release_id = release.id
          ), '') AS artists, release.year, album.id AS album_id, album.name AS album, artist.name AS artist,
          matched.plays, matched.confidence
        FROM ${from} ORDER BY matched.confidence, release.id ${pageOf(page)}`
      const total = yield* countOf(sql`WITH ${matched} SELECT count(*) FROM ${from}`)
      return { rows, total }
    }),
  unsureFilms: (page) =>
    Effect.zipWith(
      sql(unsureFilmColumns)`
        SELECT disc.id AS disc_id, film.title, film.year, title.id AS movie_id, title.title AS movie_title,
          title.year AS movie_year, watch.watches
        FROM ${unsureFilms} ORDER BY film.id, title.id ${pageOf(page)}`,
      countOf(sql`SELECT count(*) FROM ${unsureFilms}`),
      (rows, total) => ({ rows, total })
    )
})

/** The name of what is decided; no row if a part of the match does not exist. */
const named = ({ kind, match, subject }: MatchDecision): Statement.Fragment =>
  kind === "release"
    ? sql`
        SELECT release.id AS subject, ${albumKey("artist", "album")} AS name
        FROM collecting_releases AS release, listening_albums AS album
        JOIN listening_artists AS artist ON artist.id = album.artist_id
        WHERE release.id = ${subject} AND album.id = ${match}`
    : sql`
        SELECT disc.film_id AS subject, ${filmKey("title")} AS name
        FROM collecting_discs AS disc, watching_titles AS title
        WHERE disc.id = ${subject} AND title.id = ${match} AND title.kind = 'movie'`

/** Stores, replaces or deletes a decision. False if a part of the match does not exist. */
export const decide = (decision: MatchDecision, same: boolean | null) =>
  Effect.map(
    same === null
      ? sql`
          WITH named AS (${named(decision)}), forgotten AS (
            DELETE FROM collecting_decisions AS decided USING named
            WHERE decided.kind = ${decision.kind} AND decided.subject = named.subject AND decided.name = named.name
          )
          SELECT subject FROM named`
      : sql`
          INSERT INTO collecting_decisions (kind, subject, name, same)
          SELECT ${decision.kind}, subject, name, ${same} FROM (${named(decision)}) AS named
          ON CONFLICT (kind, subject, name) DO UPDATE SET same = excluded.same, decided_at = now()
          RETURNING subject`,
    (rows) => rows.length > 0
  )
