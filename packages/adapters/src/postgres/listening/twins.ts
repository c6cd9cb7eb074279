import { leastTolerance, minuteMillis, twinsOf } from "@daybook/core/listening"
import { Effect } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const minute = `${minuteMillis} milliseconds`

const twinKeyColumns = { playedAt: instant, trackId: number }
/** The time and name of a play that was added or removed. */
export type TwinKey = RowOf<typeof twinKeyColumns>
const twinKeys = table("listening_plays", twinKeyColumns)

const reportColumns = {
  twin: boolean,
  /** Whether a filter hides the play, duplicate or not. */
  hidden: boolean,
  id: number,
  source: text,
  playedAt: instant,
  precise: boolean,
  matchName: text,
  artist: text,
  track: text,
  album: nullable(text),
  tolerance: number,
  day: date,
  artistId: number,
  albumId: nullable(number),
  trackId: number
}

/**
 * Finds duplicates near the changed plays: another service's report of a visible play. Returns the plays whose
 * visibility changed. The result depends only on the stored plays, not on their order of arrival.
 */
export const pairTwins = Effect.fn("listening.pairTwins")(function* (plays: ReadonlyArray<TwinKey>) {
  const reports = yield* near(plays)
  const twins = twinsOf(reports)
  const flipped = reports.filter(({ id, twin }) => twin !== twins.has(id))
  const seen = flipped.filter(({ hidden }) => !hidden)
  if (flipped.length > 0) {
    yield* sql`
      UPDATE listening_plays SET twin = NOT twin, visible = twin AND id = ANY(${seen.map(({ id }) => id)}::int[])
      WHERE id = ANY(${flipped.map(({ id }) => id)}::int[])`
  }
  return { shown: seen.filter(({ twin }) => twin), hidden: seen.filter(({ twin }) => !twin) }
})

/**
 * Plays to check again when tracks of these names turn out to be longer. Nothing can change if all services but the
 * first have only duplicates.
 */
export const unpaired = (longer: ReadonlyArray<string>) =>
  sql(twinKeyColumns)`
    SELECT play.played_at, play.track_id
    FROM listening_plays AS play JOIN listening_tracks AS track ON track.id = play.track_id
    WHERE NOT play.twin AND play.source > (SELECT min(source COLLATE "C") FROM listening_sources)
      AND track.match_name = ANY(${longer}::text[])`

/** The changed plays and their neighbours: plays of one name, each within the tolerance plus one minute of the next. */
const near = (plays: ReadonlyArray<TwinKey>) =>
  sql(reportColumns)`
    WITH RECURSIVE near (played_at, match_name, tolerance) AS (
      SELECT changed.played_at, track.match_name, interval '1 millisecond' * greatest(${leastTolerance}::int,
        (
          SELECT max(alike.duration) FROM listening_tracks AS alike
          WHERE alike.match_name = track.match_name AND alike.duration IS NOT NULL
        ))
      FROM ${twinKeys.valuesOf(plays, "changed")} JOIN listening_tracks AS track ON track.id = changed.track_id
      UNION
      SELECT play.played_at, track.match_name, near.tolerance
      FROM near
      JOIN listening_plays AS play ON play.played_at >= near.played_at - near.tolerance - ${minute}::interval
        AND play.played_at <= near.played_at + near.tolerance + ${minute}::interval
      JOIN listening_tracks AS track ON track.id = play.track_id AND track.match_name = near.match_name
    )
    SELECT play.id, play.source, play.played_at, play.precise, play.twin, near.match_name,
      (extract(epoch FROM near.tolerance) * 1000)::int AS tolerance, spelling.name AS artist, track.name AS track,
      album.name AS album, artist.hidden OR track.hidden OR coalesce(album.hidden, false) AS hidden,
      play.day, play.artist_id, play.album_id, play.track_id
    FROM near
    JOIN listening_plays AS play ON play.played_at = near.played_at
    JOIN listening_tracks AS track ON track.id = play.track_id AND track.match_name = near.match_name
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id`
