import type { CorrectedRow, CorrectedTitle, ReportedArtist, ReportedTitle, TitleKind } from "@daybook/core/listening"
import { Effect } from "effect"
import { type ColumnsOf, boolean, nullable, number, text } from "../../kit/columns.js"
import { sql } from "../../kit/sql.js"

/** A reported artist, and what corrections made of it before. */
export type StoredArtist = ReportedArtist & CorrectedRow
const artistColumns: ColumnsOf<StoredArtist> = {
  id: number,
  fold: text,
  mbid: nullable(text),
  standIn: nullable(number),
  givenName: nullable(text),
  givenMbid: nullable(text),
  concealed: boolean
}

/** A reported title, and what corrections made of it before. */
export type StoredTitle = Omit<CorrectedTitle, "givenName"> &
  Pick<ReportedTitle, "fold"> & {
    readonly reportedArtistId: number
    readonly name: string
    /** Null unless the owner gave another one. */
    readonly reportedName: string | null
  }
const titleColumns: ColumnsOf<StoredTitle> = {
  id: number,
  artistId: number,
  reportedArtistId: number,
  fold: text,
  name: text,
  reportedName: nullable(text),
  givenMbid: nullable(text),
  standIn: nullable(number),
  concealed: boolean
}

export interface StoredLibrary {
  readonly artists: ReadonlyArray<StoredArtist>
  readonly titles: Readonly<Record<TitleKind, ReadonlyArray<StoredTitle>>>
}

const titlesOf = (kind: TitleKind, artists: ReadonlyArray<number>) => sql(titleColumns)`
  SELECT id, artist_id, reported_artist_id, fold, name, reported_name, given_mbid, stand_in, concealed
  FROM ${sql(`listening_${kind}s`)} WHERE reported_artist_id = ANY(${artists}::int[])`

/**
 * The artists of these folded names, former ones without spellings, and all albums and tracks that are reported of
 * them.
 */
export const storedLibrary = Effect.fn("listening.storedLibrary")(function* (
  names: ReadonlySet<string>,
  formerArtists: ReadonlyArray<number>
) {
  const artists = yield* sql(artistColumns)`
    SELECT artist.id, spelled.fold, spelled.mbid, artist.stand_in, artist.given_name, artist.given_mbid, artist.concealed
    FROM (
      SELECT artist_id, min(fold) AS fold, min(mbid COLLATE "C") AS mbid FROM listening_spellings
      WHERE fold = ANY(${[...names]}::text[]) GROUP BY artist_id
      UNION ALL SELECT id, '', NULL FROM listening_artists AS former
      WHERE id = ANY(${formerArtists}::int[])
        AND NOT EXISTS (SELECT FROM listening_spellings AS spelling WHERE spelling.artist_id = former.id)
    ) AS spelled JOIN listening_artists AS artist ON artist.id = spelled.artist_id`
  const ids = artists.map(({ id }) => id)
  const titles = { album: yield* titlesOf("album", ids), track: yield* titlesOf("track", ids) }
  return { artists, titles } satisfies StoredLibrary
})
