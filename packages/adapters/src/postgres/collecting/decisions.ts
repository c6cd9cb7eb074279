import type { CollectingStore, MatchDecision } from "@daybook/core/collecting"
import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import type { SqlClient, Statement } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect } from "effect"
import { addCorrection, removeCorrection } from "../corrections/CorrectionStore.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type RowOf, nullable, number, real, text } from "../kit/columns.js"
import { countOf, pageOf } from "../kit/query.js"
import { shownIds } from "../entities.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { linkedAlbums } from "./albumMatches.js"
import { correctNamed, correctableFilms, correctableReleases } from "./corrected.js"
import { isDecidedFilm, namesMovie } from "./filmMatches.js"
import { shownCopies, shownDiscs } from "./rows.js"

type Store = Queries<Context.Tag.Service<CollectingStore>>

/** Films on disc that match a watched film by title alone, although the years differ. */
const unsureFilms = sql`
  collecting_films AS film
  JOIN watching_titles AS title ON title.kind = 'movie' AND title.match_title = film.match_title
    AND title.year <> film.year AND title.year BETWEEN film.year - 1 AND film.year + 1
  JOIN LATERAL (SELECT min(id) AS id FROM ${shownDiscs} AS shown WHERE film_id = film.id) AS disc ON disc.id IS NOT NULL
  JOIN LATERAL (
    SELECT count(*)::int AS watches FROM watching_watches WHERE title_id = title.id AND episode_id IS NULL
  ) AS watch ON watch.watches > 0
  WHERE NOT EXISTS (
      SELECT FROM ${shownIds} AS known
      WHERE known.title_id = title.id AND (
        (known.scheme = 'tmdb' AND film.tmdb_id IS NOT NULL) OR (known.scheme = 'imdb' AND known.value = film.imdb_id)
      )
    )
    AND NOT ${isDecidedFilm("film", "title")}`

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
          AND EXISTS (SELECT FROM ${shownCopies} AS copy WHERE copy.release_id = release.id)`
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

/** An item and a record of another domain, as corrections name them, with the corrections that link them. */
interface NamedPair {
  readonly type: "release" | "disc"
  readonly subject: RecordKey
  readonly object: RecordKey
  readonly decided: ReadonlyArray<number>
}

/** A key without the members that are not known. */
const keyOf = (members: Readonly<Record<string, string | number | null>>): RecordKey =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  )

const decidedBy = (query: Statement.Fragment) =>
  Effect.map(sql({ correctionId: number })`${query}`, (rows) => rows.map(({ correctionId }) => correctionId))

const releasePair = Effect.fn("collecting.releasePair")(function* (subject: number, match: number) {
  const [release] = yield* correctableReleases(sql`id = ${subject}`)
  const [album] = yield* sql({ artist: text, album: text })`
    SELECT artist.name AS artist, album.name AS album
    FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id
    WHERE album.id = ${match}`
  if (release === undefined || album === undefined) return null
  return {
    type: "release",
    subject: keyOf({ artist: release.artists[0]?.name ?? album.artist, title: release.title, discogs_id: release.id }),
    object: album,
    decided: yield* decidedBy(sql`
      SELECT DISTINCT correction_id FROM (${linkedAlbums(sql`link.release_id = ${subject}`)}) AS linked
      WHERE album_id = ${match}`)
  } satisfies NamedPair
})

const movieColumns = { movie: text, year: nullable(number), tmdb: nullable(text), imdb: nullable(text) }

const movieKey = ({ imdb, movie, tmdb, year }: RowOf<typeof movieColumns>) =>
  keyOf({ movie, year, tmdb_id: tmdb, imdb_id: imdb })

const filmPair = Effect.fn("collecting.filmPair")(function* (disc: number, match: number) {
  const [film] = yield* correctableFilms(sql`id = (SELECT film_id FROM collecting_discs WHERE id = ${disc})`)
  const id = (scheme: string) => sql`(
    SELECT min(value) FROM ${shownIds} AS known WHERE title_id = title.id AND scheme = ${scheme}
  )`
  const [movie] = yield* sql(movieColumns)`
    SELECT title AS movie, year, ${id("tmdb")} AS tmdb, ${id("imdb")} AS imdb
    FROM watching_titles AS title WHERE id = ${match} AND kind = 'movie'`
  if (film === undefined || movie === undefined) return null
  return {
    type: "disc",
    subject: keyOf({ title: film.title, year: film.year, tmdb_id: film.ids.tmdb, imdb_id: film.ids.imdb }),
    object: movieKey(movie),
    decided: yield* decidedBy(sql`
      SELECT correction_id FROM collecting_film_links AS link
      JOIN watching_titles AS title ON title.id = ${match} AND ${namesMovie("link", "title")}
      WHERE link.film_id = ${film.id}`)
  } satisfies NamedPair
})

/**
 * Decides whether an item and a record of another domain are one, by a correction in place of those that said so
 * before. With null, nothing is decided any more. False if either does not exist.
 */
export const decide = Effect.fn("collecting.decide")(function* (
  { kind, match, subject }: MatchDecision,
  same: boolean | null
) {
  const pair = yield* kind === "release" ? releasePair(subject, match) : filmPair(subject, match)
  if (pair === null) return false
  const removed = (yield* correctionsOf("collecting")).filter(({ id }) => pair.decided.includes(id))
  for (const { id } of removed) yield* removeCorrection(id)
  const parts = { type: pair.type, subject: pair.subject, object: pair.object, value: null, reason: null }
  const added: ReadonlyArray<NewCorrection> =
    same === null ? [] : [yield* addCorrection({ domain: "collecting", kind: same ? "same" : "different", ...parts })]
  yield* correctNamed([...removed, ...added])
  return true
})
