import { toOrdinal } from "@daybook/core/shared"
import type { Artist, Catalogue } from "./catalogue.js"
import { type Dice, hash } from "./dice.js"

/** What the person feels like hearing in a month: artists come and go over the years, most plays go to few of them. */
export interface Taste {
  /** An artist for the month of a day. */
  readonly artistFor: (ordinal: number, chance: Dice) => Artist
  /** A song of an artist, its best known ones most likely. */
  readonly songOf: (artist: Artist, chance: Dice) => number
  /** An album of an artist, likewise. */
  readonly albumOf: (artist: Artist, chance: Dice) => number
}

export const makeTaste = (catalogue: Catalogue, startsOn: string): Taste => {
  const firstMonth = monthNumber(toOrdinal(startsOn))
  // One number an artist, made once: a hash for each play would take longer than all the rest.
  const best = catalogue.artists.map((artist) => hash(catalogue.seed, "best", artist.index))
  const sharesIn = makeShares(catalogue)
  let month = Number.NaN
  let shares: Float64Array = new Float64Array(0)
  return {
    artistFor: (ordinal, chance) => {
      const target = monthNumber(ordinal)
      if (target !== month) {
        month = target
        shares = sharesIn(target - firstMonth)
      }
      return catalogue.artists[firstAbove(shares, chance.roll() * shares[shares.length - 1]!)]!
    },
    songOf: (artist, chance) =>
      artist.firstSong + ((best[artist.index]! + chance.rank(artist.songCount)) % artist.songCount),
    albumOf: (artist, chance) =>
      artist.firstAlbum + ((best[artist.index]! + chance.rank(artist.albumCount)) % artist.albumCount)
  }
}

/** Months since year 0. */
const monthNumber = (ordinal: number): number => {
  const day = new Date(ordinal * 86_400_000)
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}

/** A wave through the months: how long one is, and where it begins. */
interface Wave {
  readonly period: number
  readonly phase: number
}

const waveOf = (chance: number, minPeriod: number, spread: number): Wave => ({
  period: minPeriod + (chance % spread),
  phase: (chance >>> 8) / 0x1000000
})

const height = (wave: Wave, month: number) => Math.sin(2 * Math.PI * (month / wave.period + wave.phase))

/** Running sums of the artists' weights in a month of the life. */
const makeShares = ({ artists, seed }: Catalogue) => {
  const own = artists.map((artist) => waveOf(hash(seed, "wave", artist.index), 14, 40))
  const fashions = artists.map((artist) => waveOf(hash(seed, "genre", artist.genre.name), 50, 60))
  return (month: number): Float64Array => {
    let sum = 0
    return Float64Array.from(artists, (artist, index) => (sum += weight(artist, own[index]!, fashions[index]!, month)))
  }
}

/** Zipf by rank, times a slow wave of the artist's own, a slower one of its genre, and the joy of a fresh discovery. */
const weight = (artist: Artist, own: Wave, fashion: Wave, month: number): number => {
  if (artist.kind === "holiday" || artist.kind === "audiobook" || month < artist.firstMonth) return 0
  const wave = Math.max(0, height(own, month))
  const fresh = artist.firstMonth === 0 ? 1 : 1 + 5 * Math.exp(-(month - artist.firstMonth) / 3)
  return ((1 + 0.55 * height(fashion, month)) * fresh * (0.3 + 1.5 * wave * wave)) / (artist.index + 2.2)
}

const firstAbove = (sums: Float64Array, target: number): number => {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sums[middle]! <= target) low = middle + 1
    else high = middle
  }
  return low
}
