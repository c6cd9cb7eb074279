import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * How each source names and describes a film or show, and which naming a report and a rating used: the owner may say
 * that names which rules joined are of two titles. Such a title has parts, which are rows of their own with
 * `part_of`. `by_rules` is what rules make of a row that shows something else, and `shown_ids` are its ids then.
 * `identified` is the one at the provider that it is by a correction.
 */
export const titleNamings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE watching_namings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title_id integer NOT NULL REFERENCES watching_titles ON DELETE CASCADE,
      namer text NOT NULL,
      said jsonb NOT NULL,
      described_id integer
    )`
  yield* sql`CREATE INDEX watching_namings_of_title ON watching_namings (title_id)`
  for (const table of ["watching_reports", "watching_ratings"])
    yield* sql`
      ALTER TABLE ${sql(table)} ADD COLUMN naming_id integer REFERENCES watching_namings ON DELETE SET NULL`
  yield* sql`CREATE INDEX watching_reports_named ON watching_reports (naming_id)`
  yield* sql`
    ALTER TABLE watching_titles
      ADD COLUMN part_of integer, ADD COLUMN part_key text, ADD COLUMN by_rules jsonb, ADD COLUMN shown_ids jsonb,
      ADD COLUMN identified text`
  yield* sql`CREATE UNIQUE INDEX watching_titles_parts ON watching_titles (part_of, part_key)`
  yield* sql`CREATE INDEX watching_titles_separated ON watching_titles (id) WHERE shown_ids IS NOT NULL`
  yield* earlierNamings
  yield* earlierDecisions
})

/**
 * Films that the owner said TMDB does not have: their task was never due. They were looked up in vain, so that they
 * have no details of TMDB.
 */
const earlierDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const decided = sql`
    SELECT title.id FROM watching_titles AS title JOIN enrichment_tasks AS task
      ON task.domain = 'watching' AND task.task = 'tmdb-movies' AND task.kind = 'movie'
      AND task.subject = title.id::text AND task.due_at = 'infinity' WHERE title.kind = 'movie'`
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, value)
    SELECT DISTINCT ON (reported_title, year) 'watching', 'identify', 'movie',
      json_strip_nulls(json_build_object('title', reported_title, 'year', year::text)), 'none'
    FROM watching_titles WHERE id IN (${decided}) ORDER BY reported_title, year`
  yield* sql`
    UPDATE watching_titles AS stored SET identified = 'none', shown_ids = coalesce((
      SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM watching_ids
      WHERE title_id = stored.id AND scheme NOT IN ('tmdb', 'tmdbSeries', 'imdb', 'tvdb')
    ), '[]') WHERE id IN (${decided})`
  yield* sql`
    DELETE FROM enrichment_tasks WHERE domain = 'watching' AND task = 'tmdb-movies' AND kind = 'movie'
      AND due_at = 'infinity'`
})

/**
 * Names that are stored already have neither a spelling nor ids: those of the title count for its own name. Reports of
 * a source that gave a title one name used that. The next full sync stores the rest.
 */
const earlierNamings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO watching_namings (title_id, namer, said)
    SELECT title.id, substr(named.scheme, 6), CASE WHEN parts.name = title.match_title
      THEN jsonb_build_object('title', title.reported_title, 'year', parts.year, 'ids', coalesce(ids.known, '{}'),
        'details', jsonb_build_object('genres', title.genres, 'durationMin', title.duration_min,
          'contentRating', title.content_rating, 'tagline', title.tagline, 'summary', title.summary,
          'tmdbRating', title.tmdb_rating, 'poster', title.poster, 'seasons', title.seasons,
          'episodes', title.episodes, 'directors', (
            SELECT coalesce(jsonb_agg(jsonb_build_object('name', director.name, 'id', nullif(director.id, 0))), '[]')
            FROM unnest(title.directors, title.director_ids) AS director (name, id)
          )))
      ELSE jsonb_build_object('title', parts.name, 'year', parts.year, 'ids', '{}'::jsonb) END
    FROM watching_ids AS named JOIN watching_titles AS title ON title.id = named.title_id
    CROSS JOIN LATERAL (
      SELECT regexp_replace(named.value, '[|][^|]*$', '') AS name,
        nullif(substring(named.value FROM '[|]([0-9]+)$'), '')::int AS year
    ) AS parts
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(scheme, CASE WHEN scheme IN ('tmdb', 'tmdbSeries', 'trakt', 'anilist', 'mal', 'simkl')
        THEN to_jsonb(value::bigint) ELSE to_jsonb(value) END) AS known
      FROM watching_ids WHERE title_id = title.id AND scheme NOT LIKE 'name%'
    ) AS ids
    WHERE named.scheme LIKE 'name:%' ORDER BY title.id, named.scheme, named.value`
  yield* sql`
    UPDATE watching_reports AS report SET naming_id = sole.id
    FROM (SELECT title_id, namer, min(id) AS id FROM watching_namings GROUP BY 1, 2 HAVING count(*) = 1) AS sole
    WHERE report.title_id = sole.title_id AND report.source::text = sole.namer`
  yield* sql`
    UPDATE watching_ratings AS rating SET naming_id = sole.id
    FROM (SELECT title_id, namer, min(id) AS id FROM watching_namings GROUP BY 1, 2 HAVING count(*) = 1) AS sole
    WHERE rating.title_id = sole.title_id AND rating.source::text = sole.namer`
})
