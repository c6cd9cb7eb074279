import type { NewCorrection } from "@daybook/core/corrections"
import { type Discovery, type Kind, type ListeningChanges, correctLibrary, kinds } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import { Effect } from "effect"
import { instant, nullable, number, text } from "../../kit/columns.js"
import { sql } from "../../kit/sql.js"
import { combine, renameArtists, renameInFeed } from "../artists.js"
import type { CountedPlay } from "../rollup.js"
import { recheck, unchanged } from "../visibility.js"
import { correctPlays, isMoreThan } from "./correctPlays.js"
import { type StoredLibrary, storedLibrary } from "./reported.js"
import { rehide, writeArtists, writeTitles } from "./writeRows.js"

/** What corrections changed. */
export interface Corrected {
  readonly changes: ListeningChanges
  /** The part of the changes that entered or left the library. */
  readonly flips: ListeningChanges
  readonly plays: number
  /** The artists that corrections connect with the names. */
  readonly artists: ReadonlyArray<number>
  /** Whether the plays wait, because they are more than the scope allows. Their records are corrected. */
  readonly isDeferred: boolean
  /** Rows by kind whose answers may differ. */
  readonly touched: Readonly<Record<Kind, ReadonlySet<number>>>
}

export const nothing: Corrected = {
  changes: unchanged,
  flips: unchanged,
  plays: 0,
  artists: [],
  isDeferred: false,
  touched: { artist: new Set(), album: new Set(), track: new Set() }
}

/** What to correct besides the records of the names. */
interface Scope {
  /** The times of new plays. */
  readonly span?: Span | null
  /** Artists that have no spelling any more. */
  readonly formerArtists?: ReadonlyArray<number>
  /** The most plays to correct now; any number if absent. */
  readonly atMost?: number | undefined
}

/** Updates the counts for plays that left records and plays that joined them. */
export type CountMoved<E, R> = (
  left: ReadonlyArray<CountedPlay>,
  joined: ReadonlyArray<CountedPlay>
) => Effect.Effect<void, E, R>

/**
 * Applies corrections to all records that they connect with artists of these folded names. What is reported stays, so
 * that fewer corrections restore it.
 */
export const applyCorrections = Effect.fn("listening.applyCorrections")(function* <E, R>(
  corrections: ReadonlyArray<NewCorrection>,
  names: ReadonlySet<string>,
  countMoved: CountMoved<E, R>,
  { atMost, formerArtists = [], span = null }: Scope = {}
) {
  if (names.size === 0) return nothing
  const library = yield* storedLibrary(names, formerArtists)
  const changed = yield* writeRows(corrections, library)
  const renamed = yield* renameArtists(changed.artist, changed.artist)
  for (const one of renamed) yield* renameInFeed(one)
  const hidden = yield* rehideAll(
    changed,
    renamed.map(({ id }) => id)
  )
  const fresh = span === null ? null : { artists: library.artists.map(({ id }) => id), span }
  const affected = { changed, hidden, fresh }
  const isDeferred = atMost !== undefined && (yield* isMoreThan(atMost, affected))
  const plays = isDeferred ? [] : yield* correctPlays(affected)
  const left = plays.flatMap(({ day, oldAlbumId, oldArtistId, oldTrackId, wasVisible }) =>
    wasVisible ? [{ day, artistId: oldArtistId, albumId: oldAlbumId, trackId: oldTrackId }] : []
  )
  const joined = plays.filter(({ visible }) => visible)
  yield* countMoved(left, joined)
  const touched = {
    artist: new Set([...changed.artist, ...[...left, ...joined].map(({ artistId }) => artistId)]),
    album: new Set([...changed.album, ...[...left, ...joined].flatMap(({ albumId }) => albumId ?? [])]),
    track: new Set([...changed.track, ...[...left, ...joined].map(({ trackId }) => trackId)])
  }
  const flips = yield* recheck((kind) => touched[kind])
  const others = yield* Effect.forEach(kinds, (kind) =>
    inLibrary(
      kind,
      changed[kind],
      renamed.map(({ id }) => id)
    )
  )
  yield* updateFeed(changed.album)
  return {
    flips,
    changes: combine(flips, { upserted: others.flat(), deleted: [] }),
    plays: plays.length,
    artists: library.artists.map(({ id }) => id),
    isDeferred,
    touched
  } satisfies Corrected
})

const writeRows = Effect.fn(function* (corrections: ReadonlyArray<NewCorrection>, { artists, titles }: StoredLibrary) {
  const reported = (kind: "album" | "track") =>
    titles[kind].map(({ fold, id, reportedArtistId }) => ({ id, fold, artistId: reportedArtistId }))
  const corrected = correctLibrary(corrections, { artists, albums: reported("album"), tracks: reported("track") })
  return {
    artist: yield* writeArtists(artists, corrected.artists),
    album: yield* writeTitles("album", titles.album, corrected.albums),
    track: yield* writeTitles("track", titles.track, corrected.tracks)
  }
})

const discoveryColumns = {
  id: number,
  name: text,
  artist: text,
  mbid: nullable(text),
  givenMbid: nullable(text),
  url: nullable(text),
  firstPlayedAt: nullable(instant)
}

/** Those of some rows, and of the rows of some artists, that are in the library, with their names as corrected. */
const inLibrary = (kind: Kind, ids: ReadonlyArray<number>, artists: ReadonlyArray<number>) => {
  if (ids.length + artists.length === 0) return Effect.succeed([])
  const artistId = sql.literal(kind === "artist" ? "named.id" : "named.artist_id")
  return Effect.map(
    sql(discoveryColumns)`
      SELECT named.id, named.name, artist.name AS artist, named.mbid, named.given_mbid, named.url, (
        SELECT min(played_at) FROM listening_plays AS play
        WHERE play.visible AND play.${sql.literal(kind)}_id = named.id
      ) AS first_played_at
      FROM ${sql(`listening_${kind}s`)} AS named JOIN listening_artists AS artist ON artist.id = ${artistId}
      WHERE (named.id = ANY(${ids}::int[]) OR ${artistId} = ANY(${artists}::int[])) AND named.heard`,
    (rows) => rows.map(({ firstPlayedAt, ...row }): Discovery => ({ ...row, kind, firstPlayedAt: firstPlayedAt ?? 0 }))
  )
}

/** Filters compare names as corrected, for tracks also those of their artists. */
const rehideAll = Effect.fn(function* (
  changed: Readonly<Record<Kind, ReadonlyArray<number>>>,
  renamed: ReadonlyArray<number>
) {
  const tracks =
    renamed.length === 0
      ? []
      : yield* sql({ id: number })`SELECT id FROM listening_tracks WHERE artist_id = ANY(${renamed}::int[])`
  return {
    artist: yield* rehide("artist", changed.artist),
    album: yield* rehide("album", changed.album),
    track: yield* rehide("track", [...new Set([...changed.track, ...tracks.map(({ id }) => id)])])
  }
})

/** Feed entries about new albums have the corrected names. */
const updateFeed = (albums: ReadonlyArray<number>) =>
  albums.length === 0
    ? Effect.void
    : sql`
        UPDATE feed_items AS item SET title = 'New album: ' || album.name, subtitle = artist.name
        FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id
        WHERE item.domain = 'listening' AND item.entity_type = 'album' AND item.entity_id = album.id
          AND album.id = ANY(${albums}::int[])`

/** All touched records, as references. */
export const touchedRecords = ({ touched }: Corrected) =>
  kinds.flatMap((type) => Array.from(touched[type], (id) => ({ type, id })))
