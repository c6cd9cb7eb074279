import type { Album, Artist, Song } from "../sampleOwner/catalogue.js"
import { coverOf } from "../shared/Scrobble.js"
import { albumIds, artistIds, karaokeIds, songIds, type Store } from "./store.js"

/** Makes the rows of an answer for one store front. */
export interface Rows {
  readonly song: (song: Song) => object
  readonly karaoke: (song: Song) => object
  readonly album: (album: Album) => object
  readonly artist: (artist: Artist) => object
}

interface Front {
  readonly store: Store
  readonly baseUrl: string
  /** Two lower-case letters. */
  readonly country: string
}

export const makeRows = (store: Store, baseUrl: string, country: string): Rows => {
  const front: Front = { store, baseUrl, country }
  return {
    song: (song) => songRow(front, song, songIds.of(song.index), song.title),
    karaoke: (song) => karaokeRow(front, song),
    album: (album) => albumRow(front, album),
    artist: (artist) => artistRow(front, artist)
  }
}

/*
 * {"wrapperType":"track","kind":"song","artistId":1,"collectionId":2,"trackId":3,"artistName":"Velmora Tide",
 * "collectionName":"Second Daylight","trackName":"Northbound",
 * "artistViewUrl":"https://music.apple.com/us/artist/velmora-tide/1?uo=4",
 * "collectionViewUrl":"https://music.apple.com/us/album/northbound/2?i=3&uo=4","trackViewUrl":"…the same…",
 * "previewUrl":"…","artworkUrl100":"…/100x100bb.jpg","releaseDate":"2023-03-31T12:00:00Z","trackTimeMillis":235000,
 * "primaryGenreName":"Alternative","trackExplicitness":"notExplicit", …}
 */
const songRow = (front: Front, song: Song, trackId: number, trackName: string) => {
  const { catalogue, pageOf } = front.store
  const artist = catalogue.artists[song.artist]!
  const album = song.album === undefined ? undefined : catalogue.albums[song.album]!
  const link = `${site(front)}/album/${slug(trackName)}/${album === undefined ? trackId : albumIds.of(album.index)}?i=${trackId}&uo=4`
  return {
    wrapperType: "track",
    kind: "song",
    artistId: artistIds.of(pageOf(artist).index),
    trackId,
    artistName: artist.name,
    trackName,
    trackCensoredName: trackName,
    artistViewUrl: artistPage(front, pageOf(artist)),
    trackViewUrl: link,
    ...(album === undefined ? {} : albumPart(front, album, song, link)),
    ...(song.index % 15 === 14 ? {} : { previewUrl: `${front.baseUrl}/itunes-assets/AudioPreview/${trackId}.wav` }),
    collectionExplicitness: "notExplicit",
    trackExplicitness: song.index % 11 === 0 ? "explicit" : "notExplicit",
    trackTimeMillis: song.seconds * 1_000 + (song.index % 1_000),
    ...money(front),
    primaryGenreName: artist.genre.catalogueName,
    isStreamable: true
  }
}

/** What a song says of its album; a song without one leaves all of it out. */
const albumPart = (front: Front, album: Album, song: Song, link: string) => ({
  collectionId: albumIds.of(album.index),
  collectionName: album.title,
  collectionCensoredName: album.title,
  collectionViewUrl: link,
  artworkUrl30: artwork(front, album, 30),
  artworkUrl60: artwork(front, album, 60),
  artworkUrl100: artwork(front, album, 100),
  releaseDate: releaseDate(album),
  discCount: 1,
  discNumber: 1,
  trackCount: album.songCount,
  trackNumber: song.position
})

/** Somebody else singing the song. */
const karaokeRow = (front: Front, song: Song) => ({
  ...songRow(front, song, karaokeIds.of(song.index), `${song.title} (Karaoke Version)`),
  artistId: artistIds.of(-1),
  artistName: "Quillonde Singalong Studio",
  artistViewUrl: `${site(front)}/artist/quillonde-singalong-studio/${artistIds.of(-1)}?uo=4`,
  collectionName: "Quillonde Sings Everything"
})

const albumRow = (front: Front, album: Album) => {
  const { catalogue, pageOf } = front.store
  const artist = catalogue.artists[album.artist]!
  return {
    wrapperType: "collection",
    collectionType: "Album",
    artistId: artistIds.of(pageOf(artist).index),
    collectionId: albumIds.of(album.index),
    artistName: artist.name,
    collectionName: album.title,
    collectionCensoredName: album.title,
    artistViewUrl: artistPage(front, pageOf(artist)),
    collectionViewUrl: `${site(front)}/album/${slug(album.title)}/${albumIds.of(album.index)}?uo=4`,
    artworkUrl60: artwork(front, album, 60),
    artworkUrl100: artwork(front, album, 100),
    collectionExplicitness: "notExplicit",
    trackCount: album.songCount,
    ...money(front),
    releaseDate: releaseDate(album),
    primaryGenreName: artist.genre.catalogueName
  }
}

/** Its link is called `artistLinkUrl` here, and nowhere else. */
const artistRow = (front: Front, artist: Artist) => ({
  wrapperType: "artist",
  artistType: "Artist",
  artistName: artist.name,
  artistLinkUrl: artistPage(front, artist),
  artistId: artistIds.of(artist.index),
  primaryGenreName: artist.genre.catalogueName,
  primaryGenreId: 20
})

const site = ({ country }: Front) => `https://music.apple.com/${country}`

const artistPage = (front: Front, artist: Artist) =>
  `${site(front)}/artist/${slug(artist.name)}/${artistIds.of(artist.index)}?uo=4`

/** The part of a link that is there to be read. */
const slug = (name: string) =>
  encodeURIComponent(
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
  ) || "_"

const artwork = ({ baseUrl, store }: Front, album: Album, size: number) =>
  `${baseUrl}/image/thumb/Music/${coverOf(store.catalogue, album.index)}/${size}x${size}bb.jpg`

const releaseDate = (album: Album) => `${album.releasedOn}T12:00:00Z`

const money = ({ country }: Front) => ({ country: country === "us" ? "USA" : country.toUpperCase(), currency: "USD" })
