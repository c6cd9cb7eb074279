import type { Picture, Image } from "../../../src/images/Picture.js"
import type { AlbumFact, ArtistFact, TrackFact } from "../../../src/listening/facts.js"

const pictureFact = (type: "artist" | "album", id: number): Picture => ({
  domain: "listening",
  type,
  id,
  version: 4,
  thumbhash: "a thumbhash",
  dominantColor: "#102030",
  accentColor: null
})

/** An image object that identifies its picture. */
export const imageOf = (type: "artist" | "album", id: number): Image => ({
  url: `${type} ${id} v4`,
  thumbhash: "a thumbhash",
  dominant_color: "#102030",
  accent_color: null
})

export const show = (picture: Picture | null): Image | null =>
  picture === null
    ? null
    : {
        url: `${picture.type} ${picture.id} v${picture.version}`,
        thumbhash: picture.thumbhash,
        dominant_color: picture.dominantColor,
        accent_color: picture.accentColor
      }

/** An artist, album or track with an id and a name. `fields` overrides members. */
export const artistFact = (id: number, fields: Partial<ArtistFact> = {}): ArtistFact => ({
  id,
  name: `Artist ${id}`,
  mbid: null,
  url: null,
  appleMusicUrl: null,
  genre: null,
  picture: pictureFact("artist", id),
  ...fields
})

export const albumFact = (id: number, fields: Partial<AlbumFact> = {}): AlbumFact => ({
  id,
  name: `Album ${id}`,
  mbid: null,
  url: null,
  appleMusicUrl: null,
  releasedYear: null,
  totalTracks: null,
  picture: pictureFact("album", id),
  ...fields
})

export const trackFact = (id: number, fields: Partial<TrackFact> = {}): TrackFact => ({
  id,
  name: `Track ${id}`,
  url: null,
  appleMusicUrl: null,
  previewUrl: null,
  ...fields
})
