import type { JudgedPlay } from "./JudgedPlay.js"
import { accounts, type Library, type StoredPlay, titleKey } from "./Library.js"

const alike = (a: string, b: string) => a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase()

/**
 * Returns the artist of a spelling: equal names, ignoring case, unless their MBIDs differ. A spelling without an MBID
 * joins the one with the smallest.
 */
export const artistOf = ({ spellings }: Library, spelling: string): string => {
  const mbids = [...spellings].flatMap(([name, mbid]) => (mbid !== null && alike(name, spelling) ? [mbid] : [])).sort()
  return `${spelling.normalize("NFC").toLowerCase()} ${spellings.get(spelling) ?? mbids[0] ?? "?"}`
}

const most = (spellings: ReadonlyArray<string>): string => {
  const plays = (name: string) => spellings.filter((one) => one === name).length
  return [...new Set(spellings)].sort(
    (a, b) => plays(b) - plays(a) || Buffer.compare(Buffer.from(a), Buffer.from(b))
  )[0]!
}

/** The plays with their artists' names: the most frequent spelling among visible plays. */
export const byTheirNames = (library: Library, visiblePlays: ReadonlyArray<JudgedPlay>): ReadonlyArray<JudgedPlay> => {
  const artists = new Map<string, Array<string>>()
  for (const { artist } of visiblePlays)
    artists.set(artistOf(library, artist), [...(artists.get(artistOf(library, artist)) ?? []), artist])
  const names = new Map([...artists].map(([artist, spellings]) => [artist, most(spellings)]))
  return visiblePlays.map((play) => ({ ...play, artist: names.get(artistOf(library, play.artist))! }))
}

/** The library with the spellings and MBIDs of a page. */
export const spelled = (
  library: Library,
  plays: ReadonlyArray<StoredPlay>,
  mbidOf: (play: StoredPlay) => string | null
): Library["spellings"] => {
  const spellings = new Map(library.spellings)
  for (const play of plays) {
    const mbids = [mbidOf(play), spellings.get(play.artist) ?? null].filter((mbid) => mbid !== null).sort()
    spellings.set(play.artist, mbids[0] ?? null)
  }
  return spellings
}

/** The library's titles with those of a page. */
export const titled = ({ titles }: Library, plays: ReadonlyArray<StoredPlay>): Library["titles"] => {
  const all = new Map(titles)
  const add = (key: string, name: string) => all.set(key, [...(all.get(key) ?? []), name])
  for (const { album, artist, track } of plays) {
    add(titleKey("track", artist, track), track)
    if (album !== null) add(titleKey("album", artist, album), album)
  }
  return all
}

/** A title in its best spelling: not all in one case if there is another, then the first by code point. */
export const titleOf = ({ titles }: Library, kind: "track" | "album", artist: string, title: string): string => {
  const all = [...new Set(titles.get(titleKey(kind, artist, title)) ?? [title])].sort()
  return all.find((name) => name !== name.toLowerCase() && name !== name.toUpperCase()) ?? all[0]!
}

/** Existing plays that a page repeats with a smaller MBID for their spelling. */
export const richer = (
  { spellings, stored }: Library,
  plays: ReadonlyArray<StoredPlay>,
  mbidOf: (play: StoredPlay) => string | null
): ReadonlyArray<StoredPlay> => {
  const telling = plays.filter((play) => {
    const [mbid, known] = [mbidOf(play), spellings.get(play.artist) ?? null]
    return mbid !== null && (known === null || mbid < known)
  })
  return stored.filter((one) => telling.some((play) => accounts(play, one)))
}
