import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { nameKey } from "./0010_collecting.js"

/**
 * The owner's decisions on matches become corrections. A decision named an album or a film by its compared names, so it
 * gets the name of the first that has them, or these where none does. That of a release which is in no list any more
 * takes the names of the album, since it is named by its id. A film that is on no disc has no id that would return.
 */
const moveDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, object, created_at)
    SELECT 'collecting', CASE WHEN same THEN 'same' ELSE 'different' END, 'release',
      json_build_object(
        'artist', coalesce(release.artists -> 0 ->> 'name', album.artist, split_part(decided.name, '|', 1)),
        'title', coalesce(release.title, album.name, split_part(decided.name, '|', 2)),
        'discogs_id', decided.subject::text
      ),
      json_build_object(
        'artist', coalesce(album.artist, split_part(decided.name, '|', 1)),
        'album', coalesce(album.name, split_part(decided.name, '|', 2))
      ),
      decided_at
    FROM collecting_decisions AS decided LEFT JOIN collecting_releases AS release ON release.id = decided.subject
    LEFT JOIN LATERAL (
      SELECT artist.name AS artist, album.name FROM listening_artists AS artist
      JOIN listening_albums AS album ON album.artist_id = artist.id
      WHERE artist.match_name = split_part(decided.name, '|', 1) AND album.match_name = split_part(decided.name, '|', 2)
      ORDER BY album.heard AND NOT album.hidden DESC, album.id LIMIT 1
    ) AS album ON true
    WHERE decided.kind = 'release' ORDER BY decided_at, decided.subject, decided.name`
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, object, created_at)
    SELECT 'collecting', CASE WHEN same THEN 'same' ELSE 'different' END, 'disc',
      json_strip_nulls(json_build_object(
        'title', film.title, 'year', film.year::text, 'tmdb_id', film.tmdb_id::text, 'imdb_id', film.imdb_id
      )),
      json_strip_nulls(json_build_object(
        'movie', coalesce(seen.title, split_part(decided.name, '|', 1)),
        'year', nullif(split_part(decided.name, '|', 2), '')
      )),
      decided_at
    FROM collecting_decisions AS decided JOIN collecting_films AS film ON film.id = decided.subject
    LEFT JOIN LATERAL (
      SELECT title FROM watching_titles
      WHERE kind = 'movie' AND match_title || '|' || coalesce(year::text, '') = decided.name ORDER BY id LIMIT 1
    ) AS seen ON true
    WHERE decided.kind = 'film' ORDER BY decided_at, decided.subject, decided.name`
})

/** How the titles of albums are compared, as the expression of `match_name` for another column. */
const titleKey = Effect.fn(function* (column: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ expression: string }>`
    SELECT replace(pg_get_expr(adbin, adrelid), 'sort_name', ${column}) AS expression
    FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE adrelid = 'listening_albums'::regclass AND attname = 'match_name'`
  return sql.literal(row!.expression)
})

/** Where corrections link items. They are computed again whenever an item is written or a correction changes. */
const links = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE collecting_album_links (
      release_id integer NOT NULL REFERENCES collecting_releases ON DELETE CASCADE,
      correction_id integer NOT NULL,
      same boolean NOT NULL,
      sort_artist text NOT NULL,
      sort_album text NOT NULL,
      match_artist text NOT NULL GENERATED ALWAYS AS (${nameKey(sql, "sort_artist")}) STORED,
      match_album text NOT NULL GENERATED ALWAYS AS (${yield* titleKey("sort_album")}) STORED,
      PRIMARY KEY (release_id, correction_id)
    )`
  yield* sql`
    CREATE TABLE collecting_film_links (
      film_id integer NOT NULL REFERENCES collecting_films ON DELETE CASCADE,
      correction_id integer NOT NULL,
      same boolean NOT NULL,
      name text NOT NULL,
      match_title text NOT NULL,
      year text,
      tmdb_id text,
      imdb_id text,
      PRIMARY KEY (film_id, correction_id)
    )`
})

/** What was decided, in the form in which corrections link items. */
const linkDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO collecting_album_links (release_id, correction_id, same, sort_artist, sort_album)
    SELECT release.id, correction.id, kind = 'same', coalesce(album.artist, object ->> 'artist'),
      coalesce(album.title, object ->> 'album')
    FROM corrections AS correction JOIN collecting_releases AS release ON release.id::text = subject ->> 'discogs_id'
    LEFT JOIN LATERAL (
      SELECT artist.sort_name AS artist, album.sort_name AS title FROM listening_artists AS artist
      JOIN listening_albums AS album ON album.artist_id = artist.id
      WHERE artist.name = object ->> 'artist' AND album.name = object ->> 'album' ORDER BY album.id LIMIT 1
    ) AS album ON true
    WHERE domain = 'collecting' AND type = 'release'`
  yield* sql`
    INSERT INTO collecting_film_links (film_id, correction_id, same, name, match_title, year)
    SELECT film.id, correction.id, kind = 'same', object ->> 'movie', coalesce(seen.match_title, object ->> 'movie'),
      object ->> 'year'
    FROM corrections AS correction JOIN collecting_films AS film ON film.title = subject ->> 'title'
      AND (film.year::text, film.tmdb_id::text, film.imdb_id)
        IS NOT DISTINCT FROM (subject ->> 'year', subject ->> 'tmdb_id', subject ->> 'imdb_id')
    LEFT JOIN LATERAL (
      SELECT match_title FROM watching_titles AS title
      WHERE kind = 'movie' AND title.title = object ->> 'movie'
        AND title.year::text IS NOT DISTINCT FROM object ->> 'year'
      ORDER BY id LIMIT 1
    ) AS seen ON true
    WHERE domain = 'collecting' AND type = 'disc'`
})

export const collectionCorrections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["collecting_copies", "collecting_wants", "collecting_discs"])
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN hidden boolean NOT NULL DEFAULT false`
  yield* links
  yield* moveDecisions
  yield* linkDecisions
  yield* sql`DROP TABLE collecting_decisions`
})
