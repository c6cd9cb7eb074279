import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** What a source names without a number says nothing else of a title. */
const noIds = `{"letterboxd":null,"tmdb":null,"tmdbSeries":null,"imdb":null,"tvdb":null,"plex":null,"trakt":null,
  "anilist":null,"mal":null,"jellyfin":null,"simkl":null}`
const noDetails = `{"genres":[],"durationMin":null,"contentRating":null,"tagline":null,"summary":null,"tmdbRating":null,
  "poster":null,"seasons":null,"episodes":null,"directors":[]}`

/**
 * What the owner said of episodes without a number becomes corrections. `number` and `tmdb` are what TMDB says from now
 * on; the other decisions in the table follow from corrections. Records stay when they have a number, so that they can
 * wait again: those that were deleted are made of their reports. Where a source lists an episode by its day, and by its
 * time with a number, only the days are of the name. When it was said is not known.
 */
export const decidedEpisodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE watching_reports ADD COLUMN unnumbered_id integer`
  yield* sql`CREATE INDEX watching_reports_unnumbered ON watching_reports (unnumbered_id) WHERE unnumbered_id IS NOT NULL`
  yield* sql`ALTER TABLE watching_unnumbered ADD COLUMN decided_number integer`
  yield* sql`ALTER TABLE watching_episodes RENAME COLUMN title TO reported_title`
  yield* sql`ALTER TABLE watching_episodes ADD COLUMN credited_title text`
  yield* sql`
    ALTER TABLE watching_episodes
      ADD COLUMN title text GENERATED ALWAYS AS (coalesce(reported_title, credited_title)) STORED`
  yield* sql`
    INSERT INTO corrections (domain, kind, type, subject, object, value, created_at)
    SELECT 'watching', decision.kind, 'unnumbered',
      json_build_object('title', show, 'episode_title', title, 'season', coalesce(season::text, 'unknown')),
      CASE decision.kind WHEN 'credit' THEN
        json_build_object('season', coalesce(season, decided_season)::text, 'episode', number::text) END,
      CASE decision.kind WHEN 'set' THEN 'kind=movie' END, 'epoch'
    FROM (SELECT DISTINCT ON (show_key, season, title_key) * FROM watching_unnumbered
      WHERE is_film OR left_out OR (number IS NOT NULL AND tmdb IS NULL) ORDER BY show_key, season, title_key, id
    ) AS name
    CROSS JOIN LATERAL (SELECT CASE WHEN is_film THEN 'set' WHEN left_out THEN 'hide' ELSE 'credit' END AS kind) AS decision
    ORDER BY name.id`
  yield* sql`
    UPDATE watching_reports AS report SET unnumbered_id = named.name_id FROM (
      SELECT DISTINCT ON (report.id) report.id, name.id AS name_id
      FROM watching_unnumbered AS name
      JOIN watching_reports AS report ON report.source = name.source AND report.at IS NOT NULL
      JOIN watching_titles AS title ON title.id = report.title_id
      LEFT JOIN watching_namings AS naming ON naming.id = report.naming_id
      LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
      WHERE CASE WHEN name.is_film
        THEN episode.id IS NULL AND coalesce(naming.said ->> 'title', title.reported_title) = name.show || ': ' || name.title
        ELSE episode.season = coalesce(name.season, name.decided_season) AND episode.number = name.number
          AND (naming.said ->> 'title' = name.show OR title.match_title = name.show_key)
          AND (report.dated OR name.season IS NULL)
        END
      ORDER BY report.id, name.id
    ) AS named WHERE report.id = named.id`
  yield* sql`
    INSERT INTO watching_unnumbered_records (episode_id, key, at, record)
    SELECT name.id, report.key, report.at, jsonb_build_object(
      'subject', jsonb_build_object('kind', 'unnumbered', 'season', name.season, 'episode', name.reported_number,
        'episodeTitle', name.title, 'title', jsonb_build_object('title', name.show, 'year', NULL,
          'ids', ${noIds}::jsonb, 'details', ${noDetails}::jsonb)),
      'report', jsonb_build_object('key', report.key, 'at', extract(epoch FROM report.at) * 1000,
        'date', CASE WHEN report.dated THEN report.date END, 'rating', NULL, 'rewatch', NULL, 'review', NULL,
        'reviewUrl', NULL, 'alias', report.alias, 'loggedAt', extract(epoch FROM report.logged_at) * 1000,
        'endedAt', extract(epoch FROM report.ended_at) * 1000),
      'rating', NULL, 'tally', NULL)
    FROM watching_reports AS report JOIN watching_unnumbered AS name ON name.id = report.unnumbered_id
    ON CONFLICT DO NOTHING`
  yield* sql`
    UPDATE watching_unnumbered SET number = NULL, decided_number = number, decided_season = coalesce(season, decided_season)
    WHERE number IS NOT NULL AND tmdb IS NULL`
})
