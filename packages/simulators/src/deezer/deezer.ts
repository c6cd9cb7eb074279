import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { Album, Artist, Catalogue } from "../sampleOwner/catalogue.js"
import { dice, uuid } from "../sampleOwner/dice.js"
import { cover, pngResponse } from "../shared/cover.js"
import { coverOf } from "../shared/Scrobble.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"

/** Pictures are linked in four sizes; here they are drawn no larger than this, which is what takes the time. */
const maxDrawnSide = 500
const maxResults = 25

/** Deezer's search over the life's music, and its pictures. */
export const deezer = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const shelf = (): Shelf => ({ baseUrl, catalogue: sampleOwner.listening.catalogue })
    return makeSimulator({
      id: "deezer",
      clock,
      settings: { DAYBOOK_DEEZER_BASE_URL: baseUrl, DAYBOOK_DEEZER_MIN_INTERVAL_MS: "0" },
      control: {},
      answer: (request) => Effect.sync(() => answerTo(shelf(), request))
    })
  })

/** What Deezer says with HTTP 200 when somebody asks more than 50 times in 5 seconds: a `Body` fault for tests. */
export const deezerQuota = { error: { type: "Exception", message: "Quota limit exceeded", code: 4 } }

interface Shelf {
  readonly baseUrl: string
  readonly catalogue: Catalogue
}

const answerTo = (
  shelf: Shelf,
  { distortion, params, path }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  const q = params["q"] ?? ""
  const limit = Math.max(1, Math.min(maxResults, Number(params["limit"] ?? maxResults) || maxResults))
  const isEmpty = distortion?._tag === "Empty"
  if (path === "/search/album")
    return list(
      isEmpty
        ? []
        : albumsFor(shelf, q)
            .slice(0, limit)
            .map((album) => albumRow(shelf, album))
    )
  if (path === "/search/artist")
    return list(
      isEmpty
        ? []
        : artistsFor(shelf, q)
            .slice(0, limit)
            .map((artist) => artistRow(shelf, artist))
    )
  const [, key, size] = /^\/images\/(?:cover|artist)\/([0-9a-f]{32})\/(\d+)x\d+-[\d-]+\.jpg$/.exec(path) ?? []
  return key === undefined ? unknownPath : pngResponse(cover(key, Math.min(maxDrawnSide, Number(size))))
}

const list = (data: ReadonlyArray<object>) => HttpServerResponse.unsafeJson({ data, total: data.length })

const unknownPath = HttpServerResponse.unsafeJson({ error: { type: "DataException", message: "no data", code: 800 } })

const plain = (text: string) => text.toLowerCase().trim()

/** `artist:"…" album:"…"` narrows, anything else is words that must all be there. */
const fieldOf = (q: string, name: string): string | undefined => {
  const [, value] = new RegExp(`${name}:"([^"]*)"`).exec(q) ?? []
  return value === undefined ? undefined : plain(value)
}

const albumsFor = ({ catalogue }: Shelf, q: string): ReadonlyArray<Album> => {
  const [artist, album] = [fieldOf(q, "artist"), fieldOf(q, "album")]
  if (artist === undefined || album === undefined) return []
  const byArtist = catalogue.artistNamed(artist)
  const albums =
    byArtist === undefined ? [] : catalogue.albums.slice(byArtist.firstAlbum, byArtist.firstAlbum + byArtist.albumCount)
  return albums.filter(({ hasCover, title }) => hasCover && plain(title).includes(album))
}

const artistsFor = ({ catalogue }: Shelf, q: string): ReadonlyArray<Artist> => {
  const exact = catalogue.artistNamed(q.trim())
  const others = catalogue.artists.filter(
    ({ kind, name }) => kind !== "audiobook" && plain(name).includes(plain(q)) && name !== exact?.name
  )
  return exact === undefined ? others : [exact, ...others]
}

const sizes = { small: 56, medium: 250, big: 500, xl: 1_000 }

const pictures = (shelf: Shelf, kind: "cover" | "artist", field: string, key: string) =>
  Object.fromEntries(
    Object.entries(sizes).map(([name, side]) => [
      `${field}_${name}`,
      `${shelf.baseUrl}/images/${kind}/${key}/${side}x${side}-000000-80-0-0.jpg`
    ])
  )

/** One artist in twelve has no picture: the address is then that of an empty one. */
const artistRow = (shelf: Shelf, artist: Artist) => ({
  id: 10_000 + artist.index,
  name: artist.name,
  link: `https://www.deezer.com/artist/${10_000 + artist.index}`,
  ...pictures(
    shelf,
    "artist",
    "picture",
    dice(shelf.catalogue.seed, "faceless", artist.index).chance(1 / 12)
      ? ""
      : uuid(shelf.catalogue.seed, "portrait", artist.index).replaceAll("-", "")
  ),
  nb_album: artist.albumCount,
  type: "artist"
})

const albumRow = (shelf: Shelf, album: Album) => {
  const artist = shelf.catalogue.artists[album.artist]!
  return {
    id: 500_000 + album.index,
    title: album.title,
    link: `https://www.deezer.com/album/${500_000 + album.index}`,
    ...pictures(shelf, "cover", "cover", coverOf(shelf.catalogue, album.index)),
    nb_tracks: album.songCount,
    record_type: album.title.endsWith(" EP") ? "ep" : "album",
    artist: { id: 10_000 + artist.index, name: artist.name, type: "artist" },
    type: "album"
  }
}
