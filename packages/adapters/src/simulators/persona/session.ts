import { fromOrdinal } from "@daybook/core/shared"
import type { Artist, Catalogue } from "./catalogue.js"
import type { Dice } from "./dice.js"
import type { Taste } from "./taste.js"

interface SessionContext {
  readonly seed: number
  readonly catalogue: Catalogue
  readonly taste: Taste
}

/**
 * The songs of one sitting: albums in their order, songs at random, carols in December, some chapters of a book in bed.
 * `hour` is the local hour at which it begins.
 */
export const sessionSongs = (context: SessionContext, ordinal: number, hour: number, size: number, chance: Dice): Array<number> => {
  const songs: Array<number> = []
  if (hour >= 21.5 && hour < 24 && chance.chance(0.07)) songs.push(...chapters(context, ordinal, Math.min(size, 1 + chance.below(2))))
  if (isAdvent(ordinal) && chance.chance(0.2)) songs.push(...carols(context, Math.min(size - songs.length, 3 + chance.below(8)), chance))
  while (songs.length < size) {
    const artist = context.taste.artistFor(ordinal, chance)
    if (chance.chance(0.16)) songs.push(...albumRun(context, artist, size - songs.length, chance))
    else songs.push(context.taste.songOf(artist, chance))
    if (chance.chance(0.012) && songs.length < size) songs.push(songs[songs.length - 1]!)
  }
  return songs
}

const isAdvent = (ordinal: number) => {
  const day = fromOrdinal(ordinal).slice(5)
  return day >= "11-27" && day <= "12-26"
}

/** Consecutive songs of one album, mostly from its beginning. */
const albumRun = ({ catalogue, taste }: SessionContext, artist: Artist, most: number, chance: Dice): Array<number> => {
  const album = catalogue.albums[taste.albumOf(artist, chance)]!
  const from = chance.chance(0.7) ? 0 : chance.below(album.songCount)
  return range(album.firstSong + from, Math.min(most, album.songCount - from))
}

const carols = ({ catalogue }: SessionContext, count: number, chance: Dice): Array<number> => {
  const choir = catalogue.artists.find((artist) => artist.kind === "holiday")!
  return Array.from({ length: count }, () => choir.firstSong + chance.rank(choir.songCount))
}

/** The bed-time book goes on a chapter a day. */
const chapters = ({ catalogue }: SessionContext, ordinal: number, count: number): Array<number> => {
  const reader = catalogue.artists.find((artist) => artist.kind === "audiobook")!
  return Array.from({ length: count }, (_, index) => reader.firstSong + ((ordinal + index) % reader.songCount))
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
