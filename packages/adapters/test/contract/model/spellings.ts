import type { Known } from "./Known.js"
import type { Library, Stored } from "./Library.js"

const alike = (a: string, b: string) => a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase()

/** Names the artist of a spelling: all of one name, case aside, of which no two MBIDs differ; without an MBID, that of the least. */
export const artistOf = ({ spellings }: Library, spelling: string): string => {
  const mbids = [...spellings].flatMap(([name, mbid]) => mbid !== null && alike(name, spelling) ? [mbid] : []).sort()
  return `${spelling.normalize("NFC").toLowerCase()} ${spellings.get(spelling) ?? mbids[0] ?? "?"}`
}

const most = (spellings: ReadonlyArray<string>): string => {
  const plays = (name: string) => spellings.filter((one) => one === name).length
  return [...new Set(spellings)].sort((a, b) => plays(b) - plays(a) || Buffer.compare(Buffer.from(a), Buffer.from(b)))[0]!
}

/** The plays with the names that their artists go by: of their shown plays, most are spelled so. */
export const byTheirNames = (library: Library, shown: ReadonlyArray<Known>): ReadonlyArray<Known> => {
  const artists = new Map<string, Array<string>>()
  for (const { artist } of shown) artists.set(artistOf(library, artist), [...artists.get(artistOf(library, artist)) ?? [], artist])
  const names = new Map([...artists].map(([artist, spellings]) => [artist, most(spellings)]))
  return shown.map((play) => ({ ...play, artist: names.get(artistOf(library, play.artist))! }))
}

/** The library with what a page says of the spellings of its plays. */
export const spelled = (library: Library, plays: ReadonlyArray<Stored>, mbidOf: (play: Stored) => string | null): Library["spellings"] => {
  const spellings = new Map(library.spellings)
  for (const play of plays) {
    const mbids = [mbidOf(play), spellings.get(play.artist) ?? null].filter((mbid) => mbid !== null).sort()
    spellings.set(play.artist, mbids[0] ?? null)
  }
  return spellings
}
