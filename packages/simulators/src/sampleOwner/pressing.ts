import type { Catalogue } from "./catalogue.js"
import { dice, hash } from "./dice.js"
import { albumTitle, coinedWord, songTitle } from "./words.js"

/** A release as a record catalogue files it: an album of the life's music, or one that the person never played. */
export interface Pressing {
  readonly id: number
  readonly title: string
  readonly year: number
  readonly artists: ReadonlyArray<{
    readonly id: number
    readonly name: string
    readonly anv: string
    readonly join: string
  }>
  readonly formats: ReadonlyArray<{
    readonly name: string
    readonly qty: string
    readonly text?: string
    readonly descriptions?: ReadonlyArray<string>
  }>
  readonly label: { readonly id: number; readonly name: string; readonly catno: string }
  readonly genres: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
  readonly country: string
  readonly tracks: ReadonlyArray<{ readonly title: string; readonly seconds: number }>
  readonly hasPicture: boolean
}

const various = { id: 194, name: "Various", anv: "", join: "" }

interface Content {
  readonly title: string
  readonly year: number
  readonly artists: Pressing["artists"]
  readonly genre: string
  readonly tracks: Pressing["tracks"]
}

/** The pressing that stands at a place of the person's shelf; the same place always holds the same. */
export const pressingOf = (catalogue: Catalogue, place: number): Pressing => {
  const chance = dice(catalogue.seed, "pressing", place)
  const kind = chance.roll()
  const { artists, genre, title, tracks, year } =
    kind < 0.04 ? compilation(catalogue, place) : kind < 0.22 ? unheard(catalogue, place) : album(catalogue, place)
  const label = coinedWord(dice(catalogue.seed, "label", chance.rank(60)))
  return {
    id: 1_000_000 + (hash(catalogue.seed, "release", place) % 20_000_000),
    title: chance.chance(0.06) ? `${title} (Deluxe Edition)` : title,
    year: chance.chance(0.03) ? 0 : year,
    artists,
    formats: formatsOf(chance.roll(), chance.below(3)),
    label: {
      id: 1 + (hash("label", label) % 90_000),
      name: label,
      catno: `${label.slice(0, 3).toUpperCase()} ${100 + chance.below(900)}`
    },
    genres: [family(genre)],
    styles: [genre.replace(/(^|[ -])\w/g, (letter) => letter.toUpperCase())],
    country: chance.pick(["US", "UK", "Germany", "Japan", "Europe"]),
    tracks,
    hasPicture: !chance.chance(0.05)
  }
}

const album = (catalogue: Catalogue, place: number): Content => {
  const chance = dice(catalogue.seed, "owned", place)
  const artist = catalogue.artists[chance.rank(catalogue.artists.length)]!
  const album = catalogue.albums[artist.firstAlbum + chance.below(artist.albumCount)]!
  const songs = catalogue.songs.slice(album.firstSong, album.firstSong + album.songCount)
  return {
    title: album.title,
    year: Number(album.releasedOn.slice(0, 4)),
    artists: artist.kind === "joint" ? jointly(artist.name.split(" & ")) : [credit(artist.name)],
    genre: artist.genre.name,
    tracks: songs.map(({ seconds, title }) => ({ title, seconds }))
  }
}

const unheard = (catalogue: Catalogue, place: number): Content => {
  const chance = dice(catalogue.seed, "unheard", place)
  return {
    title: albumTitle(chance),
    year: 1961 + chance.below(60),
    artists: [credit(`${coinedWord(chance)} ${coinedWord(chance)}`)],
    genre: chance.pick(["jazz", "soul", "ambient", "post-punk", "folk"]),
    tracks: Array.from({ length: 6 + chance.below(7) }, () => ({
      title: songTitle(chance),
      seconds: 100 + chance.below(300)
    }))
  }
}

const compilation = (catalogue: Catalogue, place: number): Content => ({
  ...unheard(catalogue, place),
  title: `Songs for the ${dice(catalogue.seed, "compilation", place).pick(["Ferry", "Lighthouse", "Night Train", "Porch"])} (Volume ${1 + (place % 9)})`,
  artists: [various]
})

/** Some share their name with somebody and have a number; some are printed otherwise. */
const credit = (name: string): Pressing["artists"][number] => {
  const chance = dice("credit", name)
  const id = 1_000 + (hash("artist", name) % 8_000_000)
  return {
    id,
    name: chance.chance(0.08) ? `${name} (${2 + chance.below(4)})` : name,
    anv: chance.chance(0.05) ? name.toUpperCase() : "",
    join: ""
  }
}

const jointly = (names: ReadonlyArray<string>) =>
  names.map((name, index) => ({ ...credit(name), join: index === names.length - 1 ? "" : "&" }))

const formatsOf = (roll: number, variant: number): Pressing["formats"] => {
  if (roll < 0.66)
    return [
      { name: "Vinyl", qty: "1", text: "180 g", descriptions: ["LP", "Album", ...(variant === 0 ? ["Reissue"] : [])] }
    ]
  if (roll < 0.72) return [{ name: "Vinyl", qty: "1", descriptions: ['7"', "45 RPM", "Single"] }]
  if (roll < 0.88) return [{ name: "CD", qty: "1", descriptions: variant === 0 ? ["Album", "Remastered"] : ["Album"] }]
  if (roll < 0.93) return [{ name: "Cassette", qty: "1", descriptions: ["Album"] }]
  if (roll < 0.96)
    return [
      { name: "Vinyl", qty: "2", descriptions: ["LP"] },
      { name: "CD", qty: "1" },
      { name: "All Media", qty: "1", descriptions: ["Compilation"] }
    ]
  return roll < 0.98
    ? [{ name: "Lathe Cut", qty: "1", text: "Hand-numbered" }]
    : [{ name: "Box Set", qty: "1", descriptions: ["Limited Edition"] }]
}

const families: ReadonlyArray<readonly [RegExp, string]> = [
  [/jazz/, "Jazz"],
  [/hip-hop|rap/, "Hip Hop"],
  [/soul|funk|r&b/, "Funk / Soul"],
  [/folk|country|americana/, "Folk, World, & Country"],
  [/latin/, "Latin"],
  [/classical|spoken/, "Classical"],
  [/electronic|ambient|techno|house|synth|idm/, "Electronic"],
  [/pop/, "Pop"]
]

const family = (genre: string): string => families.find(([pattern]) => pattern.test(genre))?.[1] ?? "Rock"
