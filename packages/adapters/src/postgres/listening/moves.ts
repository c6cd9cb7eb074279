import type { Kind, Presence } from "@daybook/core/listening"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { type Named, recheck } from "./presence.js"
import type { Counted } from "./rollup.js"
import type { Move } from "./spellings.js"

interface Moved extends Counted {
  readonly visible: boolean
}

const none: Presence = { appeared: [], vanished: [] }

/**
 * Gives the plays of spellings to other artists, who get their tracks and albums, and says what came into the library and
 * left it by that. `counted` takes plays into the counts and out of them.
 */
export const movePlays = Effect.fn("listening.movePlays")(function*<E, R>(
  sql: SqlClient.SqlClient,
  moves: ReadonlyArray<Move>,
  counted: (plays: ReadonlyArray<Counted>, sign: 1 | -1) => Effect.Effect<void, E, R>
) {
  if (moves.length === 0) return none
  const move = sql`unnest(${moves.map(({ id }) => id)}::int[], ${moves.map(({ to }) => to)}::int[]) AS move (spelling_id, artist_id)`
  yield* copyTitles(sql, move, "album", sql`url, apple_music_url, released_year, total_tracks, hidden`)
  yield* copyTitles(sql, move, "track", sql`match_name, url, apple_music_url, preview_url, duration, hidden`)
  const before = yield* sql<Moved>`
    SELECT day, artist_id, album_id, track_id, visible FROM listening_plays WHERE spelling_id = ANY(${moves.map(({ id }) => id)}::int[])`
  const after = yield* sql<Moved>`
    UPDATE listening_plays AS play SET artist_id = target.artist_id, track_id = target.track_id, album_id = target.album_id
    FROM (
      SELECT own.id, move.artist_id, track.id AS track_id, album.id AS album_id
      FROM ${move} JOIN listening_plays AS own ON own.spelling_id = move.spelling_id
      JOIN listening_tracks AS old_track ON old_track.id = own.track_id
      JOIN listening_tracks AS track ON track.artist_id = move.artist_id AND track.name = old_track.name
      LEFT JOIN listening_albums AS old_album ON old_album.id = own.album_id
      LEFT JOIN listening_albums AS album ON album.artist_id = move.artist_id AND album.name = old_album.name
    ) AS target WHERE target.id = play.id
    RETURNING play.day, play.artist_id, play.album_id, play.track_id, play.visible`
  yield* counted(before.filter(({ visible }) => visible), -1)
  yield* counted(after.filter(({ visible }) => visible), 1)
  const presence = yield* recheck(sql, touchedBy([...before, ...after]))
  yield* forget(sql, moves)
  return presence
})

const touchedBy = (plays: ReadonlyArray<Named>) => (kind: Kind): ReadonlySet<number> => {
  const ids = plays.map((play) => kind === "artist" ? play.artistId : kind === "album" ? play.albumId : play.trackId)
  return new Set(ids.filter((id) => id !== null))
}

/** Titles of the moved plays that their new artist does not have yet, and what is known of those that it has. */
const copyTitles = (sql: SqlClient.SqlClient, move: Statement.Fragment, kind: "album" | "track", details: Statement.Fragment) => {
  const [table, id] = [sql(`listening_${kind}s`), sql(`${kind}_id`)]
  const own = sql`
    SELECT DISTINCT ON (move.artist_id, title.name) move.artist_id AS new_artist_id, title.*
    FROM ${move} JOIN listening_plays AS play ON play.spelling_id = move.spelling_id JOIN ${table} AS title ON title.id = play.${id}
    ORDER BY move.artist_id, title.name, ${kind === "track" ? sql`title.duration DESC NULLS LAST,` : sql``} title.id`
  return Effect.gen(function*() {
    yield* sql`
      UPDATE ${table} AS title SET mbid = coalesce(title.mbid, old.mbid), url = coalesce(title.url, old.url)
        ${kind === "track" ? sql`, duration = greatest(title.duration, old.duration)` : sql``}
      FROM (${own}) AS old WHERE title.artist_id = old.new_artist_id AND title.name = old.name`
    yield* sql`
      INSERT INTO ${table} (artist_id, name, sort_name, mbid, heard, ${details})
      SELECT new_artist_id, name, sort_name, mbid, false, ${details} FROM (${own}) AS old
      WHERE NOT EXISTS (SELECT FROM ${table} AS title WHERE title.artist_id = old.new_artist_id AND title.name = old.name)`
  })
}

/** Artists that have no spelling any longer, with all that was theirs. */
const forget = Effect.fn(function*(sql: SqlClient.SqlClient, moves: ReadonlyArray<Move>) {
  const gone = sql`SELECT id FROM listening_artists AS artist WHERE id = ANY(${moves.map(({ from }) => from)}::int[])
    AND NOT EXISTS (SELECT FROM listening_spellings AS spelling WHERE spelling.artist_id = artist.id)`
  yield* sql`DELETE FROM listening_similar WHERE artist_id IN (${gone})`
  yield* sql`
    DELETE FROM listening_lookups WHERE kind = 'artist' AND subject IN (${gone})
      OR kind = 'album' AND subject IN (SELECT id FROM listening_albums WHERE artist_id IN (${gone}))
      OR kind = 'track' AND subject IN (SELECT id FROM listening_tracks WHERE artist_id IN (${gone}))`
  yield* sql`DELETE FROM listening_albums WHERE artist_id IN (${gone})`
  yield* sql`DELETE FROM listening_tracks WHERE artist_id IN (${gone})`
  yield* sql`DELETE FROM listening_artists WHERE id IN (${gone})`
})
