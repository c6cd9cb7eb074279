import { type NewCorrection, type RecordKey, fieldValue, noneOfThem } from "../../corrections/index.js"
import { foldOf } from "../spellings.js"

/** An artist as the names and MBIDs of its reports make it. */
export interface ReportedArtist {
  readonly id: number
  /** What its spellings have in common. */
  readonly fold: string
  /** The smallest MBID that a spelling has. */
  readonly mbid: string | null
}

/** What corrections make of a reported row. */
export interface CorrectedRow {
  readonly id: number
  /** The row that stands for this one; null if it stands for itself. */
  readonly standIn: number | null
  /** The name that the owner gave; null if the reported one stays. */
  readonly givenName: string | null
  /** The MusicBrainz id that the owner gave, or `none`; null if the reported one stays. */
  readonly givenMbid: string | null
  readonly concealed: boolean
}

/** By name, then by MBID: never by id, which depends on the order of arrival. */
export const inArtistOrder = (one: ReportedArtist, other: ReportedArtist): number => {
  if (one.fold !== other.fold) return one.fold < other.fold ? -1 : 1
  if (one.mbid === other.mbid) return one.id - other.id
  return one.mbid === null || (other.mbid !== null && other.mbid < one.mbid) ? 1 : -1
}

/** Corrected artists, and what they decide for titles. */
export interface Artists {
  readonly byId: ReadonlyMap<number, ReportedArtist>
  /** The rows that a key names, in order. */
  readonly named: (key: RecordKey) => ReadonlyArray<ReportedArtist>
  /** The row that stands for an artist. */
  readonly finalOf: (artist: ReportedArtist) => ReportedArtist
  readonly corrected: ReadonlyArray<CorrectedRow>
}

/** A more specific correction comes last, so that it wins. */
export const bySpecificity = (one: NewCorrection, other: NewCorrection): number =>
  Number(one.subject["artist_mbid"] !== undefined) - Number(other.subject["artist_mbid"] !== undefined)

/** The MusicBrainz id of an `identify`, or `none`. */
export const givenMbidOf = ({ value }: NewCorrection): string => fieldValue(value!).value.toLowerCase() || noneOfThem

/** Applies the corrections of artists. */
export const correctArtists = (
  corrections: ReadonlyArray<NewCorrection>,
  artists: ReadonlyArray<ReportedArtist>
): Artists => {
  const own = corrections.filter(({ type }) => type === "artist")
  const byFold = new Map<string, Array<ReportedArtist>>()
  for (const artist of [...artists].sort(inArtistOrder)) {
    const alike = byFold.get(artist.fold)
    if (alike === undefined) byFold.set(artist.fold, [artist])
    else alike.push(artist)
  }
  const named = (key: RecordKey) => {
    const mbid = key["artist_mbid"]?.toLowerCase()
    return (byFold.get(foldOf(key["artist"]!)) ?? []).filter((artist) => mbid === undefined || artist.mbid === mbid)
  }
  const parents = new Map<number, NewCorrection>()
  for (const same of own.filter(({ kind }) => kind === "same").sort(bySpecificity))
    for (const artist of named(same.subject)) parents.set(artist.id, same)

  const finalOf = (artist: ReportedArtist): ReportedArtist => {
    const seen = new Set([artist.id])
    let at = artist
    for (;;) {
      const same = parents.get(at.id)
      const next = same === undefined ? undefined : named(same.object!)[0]
      if (next === undefined || seen.has(next.id)) return at
      seen.add(next.id)
      at = next
    }
  }
  const finalsOf = ({ subject }: NewCorrection) => named(subject).map((artist) => finalOf(artist).id)
  const names = new Map(
    own.filter(({ kind }) => kind === "name").flatMap((one) => finalsOf(one).map((id) => [id, one.value] as const))
  )
  const ids = new Map(
    own
      .filter(({ kind }) => kind === "identify")
      .flatMap((one) => finalsOf(one).map((id) => [id, givenMbidOf(one)] as const))
  )
  const concealed = new Set(own.filter(({ kind }) => kind === "hide").flatMap(finalsOf))
  return {
    byId: new Map(artists.map((artist) => [artist.id, artist])),
    named,
    finalOf,
    corrected: artists.map((artist) => {
      const { id } = finalOf(artist)
      return id === artist.id
        ? {
            ...{ id, standIn: null, givenName: names.get(id) ?? null, givenMbid: ids.get(id) ?? null },
            concealed: concealed.has(id)
          }
        : { id: artist.id, standIn: id, givenName: null, givenMbid: null, concealed: false }
    })
  }
}
