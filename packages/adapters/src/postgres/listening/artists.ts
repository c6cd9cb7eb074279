import { feedItemType, logChanges } from "@daybook/core/changes"
import { type Kind, kinds, type ListeningChanges } from "@daybook/core/listening"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { sql } from "../kit/sql.js"
import { type RowOf, boolean, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { type CountedPlay, countedPlayColumns } from "./rollup.js"
import { bestMetadata } from "./rows.js"
import { type Move, movesOf } from "./spellings.js"
import { type Named, recheck } from "./visibility.js"

type Renamed = RowOf<typeof renamedColumns>

const renamedColumns = { id: number, name: text, before: text }

/** Artists to check: those whose plays changed, and those whose spellings changed otherwise. */
interface Touched {
  readonly played: ReadonlySet<number> | "all"
  readonly spelled: ReadonlySet<number>
}

/**
 * Names artists by what the owner wrote, else by their most played spelling; ties go by code point. Renamed artists
 * count as appeared in the library.
 * Plays can only rename an artist with several spellings. Titles of an artist that the owner named are published again.
 */
export const nameArtists = Effect.fn("listening.nameArtists")(function* (
  { played, spelled }: Touched,
  changes: ListeningChanges
) {
  if (played !== "all" && played.size + spelled.size === 0) return changes
  const isTouched = (id: string) =>
    played === "all" ? sql`true` : sql`${sql.literal(id)} = ANY(${[...played, ...spelled]}::int[])`
  const rows = yield* sql({ id: number })`
    SELECT artist_id AS id FROM listening_spellings
    WHERE ${isTouched("artist_id")} GROUP BY artist_id HAVING count(*) > 1
    UNION SELECT id FROM listening_artists WHERE given_name IS NOT NULL AND ${isTouched("id")}`
  const several = rows.map(({ id }) => id)
  const ids = [...new Set([...several, ...spelled])]
  if (ids.length === 0) return changes
  const renamed = yield* renameArtists(ids, several)
  for (const one of renamed) yield* renameInFeed(one)
  if (renamed.length === 0 && (several.length === 0 || changes.upserted.length === 0)) return changes
  return yield* republished(ids, new Set(renamed.map(({ id }) => id)), changes)
})

/**
 * Renames artists by their spellings, unless the owner named them. For artists with several spellings, their plays
 * decide; if all are hidden, a spelling that only a correction uses comes last.
 */
export const renameArtists = Effect.fn("listening.rename")(function* (
  ids: ReadonlyArray<number>,
  several: ReadonlyArray<number>
) {
  const rows = yield* sql(renamedColumns)`
    UPDATE listening_artists AS artist
    SET name = coalesce(artist.given_name, best.name), sort_name = coalesce(artist.given_sort_name, best.sort_name),
      reported_mbid = best.mbid, url = best.url
    FROM (
      SELECT DISTINCT ON (spelling.artist_id) spelling.artist_id, spelling.name, spelling.sort_name,
        min(mbid COLLATE "C") OVER (PARTITION BY spelling.artist_id) AS mbid,
        coalesce(url, min(url COLLATE "C") OVER (PARTITION BY spelling.artist_id)) AS url
      FROM listening_spellings AS spelling
      LEFT JOIN (
        SELECT spelling_id, count(*) AS plays FROM listening_plays WHERE visible AND artist_id = ANY(${several}::int[])
        GROUP BY spelling_id
      ) AS heard ON heard.spelling_id = spelling.id
      WHERE spelling.artist_id = ANY(${ids}::int[])
      ORDER BY spelling.artist_id, coalesce(heard.plays, 0) DESC,
        CASE WHEN max(heard.plays) OVER (PARTITION BY spelling.artist_id) IS NULL
          THEN EXISTS (SELECT FROM listening_plays AS play WHERE play.spelling_id = spelling.id) END DESC,
        spelling.name COLLATE "C"
    ) AS best, listening_artists AS old
    WHERE artist.id = best.artist_id AND old.id = artist.id
      AND (old.name, old.reported_mbid, old.url) IS DISTINCT FROM (coalesce(old.given_name, best.name), best.mbid, best.url)
    RETURNING artist.id, artist.name, old.name AS before`
  return rows.filter(({ before, name }) => before !== name)
})

/** Updates the feed entries about discoveries. */
export const renameInFeed = ({ before, id, name }: Renamed) =>
  Effect.flatMap(
    sql({ id: number })`
    UPDATE feed_items SET
      title = CASE entity_type WHEN 'artist' THEN replace(title, ${before}, ${name}) ELSE title END,
      subtitle = CASE entity_type WHEN 'artist' THEN subtitle ELSE ${name} END
    WHERE domain = 'listening' AND (entity_type = 'artist' AND entity_id = ${id}
      OR entity_type = 'album' AND entity_id IN (SELECT id FROM listening_albums WHERE artist_id = ${id}))
    RETURNING id`,
    (items) =>
      logChanges(
        "listening",
        "upsert",
        feedItemType,
        items.map(({ id }) => id)
      )
  )

const rowColumns = {
  artistId: number,
  kind: oneOf(kinds),
  id: number,
  name: text,
  artist: text,
  mbid: nullable(text),
  givenMbid: nullable(text),
  url: nullable(text),
  firstPlayedAt: instant
}

const keyOf = ({ id, kind }: { readonly kind: Kind; readonly id: number }) => `${kind} ${id}`

const republished = Effect.fn(function* (
  ids: ReadonlyArray<number>,
  renamed: ReadonlySet<number>,
  changes: ListeningChanges
) {
  const upserted = new Map(changes.upserted.map((one) => [keyOf(one), one]))
  for (const kind of kinds) {
    const artistId = sql.literal(kind === "artist" ? "named.id" : "named.artist_id")
    const rows = yield* sql(rowColumns)`
      SELECT ${kind}::text AS kind, named.id, named.name, artist.name AS artist, named.mbid, named.given_mbid, named.url,
        ${artistId} AS artist_id,
        (
          SELECT min(played_at) FROM listening_plays AS play
          WHERE play.visible AND play.${sql.literal(kind)}_id = named.id
        ) AS first_played_at
      FROM listening_${sql.literal(kind)}s AS named JOIN listening_artists AS artist ON artist.id = ${artistId}
      WHERE named.heard AND artist.id = ANY(${ids}::int[])`
    for (const { artistId, ...one } of rows) {
      if (renamed.has(artistId) || upserted.has(keyOf(one))) upserted.set(keyOf(one), one)
    }
  }
  return { ...changes, upserted: [...upserted.values()] } satisfies ListeningChanges
})

/** Combines the changes of two consecutive writes. */
export const combine = (first: ListeningChanges, then: ListeningChanges): ListeningChanges => {
  const refOf = (one: ListeningChanges["deleted"][number]) => `${one.type} ${one.id}`
  const [upserted, deleted] = [new Set(then.upserted.map(keyOf)), new Set(then.deleted.map(refOf))]
  return {
    upserted: [
      ...first.upserted.filter((one) => !deleted.has(keyOf(one)) && !upserted.has(keyOf(one))),
      ...then.upserted
    ],
    deleted: [...first.deleted.filter((one) => !upserted.has(refOf(one))), ...then.deleted]
  }
}

const movedColumns = { ...countedPlayColumns, visible: boolean }

const none: ListeningChanges = { upserted: [], deleted: [] }

/**
 * Moves the plays of spellings to other artists, with their tracks and albums. Returns what appeared in the library and
 * what disappeared. `countPlays` updates the counts.
 */
export const movePlays = Effect.fn("listening.movePlays")(function* <E, R>(
  moves: ReadonlyArray<Move>,
  countPlays: (plays: ReadonlyArray<CountedPlay>, sign: 1 | -1) => Effect.Effect<void, E, R>
) {
  if (moves.length === 0) return none
  const move = movesOf(moves)
  yield* copyTitles(move, "album", sql`url, apple_music_url, released_year, total_tracks, hidden`)
  yield* copyTitles(move, "track", sql`match_name, url, apple_music_url, preview_url, duration, hidden`)
  const before = yield* sql(movedColumns)`
    SELECT day, artist_id, album_id, track_id, visible FROM listening_plays
    WHERE spelling_id = ANY(${moves.map(({ id }) => id)}::int[])`
  const after = yield* sql(movedColumns)`
    UPDATE listening_plays AS play
    SET artist_id = target.artist_id, track_id = target.track_id, album_id = target.album_id
    FROM (
      SELECT own.id, move.artist_id, track.id AS track_id, album.id AS album_id
      FROM ${move} JOIN listening_plays AS own ON own.spelling_id = move.spelling_id
      JOIN listening_tracks AS old_track ON old_track.id = own.track_id
      JOIN listening_tracks AS track ON track.artist_id = move.artist_id AND track.fold = old_track.fold
      LEFT JOIN listening_albums AS old_album ON old_album.id = own.album_id
      LEFT JOIN listening_albums AS album ON album.artist_id = move.artist_id AND album.fold = old_album.fold
    ) AS target WHERE target.id = play.id
    RETURNING play.day, play.artist_id, play.album_id, play.track_id, play.visible`
  yield* countPlays(
    before.filter(({ visible }) => visible),
    -1
  )
  yield* countPlays(
    after.filter(({ visible }) => visible),
    1
  )
  const changes = yield* recheck(touchedBy([...before, ...after]))
  yield* deleteEmptied(moves)
  const left = touchedBy(before)
  yield* deleteUnreported("album", left("album"))
  yield* deleteUnreported("track", left("track"))
  return changes
})

const touchedBy =
  (plays: ReadonlyArray<Named>) =>
  (kind: Kind): ReadonlySet<number> => {
    const ids = plays.map((play) =>
      kind === "artist" ? play.artistId : kind === "album" ? play.albumId : play.trackId
    )
    return new Set(ids.filter((id) => id !== null))
  }

/** Copies titles of the moved plays that the new artist lacks, and merges the metadata of existing ones. */
const copyTitles = (move: Statement.Fragment, kind: "album" | "track", details: Statement.Fragment) => {
  const [table, id] = [sql(`listening_${kind}s`), sql(`${kind}_id`)]
  const own = sql`
    SELECT DISTINCT ON (move.artist_id, title.fold) move.artist_id AS new_artist_id, title.*
    FROM ${move} JOIN listening_plays AS play ON play.spelling_id = move.spelling_id
    JOIN ${table} AS title ON title.id = play.${id}
    ORDER BY move.artist_id, title.fold, ${kind === "track" ? sql`title.duration DESC NULLS LAST,` : sql``} title.id`
  return Effect.gen(function* () {
    yield* sql`
      UPDATE ${table} AS title SET ${bestMetadata(sql`title`, sql`old`)}
        ${kind === "track" ? sql`, duration = greatest(title.duration, old.duration)` : sql``}
      FROM (${own}) AS old WHERE title.artist_id = old.new_artist_id AND title.fold = old.fold`
    yield* sql`
      INSERT INTO ${table} (artist_id, reported_artist_id, name, fold, sort_name, reported_mbid, heard, ${details})
      SELECT new_artist_id, new_artist_id, name, fold, sort_name, reported_mbid, false, ${details} FROM (${own}) AS old
      WHERE NOT EXISTS (
        SELECT FROM ${table} AS title WHERE title.artist_id = old.new_artist_id AND title.fold = old.fold
      )`
  })
}

/** Deletes artists without spellings, and all their rows. */
const deleteEmptied = Effect.fn(function* (moves: ReadonlyArray<Move>) {
  const emptied = sql`SELECT id FROM listening_artists AS artist WHERE id = ANY(${moves.map(({ from }) => from)}::int[])
    AND NOT EXISTS (SELECT FROM listening_spellings AS spelling WHERE spelling.artist_id = artist.id)`
  yield* sql`DELETE FROM listening_similar WHERE artist_id IN (${emptied})`
  yield* forget("listening", "artist", emptied)
  yield* forget("listening", "album", sql`SELECT id FROM listening_albums WHERE artist_id IN (${emptied})`)
  yield* forget("listening", "track", sql`SELECT id FROM listening_tracks WHERE artist_id IN (${emptied})`)
  yield* sql`DELETE FROM listening_albums WHERE artist_id IN (${emptied})`
  yield* sql`DELETE FROM listening_tracks WHERE artist_id IN (${emptied})`
  yield* sql`DELETE FROM listening_artists WHERE id IN (${emptied})`
})

/**
 * Deletes titles that moved with all their plays to another artist: here nobody reports them any more. Those that stand
 * for others, or have one that stands for them, are kept for the plays behind them.
 */
const deleteUnreported = Effect.fn(function* (kind: "album" | "track", ids: ReadonlySet<number>) {
  if (ids.size === 0) return
  const id = sql(`${kind}_id`)
  const unreported = sql`
    SELECT id FROM ${sql(`listening_${kind}s`)} AS title WHERE id = ANY(${[...ids]}::int[]) AND stand_in IS NULL
      AND NOT EXISTS (SELECT FROM listening_plays AS play WHERE play.${id} = title.id)
      AND NOT EXISTS (SELECT FROM ${sql(`listening_${kind}s`)} AS other WHERE other.stand_in = title.id)`
  yield* forget("listening", kind, unreported)
  yield* sql`DELETE FROM ${sql(`listening_${kind}s`)} WHERE id IN (${unreported})`
})
