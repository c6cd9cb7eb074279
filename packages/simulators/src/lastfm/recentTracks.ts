import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hashPair, memo } from "../sampleOwner/dice.js"
import { type HistoryView, type ListeningHistory, makeByteWriter } from "../shared/ListeningHistory.js"
import type { ScrobbledSong } from "../shared/Scrobble.js"
import { type SimulatedRequest, wholeNumber } from "../shared/Simulator.js"
import { type LastfmQuirks, artistUrl, failure, images, placeholderKey, trackUrl, utcText } from "./wire.js"

/*
 * user.getRecentTracks:
 *
 * {"recenttracks":{"track":[
 * {"artist":{"mbid":"","#text":"Velmora Tide"},"streamable":"0","image":[{"size":"small","#text":"…/34s/abc.png"}, …],
 * "mbid":"","album":{"mbid":"","#text":"Second Daylight"},"name":"Low Orbit","@attr":{"nowplaying":"true"},"url":"…"},
 * {…,"name":"Northbound","url":"…","date":{"uts":"1763700000","#text":"21 Nov 2025, 04:40"}}],
 * "@attr":{"user":"someone","totalPages":"486","page":"1","perPage":"50","total":"24271"}}}
 */

/** Writes pages of the history. Each song's part of a row is made once; a play only adds its time. */
export const makeRecentTracks = (history: ListeningHistory, baseUrl: string, username: string) => {
  const plain = memo((index) => row(history.song(index), baseUrl, plainParts))
  const extended = memo((index) => row(history.song(index), baseUrl, extendedParts(index)))
  return (request: SimulatedRequest, view: HistoryView, quirks: LastfmQuirks) => {
    const { params } = request
    const limit = wholeNumber(params["limit"], 50)
    const page = wholeNumber(params["page"], 1)
    if (limit < 1 || limit > 1_000 || Number.isNaN(limit)) return failure(6, "limit param out of bounds (1-1000)", 400)
    if (page < 1 || page > 1_000_000 || Number.isNaN(page))
      return failure(6, "page param out of bounds (1-1000000)", 400)
    const [first, last] = request.distortion?._tag === "Empty" ? [0, 0] : bounds(view, params, quirks)
    const total = last - first
    const pages = request.distortion?._tag === "WrongPages" ? request.distortion.pages : Math.ceil(total / limit)
    const attr = { user: username, totalPages: `${pages}`, page: `${page}`, perPage: `${limit}`, total: `${total}` }
    const range = {
      last: last - (page - 1) * limit,
      first: Math.max(first, last - page * limit),
      hasNowPlaying: page === 1
    }
    return HttpServerResponse.uint8Array(
      body(view, range, params["extended"] === "1" ? extended : plain, quirks, attr),
      { contentType: "application/json; charset=utf-8" }
    )
  }
}

interface PageRange {
  readonly first: number
  readonly last: number
  readonly hasNowPlaying: boolean
}

/** The plays in [first, last), newest first; before them the one that is not over, which is not counted. */
const body = (
  view: HistoryView,
  range: PageRange,
  text: (song: number) => Uint8Array,
  quirks: LastfmQuirks,
  attr: object
): Uint8Array => {
  const { nowPlaying, plays } = view
  const playing = range.hasNowPlaying ? nowPlaying : undefined
  const rows = Math.max(0, range.last - range.first) + (playing === undefined ? 0 : 1)
  const [open, close] =
    quirks.bareSingles && rows === 1
      ? [`"track":`, ","]
      : rows === 0 && quirks.emptyTracks === "absent"
        ? ["", ""]
        : [`"track":[`, "],"]
  const writer = makeByteWriter(1_024 + rows * 1_024)
  writer.ascii(`{"recenttracks":{${open}`)
  if (playing !== undefined) {
    writer.bytes(text(playing))
    writer.ascii(`,"@attr":{"nowplaying":"true"}}${rows > 1 ? "," : ""}`)
  }
  for (let index = range.last - 1; index >= range.first; index--) {
    const at = plays.at(index)
    writer.bytes(text(plays.song(index)))
    writer.ascii(`,"date":{"uts":"${at}","#text":"${utcText(at)}"}}${index > range.first ? "," : ""}`)
  }
  writer.ascii(`${close}"@attr":${JSON.stringify(attr)}}}`)
  return writer.done()
}

/** The plays that `from` and `to` choose, as a range of indexes. */
const bounds = (
  { plays, visible }: HistoryView,
  params: SimulatedRequest["params"],
  quirks: LastfmQuirks
): [number, number] => {
  const from = wholeNumber(params["from"], 0)
  const to = wholeNumber(params["to"], Number.POSITIVE_INFINITY)
  const first = Math.min(visible, plays.before(quirks.includesFrom ? from : from + 1))
  const last = Math.min(visible, plays.before(quirks.includesTo ? to + 1 : to))
  return [first, Math.max(first, last)]
}

type Parts = (song: ScrobbledSong, baseUrl: string) => { readonly artist: object; readonly more: object }

const plainParts: Parts = (song) => ({ artist: { mbid: song.artistMbid, "#text": song.artist }, more: {} })

const extendedParts =
  (index: number): Parts =>
  (song, baseUrl) => ({
    artist: {
      name: song.artist,
      url: artistUrl(song.artist),
      mbid: song.artistMbid,
      image: images(baseUrl, placeholderKey)
    },
    more: { loved: hashPair(index, 5) % 12 === 0 ? "1" : "0" }
  })

/** A song's part of a row, without the brace that ends it. */
const row = (song: ScrobbledSong, baseUrl: string, parts: Parts): Uint8Array => {
  const { artist, more } = parts(song, baseUrl)
  const picture = song.cover ?? (song.album === "" ? placeholderKey : "")
  const text = JSON.stringify({
    artist,
    streamable: "0",
    image: images(baseUrl, picture),
    mbid: song.trackMbid,
    album: { mbid: song.albumMbid, "#text": song.album },
    name: song.track,
    ...more,
    url: trackUrl(song.artist, song.track)
  })
  return Buffer.from(text.slice(0, -1))
}
