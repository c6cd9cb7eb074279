import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Duration, Effect } from "effect"
import type { Album, Artist } from "../sampleOwner/catalogue.js"
import { dice, once } from "../sampleOwner/dice.js"
import { cover, pngResponse } from "../shared/cover.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"
import { type SearchIndex, type Store, hasKaraoke, makeSearchIndex, makeStore } from "./store.js"
import { makeRows, type Rows } from "./wire.js"

const samplesPerSecond = 11_025
const noteSeconds = 0.25

/** A few seconds of an invented tune as a WAV file (8 bits, one channel): something to hear where a clip is linked. */
const preview = (trackId: number): Uint8Array => {
  const chance = dice("tune", trackId)
  const root = 196 * 2 ** (chance.below(12) / 12)
  const notes = Array.from({ length: 24 }, () => root * 2 ** (chance.pick([0, 2, 4, 7, 9, 12, 14]) / 12))
  const noteSamples = Math.floor(samplesPerSecond * noteSeconds)
  const file = Buffer.alloc(44 + notes.length * noteSamples)
  file.write("RIFF", 0, "latin1")
  file.writeUInt32LE(file.length - 8, 4)
  file.write("WAVEfmt ", 8, "latin1")
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(samplesPerSecond, 24)
  file.writeUInt32LE(samplesPerSecond, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write("data", 36, "latin1")
  file.writeUInt32LE(file.length - 44, 40)
  notes.forEach((frequency, place) => {
    for (let sample = 0; sample < noteSamples; sample++) {
      const fading = (1 - sample / noteSamples) ** 2
      const tone = Math.sin((2 * Math.PI * frequency * sample) / samplesPerSecond)
      file[44 + place * noteSamples + sample] = Math.round(128 + 60 * fading * tone)
    }
  })
  return file
}

/** More than `calls` within `within` are refused for as long as `phase`. */
export interface BurstRule {
  readonly calls: number
  readonly within: Duration.DurationInput
  readonly phase: Duration.DurationInput
}

/** As seen at the real service: ten calls in about three seconds, then a minute or two of 403. */
const usual: BurstRule = { calls: 10, within: "3 seconds", phase: "90 seconds" }

/** Off until it is switched on. Refusals carry no `Retry-After`; calls during the phase do not lengthen it. */
const makeBurstGuard = () => {
  let rule: BurstRule | undefined
  let recent: Array<number> = []
  let refusedUntil = 0
  const guard = (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (rule === undefined) return answer
      if (now < refusedUntil) return Effect.succeed(forbidden)
      const oldest = now - Duration.toMillis(rule.within)
      recent = [...recent.filter((at) => at > oldest), now]
      if (recent.length <= rule.calls) return answer
      refusedUntil = now + Duration.toMillis(rule.phase)
      recent = []
      return Effect.succeed(forbidden)
    })
  const setBursts = (next: "off" | "usual" | BurstRule) =>
    Effect.sync(() => {
      rule = next === "off" ? undefined : next === "usual" ? usual : next
      recent = []
      refusedUntil = 0
    })
  return { guard, setBursts }
}

const forbidden = HttpServerResponse.html(
  "<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>"
).pipe(HttpServerResponse.setStatus(403))

/** The iTunes Search and Lookup service over the life's music. */
export const appleMusic = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const store = once(() => makeStore(sampleOwner.listening.catalogue))
    const search = once(() => makeSearchIndex(store()))
    const { guard, setBursts } = makeBurstGuard()
    const answer = (request: SimulatedRequest): HttpServerResponse.HttpServerResponse => {
      const country = (request.params["country"] ?? "us").toLowerCase()
      if (!/^[a-z]{2}$/.test(country)) return invalid("country")
      const rows = makeRows(store(), baseUrl, country)
      const limit = wholeNumber(request.params["limit"], 50)
      const matches =
        request.path === "/search" ? searched(store(), search(), rows, request) : lookedUp(store(), rows, request)
      const results = request.distortion?._tag === "Empty" ? [] : matches
      return javascript(
        request.path === "/search" ? results.slice(0, Math.max(1, Math.min(200, limit || 50))) : results
      )
    }
    return makeSimulator({
      id: "apple-music",
      clock,
      settings: { DAYBOOK_APPLE_MUSIC_BASE_URL: baseUrl, DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS: "0" },
      control: { setBursts },
      answer: (request) =>
        request.path === "/search" || request.path === "/lookup"
          ? guard(Effect.sync(() => answer(request)))
          : Effect.sync(() => asset(request.path))
    })
  })

/** Artwork is sent in any size up to that of the original, which is this here. */
const maxArtworkSide = 600

/** JSON that calls itself JavaScript and begins with empty lines, as the service sends it. */
const javascript = (results: ReadonlyArray<object>) =>
  HttpServerResponse.text(`\n\n\n${JSON.stringify({ resultCount: results.length, results })}\n\n\n`, {
    contentType: "text/javascript; charset=utf-8"
  })

const invalid = (key: string) =>
  HttpServerResponse.unsafeJson(
    { errorMessage: `Invalid value(s) for key(s): [${key}]`, queryParameters: {} },
    { status: 400 }
  )

const searched = (
  store: Store,
  search: SearchIndex,
  rows: Rows,
  { params }: SimulatedRequest
): ReadonlyArray<object> => {
  const term = params["term"] ?? ""
  switch (params["entity"] ?? "song") {
    case "musicArtist":
      return search.artists(term).slice(0, 200).map(rows.artist)
    case "album":
      return search.albums(term).slice(0, 200).map(rows.album)
    case "song":
    case "musicTrack": {
      const songs = search.songs(term).slice(0, 200)
      const first = songs[0]
      const others = first !== undefined && hasKaraoke(store.catalogue, first) ? [rows.karaoke(first)] : []
      return [...others, ...songs.map(rows.song)]
    }
    default:
      return []
  }
}

/** Each id in turn: itself, then what `entity` asks of it, at most `limit` of those. Unknown ids leave no trace. */
const lookedUp = (store: Store, rows: Rows, { params }: SimulatedRequest): ReadonlyArray<object> => {
  const limit = Math.max(0, Math.min(200, wholeNumber(params["limit"], 50) || 0))
  return (params["id"] ?? "").split(",").flatMap((text) => {
    const id = Number(text)
    const song = store.songById(id)
    if (song !== undefined) return [rows.song(song)]
    const album = store.albumById(id)
    if (album !== undefined)
      return [rows.album(album), ...(params["entity"] === "song" ? songsOf(store, rows, album).slice(0, limit) : [])]
    const artist = store.artistById(id)
    if (artist === undefined) return []
    const albums = albumsOf(store, artist)
    if (params["entity"] === "album") return [rows.artist(artist), ...albums.slice(0, limit).map(rows.album)]
    if (params["entity"] === "song")
      return [rows.artist(artist), ...albums.flatMap((one) => songsOf(store, rows, one)).slice(0, limit)]
    return [rows.artist(artist)]
  })
}

const songsOf = (store: Store, rows: Rows, album: Album) =>
  store.catalogue.songs
    .slice(album.firstSong, album.firstSong + album.songCount)
    .filter(store.sellsSong)
    .map(rows.song)

const albumsOf = (store: Store, artist: Artist) =>
  store.catalogue.albums.slice(artist.firstAlbum, artist.firstAlbum + artist.albumCount).filter(store.sellsAlbum)

/** `/image/thumb/Music/{key}/600x600bb.jpg`, a PNG whatever its ending, and `/itunes-assets/AudioPreview/{id}.wav`. */
const asset = (path: string): HttpServerResponse.HttpServerResponse => {
  const [, key, size] = /^\/image\/thumb\/Music\/([0-9a-f]{32})\/(\d+)x\d+bb(?:-\d+)?\.\w+$/.exec(path) ?? []
  if (key !== undefined && size !== undefined) return pngResponse(cover(key, Math.min(maxArtworkSide, Number(size))))
  const [, track] = /^\/itunes-assets\/AudioPreview\/(\d+)\.wav$/.exec(path) ?? []
  return track === undefined
    ? HttpServerResponse.empty({ status: 404 })
    : HttpServerResponse.uint8Array(preview(Number(track)), { contentType: "audio/wav" })
}
