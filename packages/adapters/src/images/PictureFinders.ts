import { type AwaitedEnrichment, type PictureFinder, PictureFinders } from "@daybook/core/images"
import { isBuiltIn } from "@daybook/core"
import { Effect, Option } from "effect"
import { following } from "@daybook/sources/kit"
import { apple } from "./finders/apple.js"
import { coverArt } from "./finders/coverArt.js"
import { deezer } from "./finders/deezer.js"
import { fanart } from "./finders/fanart.js"
import { tmdb } from "./finders/tmdb.js"
import { candidates, recordOf } from "./finders/candidates.js"
import { MediaServer } from "./MediaServer.js"

/**
 * Pictures that the record's own source linked. A media server's come last: it scales down pictures of other sources.
 */
const linkedPictures = (source: string, belongs: (url: string) => boolean): PictureFinder => ({
  source,
  find: ({ urls }) => Effect.succeed(candidates(source, urls.filter(belongs)))
})

/** For records without a name: those that the owner identified by an id at a provider. */
const byIdAlone = ({ find, source }: PictureFinder): PictureFinder => ({
  source,
  find: (want) => (recordOf(want).title === undefined ? find(want) : Effect.succeed([]))
})

/** The finders for each kind of entity, in order. Unconfigured ones are left out. */
export const layer = following(
  PictureFinders,
  Effect.gen(function* () {
    const { accessTo } = yield* MediaServer
    const isAtHome = (url: string) => Option.isSome(accessTo(url))
    const page = linkedPictures("page", (url) => !isAtHome(url))
    const server = linkedPictures("media-server", isAtHome)
    const [music, catalogue, films, art, archive] = [
      yield* deezer,
      yield* apple,
      yield* tmdb,
      yield* fanart,
      yield* coverArt
    ]
    const all: Readonly<Record<string, ReadonlyArray<PictureFinder | undefined>>> = {
      album: [catalogue?.catalogueAlbums, music?.albums, catalogue?.iTunes, byIdAlone(archive), page],
      artist: [music?.artists, catalogue?.catalogueArtists, art?.artists, page],
      performer: [page, music?.artists, art?.artists],
      movie: [page, films?.movies, art?.movies, server],
      show: [page, films?.shows, art?.shows, server],
      media: [page, films?.movies, art?.movies],
      release: [archive, catalogue?.iTunes, page]
    }
    const finders = new Map(Object.entries(all).map(([type, some]) => [type, some.filter((one) => one !== undefined)]))
    const awaited: ReadonlyArray<AwaitedEnrichment> =
      catalogue === undefined
        ? []
        : [
            { type: "album", task: "apple-music-albums" },
            { type: "artist", task: "apple-music-artists" }
          ]
    return {
      // Catalogues know the types of the six domains: of a declared domain each picture has an address.
      of: (domain, type) => (isBuiltIn(domain) ? finders.get(type) : undefined) ?? [page, server],
      awaits: (domain) => (domain === "listening" ? awaited : [])
    }
  })
)
