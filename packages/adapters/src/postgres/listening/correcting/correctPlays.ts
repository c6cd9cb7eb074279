import type { Kind } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import { Effect } from "effect"
import { boolean, date, nullable, number } from "../../kit/columns.js"
import { within } from "../../kit/query.js"
import { sql } from "../../kit/sql.js"

const movedColumns = {
  day: date,
  artistId: number,
  albumId: nullable(number),
  trackId: number,
  visible: boolean,
  oldArtistId: number,
  oldAlbumId: nullable(number),
  oldTrackId: number,
  wasVisible: boolean
}

/** Plays to compute again. */
export interface Affected {
  /** Reported albums and tracks that changed. */
  readonly changed: Readonly<Record<"album" | "track", ReadonlyArray<number>>>
  /** Rows that are now hidden or no longer are. */
  readonly hidden: Readonly<Record<Kind, ReadonlyArray<number>>>
  /** New plays of some reported artists, by their times. */
  readonly fresh: { readonly artists: ReadonlyArray<number>; readonly span: Span } | null
}

const shownColumns = sql.literal("artist_id, track_id, album_id, reported_track_id, reported_album_id, visible")

/** The condition of the affected plays; null if there are none. */
const conditionOf = ({ changed, fresh, hidden }: Affected) => {
  const isOf = (column: string, ids: ReadonlyArray<number>) =>
    ids.length === 0 ? [] : [sql`${sql.literal(column)} = ANY(${ids}::int[])`]
  const conditions = [
    // A track that stands for another one may have become another artist's.
    ...isOf("track_id", changed.track),
    ...isOf("reported_track_id", changed.track),
    ...isOf("album_id", changed.album),
    ...isOf("reported_album_id", changed.album),
    ...isOf("artist_id", hidden.artist),
    ...isOf("album_id", hidden.album),
    ...isOf("track_id", hidden.track),
    ...(fresh === null ? [] : [sql`(${within("played_at", fresh.span)} AND artist_id = ANY(${fresh.artists}::int[]))`])
  ]
  return conditions.length === 0 ? null : conditions.reduce((all, one) => sql`${all} OR ${one}`)
}

/** Whether more plays than these are affected. */
export const isMoreThan = (plays: number, affected: Affected) => {
  const isAffected = conditionOf(affected)
  return isAffected === null
    ? Effect.succeed(false)
    : Effect.map(
        sql({ count: number })`
          SELECT count(*) AS count FROM (SELECT FROM listening_plays WHERE ${isAffected} LIMIT ${plays + 1}) AS affected`,
        ([row]) => row!.count > plays
      )
}

/**
 * Computes the artist, track and album of plays from what was reported and what stands for it. Returns the plays that
 * changed, with their state before.
 */
export const correctPlays = Effect.fn("listening.correctPlays")(function* (affected: Affected) {
  const isAffected = conditionOf(affected)
  if (isAffected === null) return []
  // The plays are read once, by the indexes of the conditions, before the joins.
  return yield* sql(movedColumns)`
    WITH affected AS MATERIALIZED (SELECT * FROM listening_plays WHERE ${isAffected}),
    target AS (
      SELECT own.id, own.artist_id AS old_artist_id, own.album_id AS old_album_id, own.track_id AS old_track_id,
        own.visible AS was_visible, track.artist_id, track.id AS track_id, album.id AS album_id,
        CASE WHEN track.id <> reported_track.id THEN reported_track.id END AS reported_track_id,
        CASE WHEN album.id <> reported_album.id THEN reported_album.id END AS reported_album_id,
        NOT (own.twin OR artist.hidden OR track.hidden OR coalesce(album.hidden, false)) AS visible
      FROM affected AS own
      JOIN listening_tracks AS reported_track ON reported_track.id = coalesce(own.reported_track_id, own.track_id)
      JOIN listening_tracks AS track ON track.id = coalesce(reported_track.stand_in, reported_track.id)
      JOIN listening_artists AS artist ON artist.id = track.artist_id
      LEFT JOIN listening_albums AS reported_album
        ON reported_album.id = coalesce(own.reported_album_id, own.album_id)
      LEFT JOIN listening_albums AS album ON album.id = coalesce(reported_album.stand_in, reported_album.id)
    )
    UPDATE listening_plays AS play SET (${shownColumns}) = (
      target.artist_id, target.track_id, target.album_id, target.reported_track_id, target.reported_album_id,
      target.visible)
    FROM target
    WHERE play.id = target.id
      AND (play.artist_id, play.track_id, play.album_id, play.reported_track_id, play.reported_album_id, play.visible)
        IS DISTINCT FROM (target.artist_id, target.track_id, target.album_id, target.reported_track_id,
          target.reported_album_id, target.visible)
    RETURNING play.day, play.artist_id, play.album_id, play.track_id, play.visible, target.old_artist_id,
      target.old_album_id, target.old_track_id, target.was_visible`
})
