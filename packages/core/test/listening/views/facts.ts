import type { Image } from "../../../src/images/Image.js"
import type { Picture } from "../../../src/images/Picture.js"
import type { AlbumFact, ArtistFact, TrackFact } from "../../../src/listening/facts.js"

const pictureFact = (type: "artist" | "album", id: number): Picture =>
  ({ domain: "listening", type, id, version: 4, thumbhash: "a thumbhash", dominantColor: "#102030", accentColor: null })

/** An image object that tells of which picture it was made. */
export const imageOf = (type: "artist" | "album", id: number): Image =>
  ({ url: `${type} ${id} v4`, thumbhash: "a thumbhash", dominant_color: "#102030", accent_color: null })

export const show = (picture: Picture | null): Image | null =>
  picture === null ? null : {
    url: `${picture.type} ${picture.id} v${picture.version}`,
    thumbhash: picture.thumbhash,
    dominant_color: picture.dominantColor,
    accent_color: picture.accentColor
  }

/** An artist, album or track of which only number and name are known, but for what is given. */
export const artistFact = (id: number, known: Partial<ArtistFact> = {}): ArtistFact => ({
  id,
  name: `Artist ${id}`,
  mbid: null,
  url: null,
  appleMusicUrl: null,
  genre: null,
  picture: pictureFact("artist", id),
  ...known
})

export const albumFact = (id: number, known: Partial<AlbumFact> = {}): AlbumFact => ({
  id,
  name: `Album ${id}`,
  mbid: null,
  url: null,
  appleMusicUrl: null,
  releasedYear: null,
  totalTracks: null,
  picture: pictureFact("album", id),
  ...known
})

export const trackFact = (id: number, known: Partial<TrackFact> = {}): TrackFact => ({
  id,
  name: `Track ${id}`,
  url: null,
  appleMusicUrl: null,
  previewUrl: null,
  ...known
})
