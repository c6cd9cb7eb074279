import type { Artist, Catalogue } from "./catalogue.js"
import { dice, hash } from "./dice.js"
import { noiseTags } from "./genres.js"
import { coinedWord } from "./words.js"

/** What the rest of the world says about the artists of a life: tags, neighbours, a biography, how many hear them. */

interface Tag {
  readonly name: string
  /** 0 to 100, relative to the most used tag. */
  readonly count: number
}

/** Descending by count; one artist in thirty has none. */
export const tagsOf = (catalogue: Catalogue, artist: Artist): ReadonlyArray<Tag> => {
  const chance = dice(catalogue.seed, "tags", artist.index)
  if (artist.index > 20 && chance.chance(1 / 30)) return []
  const names = [...artist.genre.tags.slice(0, 2 + chance.below(artist.genre.tags.length - 1)), chance.pick(noiseTags)]
  const noisy = chance.chance(0.1) ? [names[names.length - 1]!, ...names.slice(0, -1)] : names
  let count = 100
  return noisy.map((name) => {
    const tag = { name, count }
    count = Math.max(1, Math.floor(count * (0.35 + chance.roll() * 0.5)))
    return tag
  })
}

interface Neighbour {
  readonly name: string
  readonly mbid: string
  /** 0 to 1, at most two decimals. */
  readonly match: number
}

/** Up to `limit` artists of the same kind, the nearest first; some of them the person has never heard. */
export const similarTo = (catalogue: Catalogue, artist: Artist, limit: number): ReadonlyArray<Neighbour> => {
  const chance = dice(catalogue.seed, "similar", artist.index)
  const kin = catalogue.artists.filter((other) => other.genre === artist.genre && other.index !== artist.index)
  const neighbours = new Map<string, Neighbour>()
  let match = 1
  for (let place = 0; place < Math.min(limit, 100); place++) {
    const relative = kin.length > 0 && chance.chance(0.6) ? kin[chance.rank(kin.length)]! : undefined
    const name = relative?.name ?? `${coinedWord(chance)} ${coinedWord(chance)}`
    if (!neighbours.has(name))
      neighbours.set(name, { name, mbid: relative?.mbid ?? "", match: Math.round(match * 100) / 100 })
    match *= 0.86 + chance.roll() * 0.13
  }
  return [...neighbours.values()]
}

/** Sentences of a biography, without markup; empty for one artist in eight. */
export const biographyOf = (catalogue: Catalogue, artist: Artist): ReadonlyArray<string> => {
  const chance = dice(catalogue.seed, "biography", artist.index)
  if (artist.index > 20 && chance.chance(1 / 8)) return []
  const town = coinedWord(chance)
  const album = catalogue.albums[artist.firstAlbum]!
  const formed = Number(album.releasedOn.slice(0, 4)) - 1 - chance.below(4)
  return [
    `${artist.name} formed in ${formed} in the harbour town of ${town} & have played ${artist.genre.name} ever since.`,
    `Their first record, "${album.title}" (${album.releasedOn.slice(0, 4)}), was made in ${chance.pick(["a barn", "a disused cinema", "nine nights", "a lighthouse", "two rooms"])}.`,
    `They have released ${artist.albumCount === 1 ? "one record" : `${artist.albumCount} records`} so far.`,
    `On stage they are known for ${chance.pick(["very long encores", "never playing a song the same way twice", "the hush before the first note", "a borrowed organ"])}.`
  ]
}

/** How many people hear an artist, and how often, worldwide. */
export const audienceOf = (catalogue: Catalogue, ...path: ReadonlyArray<string | number>) => {
  const listeners = 800 + (hash(catalogue.seed, "audience", ...path) % 400_000)
  return { listeners, playcount: listeners * (3 + (hash("depth", ...path) % 40)) }
}
