import type { Copy, Disc, Release } from "@daybook/core/collecting"
import { type Dice, dice } from "@daybook/simulators"

/**
 * Names that are hard to match: articles, diacritics, numbered namesakes, joint credits, no specific artist.
 */
const artists: ReadonlyArray<Release["artists"]> = [
  [["Velmora Tide", null]],
  [["The Hollumere Lanterns", "Hollumere Lanterns"]],
  [["Señal Ondrela", null]],
  [
    ["Velmora Tide", null],
    ["Oskeln", "OSKELN"]
  ],
  [["Various", null]],
  [["Кедролин", null]],
  [["Nobody Heard", null]]
].map((names, line) =>
  names.map(([name, shown], index) => ({
    id: line === 5 ? null : name === "Various" ? 194 : 1_000 + name!.charCodeAt(0),
    name: name!,
    shown: shown ?? name!,
    join: index < names.length - 1 ? "&" : ""
  }))
)

/** Titles: some are equal, others only look equal. */
const titles = [
  "Barn Songs",
  "Barn Songs (Deluxe Edition)",
  "Bern Songs",
  "Barn Long",
  "(What's the Orchard) Morning?",
  "Blue (Red Album)",
  "Blue (Green Album)",
  "Letters II",
  "Letters III",
  "The Söltun",
  "Fox & Heron",
  "÷",
  "Windows (2011 Remaster)",
  "Windows",
  "Night Index"
]
const played = [
  "barn songs",
  "Barn Songs (Live in Ferrow)",
  "(What’s The Orchard) Morning",
  "Blue (Green Album)",
  "Letters III",
  "Soltun",
  "Fox and Heron",
  "÷",
  "Windows",
  "Night Index - EP",
  "Nicht Index"
]
const players = [
  "Velmora Tide",
  "Hollumere Lanterns",
  "Senal Ondrela",
  "Velmora Tide & Oskeln",
  "OSKELN",
  "Кедролин",
  "Various",
  "Somebody Else"
]

const start = Date.parse("2025-01-01T00:00:00Z")

export interface Collection {
  readonly copies: ReadonlyArray<Copy>
  readonly discs: ReadonlyArray<Disc>
  /** Each with its number of plays. */
  readonly plays: ReadonlyArray<{ readonly artist: string; readonly album: string; readonly at: number }>
}

/** A random collection with plays of it, determined by the seed. */
export const collectionOf = (seed: number): Collection => {
  const chance = dice("collection", seed)
  const releases = Array.from({ length: 12 }, (_, index) => releaseOf(chance, index + 1))
  return {
    copies: Array.from({ length: 16 }, (_, index): Copy => ({
      _tag: "Copy",
      instance: 500 + index,
      release: chance.pick(releases),
      care: {
        addedAt: chance.chance(0.1) ? null : start + chance.below(400) * 43_200_000,
        rating: chance.below(6),
        mediaCondition: null,
        sleeveCondition: null,
        notes: chance.chance(0.2) ? "Mine" : null
      }
    })),
    discs: Array.from({ length: 8 }, (_, index): Disc => ({
      _tag: "Disc",
      film: {
        title: `Film ${index}`,
        year: chance.chance(0.1) ? null : 1970 + index * 7,
        ids: {
          trakt: 900 + index,
          tmdb: index % 3 === 0 ? null : 40 + index,
          imdb: index % 2 === 0 ? `tt${700 + index}` : null
        }
      },
      edition: {
        mediaType: chance.pick(["bluray", "dvd", "uhd_bluray"] as const),
        resolution: chance.pick(["hd_1080p", null] as const),
        hdr: chance.pick(["hdr10", null] as const),
        audio: null,
        audioChannels: null
      },
      collectedAt: start + chance.below(400) * 43_200_000,
      filed: false
    })),
    plays: Array.from({ length: 40 }, (_, index) => ({
      artist: chance.pick(players),
      album: chance.pick(played),
      at: start + index * 3_600_000
    }))
  }
}

const releaseOf = (chance: Dice, id: number): Release => ({
  id,
  title: chance.pick(titles),
  year: chance.chance(0.2) ? null : 1960 + chance.below(60),
  artists: chance.pick(artists),
  format: chance.pick(["Vinyl", "CD", "Cassette", "Box Set", null]),
  formatDetail: ["Album"],
  labels: [{ name: "Quillon", catno: null }],
  genres: chance.pick([["Rock"], ["Rock", "Pop"], ["Jazz"], []]),
  styles: [],
  picture: null
})

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
const bare = (text: string) =>
  text
    .replace(/^the /, "")
    .replace(/&/g, "and")
    .replace(/[^\p{L}\p{N}]/gu, "")
const or = (text: string, otherwise: string) => (text === "" ? otherwise : text)

/**
 * Normalizes an artist's name or a title: without case, diacritics, punctuation, articles, and edition suffixes of
 * titles.
 */
export const nameOf = (text: string) => or(bare(plain(text)), plain(text))
const titleOf = (text: string) => {
  const title = plain(text)
    .replace(/ \([^()]*(deluxe|remaster|edition)[^()]*\)$/, "")
    .replace(/ - (ep|single)$/, "")
  const name = or(bare(title), plain(text))
  return {
    name,
    base: or(bare(title.replace(/ ?\([^()]*\)$/, "")), name),
    figures: `${title.replace(/\D/g, "")}${/ ([ivx]+)$/.exec(title)?.[1] ?? ""}`
  }
}

/** Levenshtein distance. */
const distance = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row))
  )
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      table[row]![column] = Math.min(
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + change
      )
    }
  }
  return table[a.length]![b.length]!
}

/** Confidence that a played album is this release; 0 if it is not. */
export const closeness = (release: string, album: string): number => {
  const [a, b] = [titleOf(release), titleOf(album)]
  if (a.name === b.name || (a.base === b.base && (a.name === a.base || b.name === b.base))) return 1
  if (a.figures !== b.figures) return 0
  return [0, 0.9, 0.7][distance(a.name, b.name)] ?? 0
}
