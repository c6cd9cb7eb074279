import { minTolerance, maxPause, minuteMillis, playSources, twinsOf } from "@daybook/core/listening"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { type RowOf, boolean, date, instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** The most that rounding moves a start: once for the end, once for the start computed from it. */
const rounding = `${2 * minuteMillis + 2_000} milliseconds`
const nearStart = `${minTolerance} milliseconds`
const pause = `${maxPause} milliseconds`

const twinKeyColumns = { playedAt: instant, trackId: number }
/** The time and name of a play that was added or removed. */
export type TwinKey = RowOf<typeof twinKeyColumns>
const twinKeys = table("listening_plays", twinKeyColumns)

const momentColumns = { ...twinKeyColumns, albumId: nullable(number), spellingId: number, precise: boolean }
/** A play that was added or removed, with what distinguishes it from others of its moment. */
export type MomentKey = RowOf<typeof momentColumns>
const momentKeys = table("listening_plays", momentColumns)

const reportColumns = {
  twin: boolean,
  /** Whether a filter hides the play, duplicate or not. */
  hidden: boolean,
  /** As stored: a correction of many plays may not have reached this one yet. */
  visible: boolean,
  id: number,
  source: text,
  playedAt: instant,
  precise: boolean,
  endedAt: nullable(instant),
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
 * Finds duplicates near the changed plays: another report of a visible play. Returns the plays whose
 * visibility changed. The result depends only on the stored plays as reported, neither on their order of arrival nor on
 * corrections.
 */
export const pairTwins = Effect.fn("listening.pairTwins")(function* (plays: ReadonlyArray<TwinKey>) {
  const reports = yield* nearPlays(plays)
  const twins = twinsOf(yield* playSources, reports)
  const flipped = reports.filter(({ id, twin }) => twin !== twins.has(id))
  const seen = flipped.filter(({ hidden }) => !hidden)
  if (flipped.length > 0) {
    yield* sql`
      UPDATE listening_plays SET twin = NOT twin, visible = twin AND id = ANY(${seen.map(({ id }) => id)}::int[])
      WHERE id = ANY(${flipped.map(({ id }) => id)}::int[])`
  }
  return { shown: seen.filter(({ twin }) => twin), hidden: flipped.filter(({ visible }) => visible) }
})

/** Whether a play may have a twin: two services report plays, or one reports ends, at times twice for one play. */
export const mayHaveTwins = Effect.map(
  sql({ may: boolean })`SELECT coalesce(count(*) > 1 OR bool_or(has_ends), false) AS may FROM listening_sources`,
  ([row]) => row?.may === true
)

/**
 * Those of some plays that share their moment with another row of their source, which may name the same play in another
 * way. `OFFSET 0` has the reason that `nearPlays` gives.
 */
export const crowded = (source: string, plays: ReadonlyArray<MomentKey>) =>
  sql(twinKeyColumns)`
    SELECT changed.played_at, changed.track_id FROM ${momentKeys.valuesOf(plays, "changed")}
    WHERE EXISTS (
      SELECT FROM listening_plays AS other
      WHERE other.played_at >= date_trunc('minute', changed.played_at)
        AND other.played_at < date_trunc('minute', changed.played_at) + interval '1 minute'
        AND (other.played_at = changed.played_at OR NOT other.precise OR NOT changed.precise)
        AND other.source = ${source}
        AND (other.played_at, coalesce(other.reported_track_id, other.track_id),
            coalesce(other.reported_album_id, other.album_id), other.spelling_id)
          IS DISTINCT FROM (changed.played_at, changed.track_id, changed.album_id, changed.spelling_id)
      OFFSET 0
    )`

/** All plays that share their moment with another row of their source. */
export const crowdedPlays = sql(twinKeyColumns)`
  SELECT DISTINCT play.played_at, coalesce(play.reported_track_id, play.track_id) AS track_id
  FROM listening_plays AS play
  JOIN (
    SELECT source, date_trunc('minute', played_at) AS minute FROM listening_plays
    GROUP BY 1, 2 HAVING count(*) > 1 AND (count(DISTINCT played_at) < count(*) OR bool_or(NOT precise))
  ) AS crowd ON crowd.source = play.source AND crowd.minute = date_trunc('minute', play.played_at)`

export const playsOfTracks = (tracks: ReadonlyArray<number>) =>
  sql(twinKeyColumns)`
    SELECT played_at, coalesce(reported_track_id, track_id) AS track_id FROM listening_plays
    WHERE coalesce(reported_track_id, track_id) = ANY(${tracks}::int[])`

/**
 * Plays to check again when tracks of these names turn out to be longer. A longer tolerance pairs visible plays. It may
 * also pair a duplicate differently, unless the rule of near starts pairs it for certain. Nothing can change if all
 * services but the first have only such duplicates.
 */
export const unpaired = Effect.fn("listening.unpaired")(function* (longer: ReadonlyArray<string>) {
  const sources = yield* sql({ source: text })`SELECT source FROM listening_sources`
  const { compare } = yield* playSources
  const [first = ""] = sources.map(({ source }) => source).sort(compare)
  return yield* sql(twinKeyColumns)`
    SELECT play.played_at, track.id AS track_id
    FROM listening_plays AS play
    JOIN listening_tracks AS track ON track.id = coalesce(play.reported_track_id, play.track_id)
    WHERE play.source <> ${first} AND (NOT play.twin OR NOT (${isNearFirst(first)}))
      AND ${titleOf("track")} = ANY (SELECT ${titleOf("longer")} FROM unnest(${longer}::text[]) AS longer (match_name))`
})

/**
 * Whether a duplicate is the only play of its service near a visible one of the first service. The names are equal, so
 * that the artists are. `OFFSET 0` has the reason that `nearPlays` gives.
 */
const isNearFirst = (first: string) => sql`
  play.precise AND EXISTS (
    SELECT FROM listening_plays AS lead
    WHERE lead.played_at >= play.played_at - ${nearStart}::interval
      AND lead.played_at <= play.played_at + ${nearStart}::interval
      AND coalesce(lead.reported_track_id, lead.track_id) = track.id AND lead.source = ${first} AND lead.precise AND NOT lead.twin
    OFFSET 0
  ) AND NOT EXISTS (
    SELECT FROM listening_plays AS other
    JOIN listening_tracks AS named ON named.id = coalesce(other.reported_track_id, other.track_id)
    WHERE other.played_at >= play.played_at - 2 * ${nearStart}::interval - ${rounding}::interval
      AND other.played_at <= play.played_at + 2 * ${nearStart}::interval + ${rounding}::interval
      AND other.source = play.source AND other.id <> play.id AND ${titleOf("named")} = ${titleOf("track")}
    OFFSET 0
  )`

/** The part of a track's normalized name that stands for its title. */
const titleOf = (alias: string) => sql.literal(`split_part(${alias}.match_name, '|', -1)`)

/** The longest duration of the tracks that a condition selects, or the least tolerance. */
const toleranceOf = (condition: Statement.Fragment) => sql`
  greatest(${minTolerance}::int, (
    SELECT max(alike.duration) FROM listening_tracks AS alike WHERE ${condition} AND alike.duration IS NOT NULL
  ))`

/**
 * The changed plays and their neighbours: plays of one title, each within the longest tolerance plus rounding of the
 * next, or within the longest pause if a service reports ends. `OFFSET 0` keeps the planner from reading all plays: it
 * takes a range between two columns for a large part of the table.
 */
export const nearPlays = (plays: ReadonlyArray<TwinKey>) =>
  sql(reportColumns)`
    WITH RECURSIVE near (played_at, title, reach) AS (
      SELECT changed.played_at, ${titleOf("track")}, ${rounding}::interval + greatest(
        interval '1 millisecond' * ${toleranceOf(sql`${titleOf("alike")} = ${titleOf("track")}`)},
        CASE WHEN (SELECT bool_or(has_ends) FROM listening_sources) THEN ${pause}::interval END)
      FROM ${twinKeys.valuesOf(plays, "changed")} JOIN listening_tracks AS track ON track.id = changed.track_id
      UNION
      SELECT neighbour.played_at, near.title, near.reach
      FROM near
      CROSS JOIN LATERAL (
        SELECT play.played_at FROM listening_plays AS play
        WHERE play.played_at >= near.played_at - near.reach AND play.played_at <= near.played_at + near.reach
          AND (
            SELECT ${titleOf("track")} FROM listening_tracks AS track
            WHERE track.id = coalesce(play.reported_track_id, play.track_id)
          ) = near.title
        OFFSET 0
      ) AS neighbour
    )
    SELECT play.id, play.source, play.played_at, play.precise, play.ended_at, play.twin, play.visible,
      ${toleranceOf(sql`alike.match_name = track.match_name`)} AS tolerance,
      spelling.name AS artist, coalesce(track.reported_name, track.name) AS track,
      coalesce(album.reported_name, album.name) AS album,
      artist.hidden OR shown_track.hidden OR coalesce(shown_album.hidden, false) AS hidden,
      play.day, play.artist_id, play.album_id, play.track_id
    FROM near
    CROSS JOIN LATERAL (SELECT * FROM listening_plays AS one WHERE one.played_at = near.played_at OFFSET 0) AS play
    JOIN listening_tracks AS track
      ON track.id = coalesce(play.reported_track_id, play.track_id) AND ${titleOf("track")} = near.title
    JOIN listening_tracks AS shown_track ON shown_track.id = play.track_id
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    LEFT JOIN listening_albums AS album ON album.id = coalesce(play.reported_album_id, play.album_id)
    LEFT JOIN listening_albums AS shown_album ON shown_album.id = play.album_id`
