import type { Catalogue, Song } from "../sampleOwner/catalogue.js"
import { dice, uuid } from "../sampleOwner/dice.js"

/**
 * A song as a scrobbling service files it. Identifiers are `""` where nobody has entered one, an unnamed album is `""`.
 */
export interface ScrobbledSong {
  readonly artist: string
  readonly artistMbid: string
  readonly album: string
  readonly albumMbid: string
  readonly track: string
  readonly trackMbid: string
  readonly seconds: number
  /** Picture of the album, 32 hexadecimal digits; `undefined` where the service has none. */
  readonly cover: string | undefined
}

/** One play; `at` is when it started, unix seconds. */
export interface Scrobble extends ScrobbledSong {
  readonly at: number
}

/** The key of a picture of an album of the catalogue: the same at every provider. */
export const coverOf = (catalogue: Catalogue, album: number): string =>
  uuid(catalogue.seed, "cover", album).replaceAll("-", "")

export const scrobbledSong = (catalogue: Catalogue, song: Song): ScrobbledSong => {
  const artist = catalogue.artists[song.artist]!
  const album = song.album === undefined ? undefined : catalogue.albums[song.album]!
  return {
    artist: artist.name,
    artistMbid: artist.mbid,
    album: album?.title ?? "",
    albumMbid: album?.mbid ?? "",
    track: song.title,
    trackMbid: song.mbid,
    seconds: song.seconds,
    cover: album?.hasCover === true ? coverOf(catalogue, album.index) : undefined
  }
}

/** A song that the catalogue does not have, as a mutation of the account may name one. */
export const foreignSong = (names: {
  readonly artist: string
  readonly track: string
  readonly album: string
}): ScrobbledSong => ({
  ...names,
  artistMbid: "",
  albumMbid: "",
  trackMbid: "",
  seconds: 120 + dice("foreign", names.artist, names.track).below(240),
  cover: undefined
})
