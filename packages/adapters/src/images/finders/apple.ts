import type { ImageRequest, PictureFinder } from "@daybook/core/images"
import { bareTitle } from "@daybook/core/listening"
import { Duration, Effect } from "effect"
import { ITunes } from "@daybook/sources/providers"
import { bestTitle, firstArtist, isArtist } from "@daybook/sources/kit"
import { candidates, hintOf, patienceMs, recordOf } from "./candidates.js"

const side = 1_200

/** The catalogue serves artwork in any size up to the original's; responses link a small one. */
const large = (url: string | null | undefined) => url?.replace(/\/\d+x\d+bb(-\d+)?\./, `/${side}x${side}bb.`)

/** The id at the end of a catalogue link: `…/album/second-daylight/1440833098`. */
const numberIn = (link: string | undefined): number | undefined => {
  const digits =
    link === undefined || !URL.canParse(link) ? undefined : /\/(?:id)?(\d+)$/.exec(new URL(link).pathname)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Finders in Apple's catalogue: `catalogue…` by existing links, `iTunes` by names. The catalogue has no pictures of
 * artists, so the cover of one of their albums is used. None if the catalogue is turned off.
 */
export const apple = Effect.gen(function* () {
  if ((yield* ITunes.settings.missing).length > 0) return undefined
  const iTunes = yield* ITunes.make(yield* ITunes.settings.config, Duration.millis(patienceMs))

  const linkedAlbum = Effect.fn("apple.linkedAlbum")(function* (want: ImageRequest) {
    const id = numberIn(hintOf(want, "apple_music_url"))
    if (id === undefined) return []
    return candidates(
      "apple-music",
      (yield* iTunes.byId(id)).slice(0, 1).map(({ artworkUrl100 }) => large(artworkUrl100)),
      side
    )
  })
  const linkedArtist = Effect.fn("apple.linkedArtist")(function* (want: ImageRequest) {
    const id = numberIn(hintOf(want, "apple_music_url"))
    if (id === undefined) return []
    const albums = (yield* iTunes.ofArtist(id, "album")).filter(({ artworkUrl100 }) => artworkUrl100)
    return candidates(
      "apple-music",
      albums.slice(0, 3).map(({ artworkUrl100 }) => large(artworkUrl100)),
      side
    )
  })
  const byName = Effect.fn("apple.byName")(function* (want: ImageRequest) {
    const { artist, title } = recordOf(want)
    if (artist === undefined || title === undefined) return []
    const results = yield* iTunes.search(`${firstArtist(artist)} ${bareTitle(title)}`, "album")
    const same = results.filter(
      ({ artistName, collectionName }) => collectionName && isArtist(artist, artistName ?? "")
    )
    return candidates(
      "itunes",
      [large(bestTitle(title, same, ({ collectionName }) => collectionName ?? "")?.artworkUrl100)],
      side
    )
  })
  return {
    catalogueAlbums: { source: "apple-music", find: linkedAlbum },
    catalogueArtists: { source: "apple-music", find: linkedArtist },
    iTunes: { source: "itunes", find: byName }
  } satisfies Record<string, PictureFinder>
})
