import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Dump, Window } from "./counts.js"
import { type Ids, type JudgedPlay } from "./JudgedPlay.js"
import { keyOf } from "./Library.js"

/** Empties all tables that stores write to. */
export const wipe = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
  TRUNCATE listening_plays, listening_sources, listening_tracks, listening_albums, listening_artists, listening_spellings, listening_genres, listening_counts,
    listening_totals, listening_buckets, listening_filters, corrections, listening_similar, enrichment_tasks, listening_accounts,
    feed_items, feed_set_aside, search_documents, search_ranks, images, sync_runs, sync_cursors, sync_removals, sync_slots, sync_drift, sync_failing, hosts, rate_windows, enrichment_turns, api_keys, lenses, lens_tokens, settings, versions, changes CASCADE`
)

/** Every row of the plays table. */
export const storedPlays = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<JudgedPlay>`
  SELECT play.id, play.source, play.played_at, play.precise, play.ended_at, spelling.name AS artist, track.name AS track, album.name AS album,
    play.artist_id, play.track_id, play.album_id, play.day, play.twin, play.visible
  FROM listening_plays AS play
  JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
  JOIN listening_tracks AS track ON track.id = play.track_id
  LEFT JOIN listening_albums AS album ON album.id = play.album_id`
)

export const idsOf = (plays: ReadonlyArray<JudgedPlay>): ReadonlyMap<string, Ids> =>
  new Map(plays.map((play) => [keyOf(play), play]))

/** The week windows whose counts are complete. */
export const completeWindows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<Window>`SELECT grain::text, bucket FROM listening_buckets WHERE settled AND grain IN ('13weeks', '26weeks', '52weeks')`
)

/** The complete rows of the count tables, in the format of `recount`. */
export const countTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lines = yield* sql<{ line: string }>`
    SELECT kind || ' ' || grain || ' ' || bucket || ' ' || coalesce(genre.name, subject::text) || ': ' || plays AS line
    FROM listening_counts LEFT JOIN listening_genres AS genre ON kind = 'genre' AND genre.id = subject
    WHERE kind = 'genre' OR (grain, bucket) IN (SELECT grain, bucket FROM listening_buckets WHERE settled)
    UNION ALL
    SELECT 'totals ' || grain || ' ' || bucket || ': ' || plays || ' ' || artists || ' ' || albums || ' ' || tracks FROM listening_totals
    WHERE grain = 'day' OR (grain, bucket) IN (SELECT grain, bucket FROM listening_buckets WHERE settled)`
  return lines.map(({ line }) => line).sort() satisfies Dump
})

const sorted = (rows: ReadonlyArray<{ readonly line: string }>) => rows.map(({ line }) => line).sort()

/** All search documents. */
export const documents = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{
      line: string
    }>`SELECT entity_type || ' ' || entity_id || ' ' || title AS line FROM search_documents WHERE domain = 'listening'`,
    sorted
  )
)
export const pictureTargets = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ line: string }>`SELECT entity_type || ' ' || entity_id AS line FROM images WHERE domain = 'listening'`,
    sorted
  )
)
