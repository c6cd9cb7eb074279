import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Viewings that the owner separated become corrections, which can be taken back. A viewing that was added where another
 * one was deleted needs none: reports by hand are never one with deleted ones.
 */
export const separatedViewings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    WITH named AS (
      SELECT report.id, report.source = 'manual' AS by_hand, report.dismissed, json_strip_nulls(json_build_object(
        'title', coalesce(naming.said ->> 'title', title.reported_title),
        'season', episode.season::text, 'episode', episode.number::text,
        'watched_on', coalesce(report.date::text, 'unknown'),
        'report', report.source || ':' || report.key
      ))::text AS key
      FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
      LEFT JOIN watching_namings AS naming ON naming.id = report.naming_id
      LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
    )
    INSERT INTO corrections (domain, kind, type, subject, object)
    SELECT 'watching', 'different', 'viewing', pair.subject::json, pair.object::json FROM (
      SELECT least(one.key, other.key) AS subject, greatest(one.key, other.key) AS object, min(one.id) AS first
      FROM watching_apart JOIN named AS one ON one.id = first_id JOIN named AS other ON other.id = second_id
      WHERE one.key <> other.key AND NOT (one.by_hand AND other.dismissed) AND NOT (other.by_hand AND one.dismissed)
      GROUP BY 1, 2
    ) AS pair ORDER BY pair.first, pair.subject, pair.object`
  yield* sql`DROP TABLE watching_apart`
})
