import { Catalogue, type CatalogueLink, type Kind, type Wanted } from "@daybook/core/listening"
import type { Follower } from "@daybook/core/sync"
import { Effect } from "effect"
import { follower, type LookUp, type Pass } from "../scrobbles/index.js"
import type { ITunes } from "./ITunes.js"
import { bareTitle, firstArtist, isArtist } from "./matching.js"
import { albumLink, artistLink, trackLink } from "./toLink.js"
import type { Result } from "./wire.js"

/** Links into the catalogue for the artists, albums and tracks that were heard. */
export const followers = (iTunes: ITunes): ReadonlyArray<Follower<Catalogue>> => [
  follower({ id: "apple-music-artists", kind: "artist", batch: 20, pass: () => ({ arrange: (artists) => artists, lookUp: ofArtist(iTunes) }) }),
  follower({ id: "apple-music-albums", kind: "album", batch: 200, pass: () => titles(iTunes, { kind: "album", entity: "album", link: albumLink }) }),
  follower({ id: "apple-music-tracks", kind: "track", batch: 200, pass: () => titles(iTunes, { kind: "track", entity: "song", link: trackLink }) })
]

const ofArtist = (iTunes: ITunes): LookUp =>
  Effect.fn("appleMusic.artist")(function*(artist) {
    const whole = artistLink(artist, yield* iTunes.search(artist.name, "musicArtist"))
    const first = firstArtist(artist.name)
    const link = whole ?? (first === artist.name ? null : artistLink(artist, yield* iTunes.search(first, "musicArtist")))
    return yield* keep("artist", link)
  })

interface Titles {
  readonly kind: Kind
  readonly entity: "album" | "song"
  readonly link: (wanted: Wanted, results: ReadonlyArray<Result>) => CatalogueLink | null
}

/** From this many wanted titles on, an artist's whole shelf costs fewer calls than one search each. */
const worthShelf = 3
/** Artists whose shelves are kept at hand for the next batches. */
const mostShelves = 50

/**
 * Titles come artist by artist. The first search that finds the artist tells its number, and with it one look-up brings up to
 * 200 of its titles: its shelf. Only those that are not on it are searched one by one.
 */
const titles = (iTunes: ITunes, of: Titles): Pass => {
  const shelves = new Map<string, ReadonlyArray<Result>>()
  let wantedOf: ReadonlyMap<string, ReadonlyArray<Wanted>> = new Map()
  const fillShelf = (artist: string, results: ReadonlyArray<Result>) =>
    Effect.gen(function*() {
      const id = results.find(({ artistName }) => isArtist(artist, artistName ?? ""))?.artistId
      if (typeof id !== "number" || (wantedOf.get(artist)?.length ?? 0) < worthShelf || shelves.has(artist)) return
      const [oldest] = shelves.keys()
      if (oldest !== undefined && shelves.size >= mostShelves) shelves.delete(oldest)
      shelves.set(artist, yield* iTunes.ofArtist(id, of.entity))
    })
  const lookUp: LookUp = Effect.fn("appleMusic.title")(function*(wanted) {
    const shelved = of.link(wanted, shelves.get(wanted.artist) ?? [])
    if (shelved !== null) return yield* keep(of.kind, shelved)
    const results = yield* iTunes.search(termOf(wanted), of.entity)
    yield* fillShelf(wanted.artist, results)
    return yield* keep(of.kind, of.link(wanted, [...results, ...shelves.get(wanted.artist) ?? []]))
  })
  const arrange = (batch: ReadonlyArray<Wanted>) => {
    wantedOf = byArtist(batch)
    return [...wantedOf.values()].flat()
  }
  return { arrange, lookUp }
}

/** Without marks of edition and guests, which the catalogue often writes otherwise or not at all. */
const termOf = ({ artist, name }: Wanted): string => `${firstArtist(artist)} ${bareTitle(name)}`

const byArtist = (batch: ReadonlyArray<Wanted>): ReadonlyMap<string, ReadonlyArray<Wanted>> => {
  const groups = new Map<string, Array<Wanted>>()
  for (const wanted of batch) {
    const group = groups.get(wanted.artist)
    if (group === undefined) groups.set(wanted.artist, [wanted])
    else group.push(wanted)
  }
  return groups
}

const keep = (kind: Kind, link: CatalogueLink | null) =>
  Effect.gen(function*() {
    if (link === null) return false
    const catalogue = yield* Catalogue
    yield* catalogue.setLinks(kind, [link])
    return true
  })
