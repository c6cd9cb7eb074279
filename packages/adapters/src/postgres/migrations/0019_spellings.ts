import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What spellings of a name have in common, as it was when this step was released: one place for both engines. */
const foldOf = (name: string): string => name.normalize("NFC").toLowerCase()

/**
 * Artists are one by name, case aside, unless their MBIDs differ. Each has its spellings, of which every play says its
 * own: the most played one names the artist, and an MBID learned later can part what was one.
 */
export const spellings = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE listening_spellings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      artist_id integer NOT NULL,
      name text NOT NULL UNIQUE,
      fold text NOT NULL,
      sort_name text NOT NULL,
      mbid text,
      url text
    )`
  yield* sql`CREATE INDEX listening_spellings_fold ON listening_spellings (fold)`
  yield* sql`CREATE INDEX listening_spellings_of_artist ON listening_spellings (artist_id)`
  yield* sql`ALTER TABLE listening_artists DROP CONSTRAINT listening_artists_name_key`
  yield* sql`ALTER TABLE listening_similar ADD COLUMN fold text`
  yield* sql`ALTER TABLE listening_plays ADD COLUMN spelling_id integer`
  yield* fill
  yield* sql`
    UPDATE listening_plays AS play SET spelling_id = spelling.id FROM listening_spellings AS spelling WHERE spelling.artist_id = play.artist_id`
  yield* sql`UPDATE listening_plays SET spelling_id = 0 WHERE spelling_id IS NULL`
  yield* sql`ALTER TABLE listening_plays ALTER spelling_id SET NOT NULL`
  yield* sql`ALTER TABLE listening_similar ALTER fold SET NOT NULL`
  yield* sql`DROP INDEX listening_plays_key`
  yield* merge
  yield* sql`
    CREATE UNIQUE INDEX listening_plays_key
    ON listening_plays (played_at, track_id, album_id, source, spelling_id) NULLS NOT DISTINCT`
})

const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const artists = yield* sql<{ id: number; name: string }>`SELECT id, name FROM listening_artists ORDER BY id`
  yield* sql`
    INSERT INTO listening_spellings (artist_id, name, fold, sort_name, mbid, url)
    SELECT artist.id, artist.name, given.fold, artist.sort_name, artist.mbid, artist.url
    FROM unnest(${artists.map(({ id }) => id)}::int[], ${artists.map(({ name }) => foldOf(name))}::text[]) AS given (id, fold)
    JOIN listening_artists AS artist ON artist.id = given.id ORDER BY artist.id`
  const similar = yield* sql<{ name: string }>`SELECT DISTINCT name FROM listening_similar`
  yield* sql`
    UPDATE listening_similar AS alike SET fold = given.fold
    FROM unnest(${similar.map(({ name }) => name)}::text[], ${similar.map(({ name }) => foldOf(name))}::text[]) AS given (name, fold)
    WHERE alike.name = given.name`
})

/** Brings together the artists of one name of which no two MBIDs differ; without an MBID, the one of the least. */
const merge = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TEMPORARY TABLE merged ON COMMIT DROP AS
    WITH known AS (
      SELECT spelling.*, coalesce(mbid, min(mbid COLLATE "C") OVER (PARTITION BY fold), '') AS identity,
        (SELECT count(*) FROM listening_plays AS play WHERE play.artist_id = spelling.artist_id AND play.visible) AS plays
      FROM listening_spellings AS spelling
      WHERE fold IN (SELECT fold FROM listening_spellings GROUP BY fold HAVING count(*) > 1)
    ), kept AS (
      SELECT artist_id AS old, first_value(artist_id) OVER (PARTITION BY fold, identity ORDER BY plays DESC, name COLLATE "C") AS keeper,
        min(mbid) OVER (PARTITION BY fold, identity) AS mbid
      FROM known
    )
    SELECT old, keeper, mbid FROM kept WHERE keeper IN (SELECT keeper FROM kept WHERE old <> keeper)`
  const rows = yield* sql`SELECT FROM merged LIMIT 1`
  if (rows.length > 0) yield* Effect.all([artists, titles("album"), titles("track"), halls, counts], { discard: true })
})

const artists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // What one of them knows and the most played one does not.
  yield* sql`
    UPDATE listening_artists AS artist SET mbid = known.mbid, url = coalesce(artist.url, known.url),
      apple_music_url = coalesce(artist.apple_music_url, known.apple_music_url),
      genre_id = coalesce(artist.genre_id, known.genre_id), tags = CASE artist.tags WHEN '[]' THEN known.tags ELSE artist.tags END,
      heard = known.heard
    FROM (
      SELECT keeper, min(merged.mbid) AS mbid, min(url) AS url, min(apple_music_url) AS apple_music_url, bool_or(heard) AS heard,
        (array_agg(genre_id ORDER BY genre_id IS NULL, old))[1] AS genre_id, (array_agg(tags ORDER BY genre_id IS NULL, tags = '[]', old))[1] AS tags
      FROM merged JOIN listening_artists AS one ON one.id = merged.old GROUP BY keeper
    ) AS known WHERE known.keeper = artist.id`
  yield* sql`UPDATE listening_spellings AS spelling SET artist_id = keeper FROM merged WHERE artist_id = old`
  yield* sql`
    INSERT INTO listening_similar (artist_id, name, similarity, fold)
    SELECT DISTINCT ON (keeper, name) keeper, name, similarity, fold FROM listening_similar JOIN merged ON old = artist_id
    WHERE NOT EXISTS (SELECT FROM listening_similar AS own WHERE own.artist_id = keeper) ORDER BY keeper, name, similarity DESC`
  yield* sql`DELETE FROM listening_similar USING merged WHERE artist_id = old AND old <> keeper`
  yield* sql`DELETE FROM listening_artists USING merged WHERE id = old AND old <> keeper`
})

const titles = (kind: "album" | "track") =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [table, joined, id] = [sql(`listening_${kind}s`), sql(`merged_${kind}s`), sql(`${kind}_id`)]
    const [own, firsts] = kind === "album"
      ? [sql`released_year = coalesce(title.released_year, known.released_year), total_tracks = coalesce(title.total_tracks, known.total_tracks)`,
        sql`min(released_year) AS released_year, min(total_tracks) AS total_tracks`]
      : [sql`preview_url = coalesce(title.preview_url, known.preview_url), duration = known.duration`,
        sql`min(preview_url) AS preview_url, max(duration) AS duration`]
    yield* sql`
      CREATE TEMPORARY TABLE ${joined} ON COMMIT DROP AS
      SELECT title.id AS old, first_value(title.id) OVER (PARTITION BY keeper, title.name ORDER BY merged.old <> keeper, title.id) AS keeper, merged.keeper AS artist
      FROM merged JOIN ${table} AS title ON title.artist_id = merged.old`
    yield* sql`UPDATE listening_plays AS play SET ${id} = keeper FROM ${joined} AS joined WHERE play.${id} = joined.old AND old <> keeper`
    yield* sql`
      CREATE TEMPORARY TABLE known ON COMMIT DROP AS
      SELECT keeper, min(artist) AS artist, min(mbid) AS mbid, min(url) AS url, min(apple_music_url) AS apple_music_url, bool_or(heard) AS heard, ${firsts}
      FROM ${joined} AS joined JOIN ${table} AS title ON title.id = joined.old GROUP BY keeper`
    yield* sql`DELETE FROM ${table} AS title USING ${joined} AS joined WHERE title.id = joined.old AND old <> keeper`
    yield* sql`
      UPDATE ${table} AS title SET artist_id = known.artist, mbid = coalesce(title.mbid, known.mbid), url = coalesce(title.url, known.url),
        apple_music_url = coalesce(title.apple_music_url, known.apple_music_url), heard = known.heard, ${own}
      FROM known WHERE known.keeper = title.id`
    yield* sql`DROP TABLE known`
  })

/** Everything that other parts keep of what is one now. */
const halls = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE listening_plays AS play SET artist_id = keeper FROM merged WHERE artist_id = old AND old <> keeper`
  yield* sql`
    CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
    SELECT 'artist' AS kind, old, keeper FROM merged WHERE old <> keeper
    UNION ALL SELECT 'album', old, keeper FROM merged_albums WHERE old <> keeper
    UNION ALL SELECT 'track', old, keeper FROM merged_tracks WHERE old <> keeper`
  yield* sql`DELETE FROM listening_lookups AS lookup USING moved WHERE lookup.kind::text = moved.kind AND subject = old`
  yield* sql`DELETE FROM feed_items USING moved WHERE domain = 'listening' AND entity_type = kind AND entity_id = old`
  yield* sql`DELETE FROM search_documents USING moved WHERE domain = 'listening' AND entity_type = kind AND entity_id = old`
  yield* pictures
  // The words of a spelling are those of the others: only what is shown changes.
  for (const table of ["feed_items", "search_documents"]) {
    yield* sql`
      UPDATE ${sql(table)} SET subtitle = artist.name
      FROM (SELECT 'album' AS kind, keeper, artist FROM merged_albums UNION SELECT 'track', keeper, artist FROM merged_tracks) AS title
      JOIN listening_artists AS artist ON artist.id = title.artist
      WHERE domain = 'listening' AND entity_type = kind AND entity_id = keeper AND subtitle <> artist.name`
  }
  yield* sql`
    UPDATE images SET hints = hints || jsonb_build_object('artist', artist.name)
    FROM merged_albums AS title JOIN listening_artists AS artist ON artist.id = title.artist
    WHERE domain = 'listening' AND entity_type = 'album' AND entity_id = title.keeper AND hints ? 'artist'`
  yield* sql`UPDATE versions SET version = version + 1`
})

/** A picture that a person chose goes before others; versions go on, so that no address ever shows something else. */
const pictures = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const those = sql`images.domain = 'listening' AND images.entity_type = moved.kind AND images.entity_id = moved.old`
  yield* sql`
    INSERT INTO images (domain, entity_type, entity_id, urls, hints)
    SELECT DISTINCT ON (entity_type, keeper) domain, entity_type, keeper, urls, hints FROM images JOIN moved ON ${those}
    WHERE NOT gone ON CONFLICT DO NOTHING`
  yield* sql`
    UPDATE images AS own SET version = greatest(own.version, better.version) + 1, gone = false, due_at = CASE WHEN better.is_override THEN NULL ELSE own.due_at END,
      original = better.original, width = better.width, height = better.height, thumbhash = better.thumbhash, dominant_color = better.dominant_color,
      accent_color = better.accent_color, source = better.source, source_url = better.source_url, is_override = better.is_override, is_stale = better.is_stale
    FROM (
      SELECT DISTINCT ON (kind, keeper) moved.kind, keeper, images.* FROM moved JOIN images ON ${those}
      WHERE original IS NOT NULL ORDER BY kind, keeper, is_override DESC, old
    ) AS better
    WHERE own.domain = 'listening' AND own.entity_type = better.kind AND own.entity_id = better.keeper AND NOT own.is_override
      AND (own.original IS NULL OR better.is_override)`
  yield* sql`DELETE FROM images USING moved WHERE ${those}`
})

/** Plays by day and all of a genre's weeks, months and years follow at once; the rest is counted by the next sync. */
const counts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM listening_counts WHERE kind = 'genre'`
  yield* sql`
    INSERT INTO listening_counts (kind, grain, bucket, subject, plays)
    SELECT 'genre', grain, date_trunc(grain::text, day::timestamp)::date, genre_id, count(*)
    FROM listening_plays AS play JOIN listening_artists AS artist ON artist.id = play.artist_id AND genre_id IS NOT NULL
    CROSS JOIN unnest(ARRAY['week', 'month', 'year']::listening_grain[]) AS grain
    WHERE play.visible GROUP BY grain, date_trunc(grain::text, day::timestamp)::date, genre_id`
  yield* sql`UPDATE listening_buckets SET settled = false`
})
