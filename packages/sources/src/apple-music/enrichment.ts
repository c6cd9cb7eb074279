import {
  ListeningEnrichmentStore,
  type CatalogueLink,
  type Kind,
  type EnrichmentTarget,
  bareTitle
} from "@daybook/core/listening"
import type { Enrichment } from "@daybook/core/sync"
import { Effect } from "effect"
import { type Enrich, type EnrichmentRun, catalogueEnrichment } from "../kit/enrichment/catalogue.js"
import { firstArtist, isArtist } from "../kit/nameMatching.js"
import type { ITunes } from "./client.js"
import { type Result, albumLink, artistLink, trackLink } from "./wire.js"

/**
 * Links into the catalogue for the artists, albums and tracks of the plays. It knows no MusicBrainz ids, so it cannot
 * say which record one is that the owner identified.
 */
export const enrichments = (iTunes: ITunes): ReadonlyArray<Enrichment<ListeningEnrichmentStore>> => [
  catalogueEnrichment({
    id: "apple-music-artists",
    kind: "artist",
    batch: 20,
    pass: () => ({ arrange: (artists) => artists, enrich: ofArtist(iTunes) })
  }),
  catalogueEnrichment({
    id: "apple-music-albums",
    kind: "album",
    batch: 200,
    pass: () => titleRun(iTunes, { kind: "album", entity: "album", link: albumLink })
  }),
  catalogueEnrichment({
    id: "apple-music-tracks",
    kind: "track",
    batch: 200,
    pass: () => titleRun(iTunes, { kind: "track", entity: "song", link: trackLink })
  })
]

const ofArtist = (iTunes: ITunes): Enrich =>
  Effect.fn("appleMusic.artist")(function* (artist) {
    if (artist.isIdentified) return false
    const whole = artistLink(artist, yield* iTunes.search(artist.name, "musicArtist"))
    const first = firstArtist(artist.name)
    const link =
      whole ?? (first === artist.name ? null : artistLink(artist, yield* iTunes.search(first, "musicArtist")))
    return yield* storeLink("artist", link)
  })

interface Titles {
  readonly kind: Kind
  readonly entity: "album" | "song"
  readonly link: (target: EnrichmentTarget, results: ReadonlyArray<Result>) => CatalogueLink | null
}

/** From this many titles on, listing all of an artist's titles takes fewer calls than searching for each. */
const minTargets = 3
/** Artists whose title lists stay in memory for the next batches. */
const maxShelves = 50

/**
 * Titles are grouped by artist. The first search that finds the artist gives its number, and one lookup then lists up
 * to 200 of its titles. Only titles that are missing from that list are searched one by one.
 */
const titleRun = (iTunes: ITunes, of: Titles): EnrichmentRun => {
  const shelves = new Map<string, ReadonlyArray<Result>>()
  let targetsOf: ReadonlyMap<string, ReadonlyArray<EnrichmentTarget>> = new Map()
  const fillShelf = (artist: string, results: ReadonlyArray<Result>) =>
    Effect.gen(function* () {
      const id = results.find(({ artistName }) => isArtist(artist, artistName ?? ""))?.artistId
      if (typeof id !== "number" || (targetsOf.get(artist)?.length ?? 0) < minTargets || shelves.has(artist)) return
      const [oldest] = shelves.keys()
      if (oldest !== undefined && shelves.size >= maxShelves) shelves.delete(oldest)
      shelves.set(artist, yield* iTunes.ofArtist(id, of.entity))
    })
  const enrich: Enrich = Effect.fn("appleMusic.title")(function* (target) {
    if (target.isIdentified) return false
    const shelved = of.link(target, shelves.get(target.artist) ?? [])
    if (shelved !== null) return yield* storeLink(of.kind, shelved)
    const results = yield* iTunes.search(termOf(target), of.entity)
    yield* fillShelf(target.artist, results)
    return yield* storeLink(of.kind, of.link(target, [...results, ...(shelves.get(target.artist) ?? [])]))
  })
  const arrange = (batch: ReadonlyArray<EnrichmentTarget>) => {
    targetsOf = byArtist(batch)
    return [...targetsOf.values()].flat()
  }
  return { arrange, enrich: enrich }
}

/** Leaves out editions and guests, which the catalogue often spells differently or omits. */
const termOf = ({ artist, name }: EnrichmentTarget): string => `${firstArtist(artist)} ${bareTitle(name)}`

const byArtist = (batch: ReadonlyArray<EnrichmentTarget>): ReadonlyMap<string, ReadonlyArray<EnrichmentTarget>> => {
  const groups = new Map<string, Array<EnrichmentTarget>>()
  for (const target of batch) {
    const group = groups.get(target.artist)
    if (group === undefined) groups.set(target.artist, [target])
    else group.push(target)
  }
  return groups
}

const storeLink = (kind: Kind, link: CatalogueLink | null) =>
  Effect.gen(function* () {
    if (link === null) return false
    const catalogue = yield* ListeningEnrichmentStore
    yield* catalogue.setLinks(kind, [link])
    return true
  })
