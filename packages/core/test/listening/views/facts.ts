import type { AlbumFact, ArtistFact, TrackFact } from "../../../src/listening/facts.js"

/** An artist, album or track of which only number and name are known, but for what is given. */
export const artistFact = (id: number, known: Partial<ArtistFact> = {}): ArtistFact => ({
  id,
  name: `Artist ${id}`,
  mbid: null,
  url: null,
  appleMusicUrl: null,
  genre: null,
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
