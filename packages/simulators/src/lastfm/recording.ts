import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Album, Artist, Song } from "../sampleOwner/catalogue.js"
import { audienceOf } from "../sampleOwner/knowledge.js"
import type { SimulatedRequest } from "../shared/Simulator.js"
import { type Library, tagLinks } from "./artist.js"
import { albumImages, albumUrl, artistUrl, list, notFound, trackUrl } from "./wire.js"

const sameName = (a: string, b: string | undefined) => a.toLowerCase() === b?.toLowerCase()

const own = (library: Library, { params }: SimulatedRequest, fits: (song: number) => boolean) =>
  params["username"] === undefined ? {} : { userplaycount: String(library.userPlays(fits)) }

const artistCard = (artist: Artist) => ({ name: artist.name, mbid: artist.mbid, url: artistUrl(artist.name) })

const songsOf = ({ catalogue }: Library, artist: Artist): ReadonlyArray<Song> =>
  catalogue.songs.slice(artist.firstSong, artist.firstSong + artist.songCount)

/**
 * track.getInfo: `{"track":{"name":…,"mbid":…,"url":…,"duration":"235000","listeners":"…","playcount":"…","artist":{…},
 * "album":{"artist":…,"title":…,"mbid":…,"url":…,"image":[…],"@attr":{"position":"3"}},"toptags":{"tag":[…]}}}`. The
 * duration is in milliseconds.
 */
export const trackInfo = (library: Library, request: SimulatedRequest) => {
  const artist = library.catalogue.artistNamed(request.params["artist"] ?? "")
  const song = artist && songsOf(library, artist).find((one) => sameName(one.title, request.params["track"]))
  if (artist === undefined || song === undefined) return notFound("Track")
  const audience = audienceOf(library.catalogue, "song", song.index)
  const album = song.album === undefined ? undefined : library.catalogue.albums[song.album]!
  return HttpServerResponse.unsafeJson({
    track: {
      name: song.title,
      ...(song.mbid === "" ? {} : { mbid: song.mbid }),
      url: trackUrl(artist.name, song.title),
      duration: String(song.seconds * 1_000),
      streamable: { "#text": "0", fulltrack: "0" },
      listeners: String(audience.listeners),
      playcount: String(audience.playcount),
      artist: artistCard(artist),
      ...(album === undefined ? {} : { album: albumCard(library, artist, album, song) }),
      ...own(library, request, (index) => index === song.index),
      toptags: tagLinks(library, artist)
    }
  })
}

const albumCard = (library: Library, artist: Artist, album: Album, song: Song) => ({
  artist: artist.name,
  title: album.title,
  mbid: album.mbid,
  url: albumUrl(artist.name, album.title),
  image: albumImages(library.baseUrl, library.catalogue, album),
  "@attr": { position: String(song.position) }
})

/**
 * album.getInfo: `{"album":{"artist":"…","mbid":"…","name":…,"url":…,"image":[…],"listeners":"…","playcount":"…",
 * "tracks":{"track":[{"duration":235,"name":…,"@attr":{"rank":1},…}]},"tags":{"tag":[…]}}}`. Durations are in seconds.
 */
export const albumInfo = (library: Library, request: SimulatedRequest) => {
  const { catalogue } = library
  const artist = catalogue.artistNamed(request.params["artist"] ?? "")
  const albums =
    artist === undefined ? [] : catalogue.albums.slice(artist.firstAlbum, artist.firstAlbum + artist.albumCount)
  const album = albums.find((one) => sameName(one.title, request.params["album"]))
  if (artist === undefined || album === undefined) return notFound("Album")
  const audience = audienceOf(catalogue, "album", album.index)
  const songs = catalogue.songs.slice(album.firstSong, album.firstSong + album.songCount)
  return HttpServerResponse.unsafeJson({
    album: {
      artist: artist.name,
      ...(album.mbid === "" ? {} : { mbid: album.mbid }),
      tags: tagLinks(library, artist),
      name: album.title,
      ...own(library, request, (index) => catalogue.songs[index]?.album === album.index),
      image: albumImages(library.baseUrl, catalogue, album),
      tracks: {
        track: list(
          library.quirks,
          songs.map((song) => trackOf(artist, song))
        )
      },
      listeners: String(audience.listeners),
      playcount: String(audience.playcount),
      url: albumUrl(artist.name, album.title)
    }
  })
}

const trackOf = (artist: Artist, song: Song) => ({
  streamable: { fulltrack: "0", "#text": "0" },
  duration: song.seconds,
  url: trackUrl(artist.name, song.title),
  name: song.title,
  "@attr": { rank: song.position },
  artist: artistCard(artist)
})
