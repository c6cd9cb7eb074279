import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { cover, greyCover, pngResponse } from "../shared/cover.js"
import { type HistoryView, type ListeningHistory, makeListeningHistory } from "../shared/ListeningHistory.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { artistInfo, artistTopTags, type Library, requestedArtist, similarArtists } from "./artist.js"
import { makeRecentTracks } from "./recentTracks.js"
import { albumInfo, trackInfo } from "./recording.js"
import { type LastfmQuirks, defaultQuirks, failure, images, notFound, placeholderKey } from "./wire.js"

/*
 * user.getInfo: every number is a text but one.
 *
 * {"user":{"name":"someone","playcount":"24271","artist_count":"1503", …,
 *  "registered":{"unixtime":"1037793040","#text":1037793040}, …}}
 */
const userInfo = (sampleOwner: SampleOwner, history: ListeningHistory, view: HistoryView, baseUrl: string) => {
  const registered = Math.floor(sampleOwner.startsAt / 1_000)
  const { albums, artists, tracks } = distinct(history, view)
  return HttpServerResponse.unsafeJson({
    user: {
      name: sampleOwner.username,
      age: "0",
      subscriber: "0",
      realname: "",
      bootstrap: "0",
      playcount: String(view.visible),
      artist_count: String(artists),
      playlists: "0",
      track_count: String(tracks),
      album_count: String(albums),
      image: images(baseUrl, ""),
      registered: { unixtime: String(registered), "#text": registered },
      country: "None",
      gender: "n",
      url: `https://www.last.fm/user/${sampleOwner.username}`,
      type: "user"
    }
  })
}

const distinct = (history: ListeningHistory, { plays, visible }: HistoryView) => {
  const artists = new Set<number>()
  for (let index = 0; index < visible; index++) artists.add(plays.song(index))
  const songs = Array.from(artists, history.song)
  return {
    artists: new Set(songs.map((song) => song.artist)).size,
    albums: new Set(songs.filter((song) => song.album !== "").map((song) => `${song.artist}\n${song.album}`)).size,
    tracks: new Set(songs.map((song) => `${song.artist}\n${song.track}`)).size
  }
}

/** How often the account's owner played the songs that fit. */
const playCount = ({ plays, visible }: HistoryView, fits: (song: number) => boolean): number => {
  let count = 0
  for (let index = 0; index < visible; index++) if (fits(plays.song(index))) count++
  return count
}

/** The key that the simulator accepts; any other is error 10. */
const apiKey = "0123456789abcdef0123456789abcdef"

/** Last.fm's web service 2.0 for the person's account: one address, the method is a parameter. */
export const lastfm = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    let quirks: LastfmQuirks = defaultQuirks
    const history = makeListeningHistory({
      sampleOwner,
      clock,
      life: (from, to) => sampleOwner.listening.between(from, to)
    })
    const recentTracks = makeRecentTracks(history, baseUrl, sampleOwner.username)
    const answer = (request: SimulatedRequest, view: HistoryView): HttpServerResponse.HttpServerResponse => {
      const refused = refusal(request, sampleOwner.username)
      if (refused !== undefined) return refused
      const library: Library = {
        catalogue: sampleOwner.listening.catalogue,
        baseUrl,
        quirks,
        userPlays: (fits) => playCount(view, fits)
      }
      switch (request.params["method"]?.toLowerCase()) {
        case "user.getrecenttracks":
          return recentTracks(request, view, quirks)
        case "user.getinfo":
          return userInfo(sampleOwner, history, view, baseUrl)
        case "track.getinfo":
          return trackInfo(library, request)
        case "album.getinfo":
          return albumInfo(library, request)
        default:
          return aboutArtist(library, request)
      }
    }
    return makeSimulator({
      id: "lastfm",
      clock,
      settings: {
        DAYBOOK_LASTFM_BASE_URL: `${baseUrl}/2.0/`,
        DAYBOOK_LASTFM_USERNAME: sampleOwner.username,
        DAYBOOK_LASTFM_API_KEY: apiKey,
        DAYBOOK_LASTFM_MIN_INTERVAL_MS: "0"
      },
      control: {
        ...history.control,
        setQuirks: (some: Partial<LastfmQuirks>) => Effect.sync(() => void (quirks = { ...quirks, ...some }))
      },
      ready: Effect.asVoid(history.view),
      answer: (request) =>
        /^\/2\.0\/?$/.test(request.path)
          ? Effect.map(history.view, (view) => answer(request, view))
          : Effect.sync(() => picture(request.path))
    })
  })

const methods = [
  "user.getrecenttracks",
  "user.getinfo",
  "track.getinfo",
  "album.getinfo",
  "artist.getinfo",
  "artist.gettoptags",
  "artist.getsimilar"
]

/** What Last.fm checks before it looks at a method's own parameters. */
const refusal = ({ params }: SimulatedRequest, username: string): HttpServerResponse.HttpServerResponse | undefined => {
  if (params["api_key"] !== apiKey) return failure(10)
  if (!methods.includes(params["method"]?.toLowerCase() ?? "")) return failure(3)
  if (params["format"] !== "json") return xml
  if (!params["method"]!.toLowerCase().startsWith("user.")) return undefined
  if (params["user"] === undefined) return failure(6)
  return params["user"].toLowerCase() === username.toLowerCase() ? undefined : failure(6, "User not found", 404)
}

/** Without `format=json` the answer is XML, whatever was asked. */
const xml = HttpServerResponse.text(`<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="ok"></lfm>\n`, {
  contentType: "text/xml; charset=UTF-8"
})

const aboutArtist = (library: Library, request: SimulatedRequest) => {
  const artist = requestedArtist(library, request)
  if (artist === undefined) return notFound("artist")
  switch (request.params["method"]?.toLowerCase()) {
    case "artist.gettoptags":
      return artistTopTags(library, artist)
    case "artist.getsimilar":
      return similarArtists(library, artist, request)
    default:
      return artistInfo(library, artist, request)
  }
}

/** `/i/u/34s/{key}.png`, `/i/u/300x300/{key}.jpg`: whatever the ending, the picture is a PNG. */
const picture = (path: string): HttpServerResponse.HttpServerResponse => {
  const [, size, key] = /^\/i\/u\/(?:avatar)?(\d+)(?:s|x\d+)\/([0-9a-f]{32})(?:\.\w+)?$/.exec(path) ?? []
  if (size === undefined || key === undefined) return HttpServerResponse.empty({ status: 404 })
  const side = Math.min(1_000, Number(size))
  return pngResponse(key === placeholderKey ? greyCover(side) : cover(key, side))
}
