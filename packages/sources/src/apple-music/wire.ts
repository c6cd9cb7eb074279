import type { CatalogueLink, EnrichmentTarget } from "@daybook/core/listening"
import { Schema } from "effect"
import { bestTitle, isArtist, plainName } from "../kit/nameMatching.js"
import { wholeNumber } from "../kit/values.js"

/**
 * The iTunes Search API (https://performance-partners.apple.com/search-api), `/search` and `/lookup`:
 *
 *   {"resultCount":1,"results":[{"wrapperType":"track","kind":"song","artistId":1,"collectionId":2,"trackId":3,
 *    "artistName":"Hollow Lanterns","collectionName":"Tin Roof Hours","trackName":"Ferry Song",
 *    "artistViewUrl":"https://music.apple.com/us/artist/hollow-lanterns/1?uo=4",
 *    "collectionViewUrl":"https://music.apple.com/us/album/ferry-song/2?i=3&uo=4",
 *    "trackViewUrl":"https://music.apple.com/us/album/ferry-song/2?i=3&uo=4",
 *    "artworkUrl100":"https://is1-ssl.mzstatic.com/image/thumb/Music/.../100x100bb.jpg",
 *    "previewUrl":"https://audio-ssl.itunes.apple.com/itunes-assets/.../x.plus.aac.p.m4a",
 *    "releaseDate":"2023-03-31T12:00:00Z","trackCount":12,"trackTimeMillis":235000,"trackExplicitness":"notExplicit"}]}
 *
 * The content type is JavaScript. Artists in a search have `artistLinkUrl` instead of `artistViewUrl`. A lookup of an
 * artist's songs returns the artist first. Almost any field may be missing.
 */

const Text = Schema.optional(Schema.NullishOr(Schema.String))
const Count = Schema.optional(Schema.NullishOr(Schema.Number))

export const Results = Schema.Struct({ results: Schema.Array(Schema.Unknown) })

export const Result = Schema.Struct({
  wrapperType: Text,
  kind: Text,
  artistId: Count,
  artistName: Text,
  artistLinkUrl: Text,
  artistViewUrl: Text,
  collectionName: Text,
  collectionViewUrl: Text,
  trackName: Text,
  trackViewUrl: Text,
  previewUrl: Text,
  releaseDate: Text,
  trackCount: Count,
  artworkUrl100: Text
})
export type Result = typeof Result.Type

/** Removes tracking parameters from a link. */
const stripped = (link: string | null | undefined, keep: ReadonlyArray<string>): string | null => {
  if (link === null || link === undefined || !URL.canParse(link)) return null
  const url = new URL(link)
  if (!/^https?:$/.test(url.protocol)) return null
  for (const name of [...url.searchParams.keys()]) if (!keep.includes(name)) url.searchParams.delete(name)
  return url.href
}

const nothing = { previewUrl: null, releasedYear: null, totalTracks: null }

const of = ({ artist }: EnrichmentTarget, results: ReadonlyArray<Result>): ReadonlyArray<Result> =>
  results.filter(({ artistName }) => typeof artistName === "string" && isArtist(artist, artistName))

export const artistLink = (target: EnrichmentTarget, results: ReadonlyArray<Result>): CatalogueLink | null => {
  const same = of(target, results)
  const best = same.find(({ artistName }) => plainName(artistName ?? "") === plainName(target.artist)) ?? same[0]
  const url = stripped(best?.artistLinkUrl ?? best?.artistViewUrl, [])
  return url === null ? null : { id: target.id, url, ...nothing }
}

export const albumLink = (target: EnrichmentTarget, results: ReadonlyArray<Result>): CatalogueLink | null => {
  const albums = of(target, results).filter(({ collectionName, trackName }) => collectionName && !trackName)
  const best = bestTitle(target.name, albums, (album) => album.collectionName ?? "")
  const url = stripped(best?.collectionViewUrl, [])
  return url === null
    ? null
    : {
        id: target.id,
        url,
        previewUrl: null,
        releasedYear: yearOf(best?.releaseDate),
        totalTracks: countOf(best?.trackCount)
      }
}

/** Prefers a song of the target album. */
export const trackLink = (target: EnrichmentTarget, results: ReadonlyArray<Result>): CatalogueLink | null => {
  const songs = of(target, results).filter(({ trackName, trackViewUrl }) => trackName && trackViewUrl)
  const album = target.album === null ? null : plainName(target.album)
  const ordered = [...songs.filter((song) => plainName(song.collectionName ?? "") === album), ...songs]
  const best = bestTitle(target.name, ordered, (song) => song.trackName ?? "")
  const url = stripped(best?.trackViewUrl, ["i"])
  return url === null
    ? null
    : { id: target.id, url, previewUrl: webLink(best?.previewUrl), releasedYear: null, totalTracks: null }
}

const webLink = (link: string | null | undefined): string | null =>
  link !== null && link !== undefined && /^https?:\/\//.test(link) ? link : null

/** `2023-03-31T12:00:00Z`, or a year alone. */
const yearOf = (date: string | null | undefined): number | null => {
  const year = /^([12]\d{3})(?!\d)/.exec(date ?? "")?.[1]
  return year === undefined ? null : Number(year)
}

const countOf = (count: number | null | undefined): number | null =>
  count !== null && count !== undefined && Number.isInteger(count) && count > 0 ? wholeNumber(count) : null
