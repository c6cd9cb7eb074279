import type { CatalogueLink, Wanted } from "@daybook/core/listening"
import { whole } from "../scrobbles/index.js"
import { bestTitle, isArtist, plainName } from "./matching.js"
import type { Result } from "./wire.js"

/** A link without the mark of where it was found. */
const stripped = (link: string | null | undefined, keep: ReadonlyArray<string>): string | null => {
  if (link === null || link === undefined || !URL.canParse(link)) return null
  const url = new URL(link)
  if (!/^https?:$/.test(url.protocol)) return null
  for (const name of [...url.searchParams.keys()]) if (!keep.includes(name)) url.searchParams.delete(name)
  return url.href
}

const nothing = { previewUrl: null, releasedYear: null, totalTracks: null }

const of = ({ artist }: Wanted, results: ReadonlyArray<Result>): ReadonlyArray<Result> =>
  results.filter(({ artistName }) => typeof artistName === "string" && isArtist(artist, artistName))

export const artistLink = (wanted: Wanted, results: ReadonlyArray<Result>): CatalogueLink | null => {
  const same = of(wanted, results)
  const best = same.find(({ artistName }) => plainName(artistName ?? "") === plainName(wanted.artist)) ?? same[0]
  const url = stripped(best?.artistLinkUrl ?? best?.artistViewUrl, [])
  return url === null ? null : { id: wanted.id, url, ...nothing }
}

export const albumLink = (wanted: Wanted, results: ReadonlyArray<Result>): CatalogueLink | null => {
  const albums = of(wanted, results).filter(({ collectionName, trackName }) => collectionName && !trackName)
  const best = bestTitle(wanted.name, albums, (album) => album.collectionName ?? "")
  const url = stripped(best?.collectionViewUrl, [])
  return url === null ? null : {
    id: wanted.id,
    url,
    previewUrl: null,
    releasedYear: yearOf(best?.releaseDate),
    totalTracks: countOf(best?.trackCount)
  }
}

/** A song of the wanted album before one of another. */
export const trackLink = (wanted: Wanted, results: ReadonlyArray<Result>): CatalogueLink | null => {
  const songs = of(wanted, results).filter(({ trackName, trackViewUrl }) => trackName && trackViewUrl)
  const album = wanted.album === null ? null : plainName(wanted.album)
  const ordered = [...songs.filter((song) => plainName(song.collectionName ?? "") === album), ...songs]
  const best = bestTitle(wanted.name, ordered, (song) => song.trackName ?? "")
  const url = stripped(best?.trackViewUrl, ["i"])
  return url === null ? null : { id: wanted.id, url, previewUrl: webLink(best?.previewUrl), releasedYear: null, totalTracks: null }
}

const webLink = (link: string | null | undefined): string | null => link !== null && link !== undefined && /^https?:\/\//.test(link) ? link : null

/** `2023-03-31T12:00:00Z`, or a year alone. */
const yearOf = (date: string | null | undefined): number | null => {
  const year = /^([12]\d{3})(?!\d)/.exec(date ?? "")?.[1]
  return year === undefined ? null : Number(year)
}

const countOf = (count: number | null | undefined): number | null =>
  count !== null && count !== undefined && Number.isInteger(count) && count > 0 ? whole(count) : null
