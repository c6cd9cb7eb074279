import type { AlbumDetail, ArtistDetail } from "@daybook/core/listening"
import { everOf } from "./counts.js"
import type { Row } from "./Read.js"
import { picture } from "./picture.js"
import { sql } from "./sql.js"

const row = (rows: ReadonlyArray<Row>): Row => rows[0] ?? {}

/** Concerts of the performer that is the artist `me`. A match by MusicBrainz id wins over a match by name. */
const concerts = sql`
  SELECT json_agg(json_build_array(seen.id, seen.date, seen.title, seen.venue, seen.city, seen.attended) ORDER BY seen.date DESC, seen.id DESC) FROM (
    SELECT DISTINCT event.id, event.date, event.title, venue.name AS venue, venue.city, event.going AND event.over <= now() AS attended
    FROM attending_performers AS performer JOIN attending_billings AS bill ON bill.performer_id = performer.id
    JOIN attending_events AS event ON event.id = bill.event_id LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
    WHERE (performer.mbid = me.mbid OR performer.match_name = me.match_name) AND event.doubt IS NULL AND event.kind = 'concert' AND me.id = (
      SELECT own.id FROM listening_artists AS own WHERE (own.mbid = performer.mbid OR own.match_name = performer.match_name) AND own.heard AND NOT own.hidden
      ORDER BY own.mbid = performer.mbid DESC NULLS LAST, own.id LIMIT 1)
  ) AS seen`

/**
 * An artist's details without a scan of all plays: counts are stored, an index has the first and the last play, and the
 * search for an album's second track stops early.
 */
export const artistDetail = (id: number) => ({
  sql: sql`
    WITH counted AS NOT MATERIALIZED (${everOf("artist")}), me AS (
      SELECT named.*, counted.plays FROM listening_artists AS named JOIN counted ON counted.subject = named.id WHERE named.id = ${id}
    ), own_tracks AS MATERIALIZED (
      SELECT track.*, heard.plays FROM listening_tracks AS track JOIN (${everOf("track")}) AS heard ON heard.subject = track.id WHERE track.artist_id = ${id}
    ), own_albums AS MATERIALIZED (
      SELECT album.*, heard.plays FROM listening_albums AS album JOIN (${everOf("album")}) AS heard ON heard.subject = album.id WHERE album.artist_id = ${id}
    )
    SELECT me.*, (SELECT name FROM listening_genres WHERE id = me.genre_id) AS genre, ${picture("listening", "artist", sql`me.id`)},
      (SELECT min(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS first,
      (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS last,
      (SELECT count(*) FROM own_tracks)::int AS distinct_tracks, (SELECT count(*) FROM own_albums)::int AS distinct_albums,
      (1 + (SELECT count(*) FROM counted WHERE counted.plays > me.plays) + (
        SELECT count(*) FROM counted JOIN listening_artists AS other ON other.id = counted.subject
        WHERE counted.plays = me.plays AND (other.sort_name, other.id) < (me.sort_name, me.id)))::int AS rank,
      (SELECT json_agg(year.plays ORDER BY year.bucket) FROM listening_counts AS year
        WHERE year.kind = 'artist' AND year.grain = 'year' AND year.subject = ${id}
          AND year.bucket = ANY(ARRAY(SELECT bucket FROM listening_buckets WHERE grain = 'year'))) AS years,
      (SELECT json_agg(json_build_array(best.id, best.plays, best.name, best.apple_music_url, best.picture) ORDER BY best.plays DESC, best.sort_name, best.id) FROM (
        SELECT *, ${picture("listening", "album", sql`own_albums.id`)} FROM own_albums WHERE EXISTS (
          SELECT FROM listening_plays WHERE visible AND album_id = own_albums.id
            AND track_id <> (SELECT track_id FROM listening_plays WHERE visible AND album_id = own_albums.id ORDER BY played_at LIMIT 1)
        ) ORDER BY plays DESC, sort_name, id LIMIT 10) AS best) AS albums,
      (SELECT json_agg(json_build_array(best.id, best.plays, newest.album_id, album.name, best.name, best.apple_music_url, best.preview_url, shown.picture)
          ORDER BY best.plays DESC, best.sort_name, best.id)
        FROM (SELECT * FROM own_tracks ORDER BY plays DESC, sort_name, id LIMIT 10) AS best
        LEFT JOIN LATERAL (
          SELECT album_id FROM listening_plays WHERE track_id = best.id AND visible AND album_id IS NOT NULL ORDER BY played_at DESC LIMIT 1
        ) AS newest ON true LEFT JOIN listening_albums AS album ON album.id = newest.album_id
        CROSS JOIN LATERAL (SELECT ${picture("listening", "album", sql`album.id`)}) AS shown) AS tracks,
      (SELECT json_agg(json_build_array(near.id, near.plays, near.name, near.genre, near.similarity, near.picture) ORDER BY near.similarity DESC, near.sort_name, near.id) FROM (
        SELECT other.id, other.name, other.sort_name, counted.plays, alike.similarity, (SELECT name FROM listening_genres WHERE id = other.genre_id) AS genre,
          ${picture("listening", "artist", sql`other.id`)}
        FROM listening_similar AS alike JOIN listening_artists AS other ON other.name = alike.name AND other.id <> ${id}
        JOIN counted ON counted.subject = other.id
        WHERE alike.artist_id = ${id} ORDER BY alike.similarity DESC, other.sort_name, other.id LIMIT 10) AS near) AS similar,
      (${concerts}) AS concerts
    FROM me`,
  fromAnswer: (one: typeof ArtistDetail.Type) => [
    one.scrobble_count,
    one.all_time_rank,
    one.distinct_tracks,
    one.distinct_albums,
    one.genre,
    one.sparkline?.points.map(({ count }) => count).filter((plays) => plays > 0),
    one.top_albums.map(({ id, playcount }) => [id, playcount]),
    one.top_tracks.map(({ album_id, id, scrobble_count }) => [id, scrobble_count, album_id]),
    one.similar_artists.map(({ id, your_scrobble_count }) => [id, your_scrobble_count]),
    one.concerts.map(({ event_id }) => [event_id])
  ],
  fromRows: (rows: ReadonlyArray<Row>) => {
    const one = row(rows)
    const cut = (name: string, length: number) =>
      ((one[name] as ReadonlyArray<ReadonlyArray<unknown>> | null) ?? []).map((values) => values.slice(0, length))
    return [
      one["plays"],
      one["rank"],
      one["distinct_tracks"],
      one["distinct_albums"],
      one["genre"],
      one["years"],
      cut("albums", 2),
      cut("tracks", 3),
      cut("similar", 2),
      cut("concerts", 1)
    ]
  }
})

/** An album's details from one scan of its plays. */
export const albumDetail = (id: number) => ({
  sql: sql`
    WITH own AS MATERIALIZED (SELECT played_at, track_id FROM listening_plays WHERE visible AND album_id = ${id})
    SELECT album.*, artist.name AS artist_name, ${picture("listening", "album", sql`album.id`)}, (SELECT count(*)::int FROM own) AS plays, (SELECT min(played_at) FROM own) AS first,
      (SELECT json_agg(json_build_array(track.id, of.plays, track.name, track.apple_music_url, track.preview_url) ORDER BY of.plays DESC, track.sort_name, track.id)
        FROM (SELECT track_id, count(*) AS plays FROM own GROUP BY track_id) AS of JOIN listening_tracks AS track ON track.id = of.track_id) AS tracks
    FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id WHERE album.id = ${id}`,
  fromAnswer: (one: typeof AlbumDetail.Type) => [
    one.playcount,
    one.tracks.map(({ id, scrobble_count }) => [id, scrobble_count])
  ],
  fromRows: (rows: ReadonlyArray<Row>) => {
    const one = row(rows)
    return [
      one["plays"],
      ((one["tracks"] as ReadonlyArray<ReadonlyArray<unknown>> | null) ?? []).map((values) => values.slice(0, 2))
    ]
  }
})
