import { withoutMarks } from "../shared/names.js"
import type { Named, Play } from "./model.js"
import { bareTitle } from "./titles.js"

/** The key that spellings of one name share. Computed here and stored, because engines differ in lower-casing. */
export const foldOf = (name: string): string => name.normalize("NFC").toLowerCase()

/** The names of a track, normalized to match services that spell it slightly differently. */
export const matchNameOf = (artist: string, track: string): string => `${bare(artist)}|${titleOf(track)}`

/** The part of `matchNameOf` that stands for the title: without guests and edition. */
export const titleOf = (track: string): string => bare(bareTitle(track))

/** What joins the names of several artists in one credit. */
const joints = /\s*(?:[,;&+/•·]|\b(?:and|with|feat|ft|featuring|vs|x|y|und|et)\b\.?)\s*/giu

const article = /^\s*the\s+(?=\S)/i

/**
 * The normalized names of a credit, without a leading article: the whole one and those of each artist in it, in billing
 * order.
 */
export const creditsOf = (artist: string): ReadonlyArray<string> => [
  ...new Set([
    bare(artist.replace(article, "")),
    ...artist.split(joints).flatMap((part) => {
      const name = part.replace(article, "").trim()
      return /[\p{L}\p{N}]/u.test(name) && !/^the$/i.test(name) ? [bare(name)] : []
    })
  ])
]

/** Removes guest artists and punctuation. A name that consists only of these stays as it is. */
const bare = (name: string): string => {
  const plain = withoutMarks(name)
  return plain.replace(/\(feat[^)]*\)|\b(?:feat|ft)\b.*$/g, "").replace(/[^\p{L}\p{N}]+/gu, "") || plain
}

/** Each name once, with the best metadata of all its reports. */
export const distinctNames = <A extends Named>(
  reports: ReadonlyArray<A>,
  keyOf: (report: A) => string | number
): ReadonlyArray<A> => {
  const all = new Map<string | number, A>()
  for (const report of reports) {
    const key = keyOf(report)
    const first = all.get(key)
    if (first === undefined) all.set(key, report)
    else if (completesName(report, first)) all.set(key, complete(first, report))
  }
  return [...all.values()]
}

/** One spelling of an artist's name, with its reported metadata. Without an id if it is not stored. */
export interface Spelling extends Named {
  readonly id: number | null
  readonly artistId: number | null
}

/** Of two MBIDs for one name, the smaller one: the order of the reports does not matter. */
const smaller = (a: string | null, b: string | null) => (a === null ? b : b === null || a < b ? a : b)

/** The smallest MBID of some spellings. */
export const mbidOf = (spellings: ReadonlyArray<Named>): string | null =>
  spellings.reduce<string | null>((least, { mbid }) => smaller(least, mbid), null)

/** The beginning of the addresses that follow from an MBID. */
export const musicBrainz = "https://musicbrainz.org/"

/** The beginning of the addresses at Last.fm, which names everything that it has. */
export const lastFm = "https://www.last.fm/"

/**
 * How good an address is: 0 for none, 1 for one that an MBID gives already, 2 for any other page, 3 for the page at
 * Last.fm.
 */
export const addressRank = (url: string | null): number =>
  url === null ? 0 : url.startsWith(musicBrainz) ? 1 : url.startsWith(lastFm) ? 3 : 2

/** Of two addresses of one name, the better one, in any order of the reports. */
const better = (a: string | null, b: string | null): string | null => {
  const [rankA, rankB] = [addressRank(a), addressRank(b)]
  return rankB > rankA || (rankA === rankB && rankA > 0 && rankA < 3 && b! < a!) ? b : a
}

const complete = <A extends Named>(first: A, { mbid, url }: Named): A => ({
  ...first,
  mbid: smaller(first.mbid, mbid),
  url: better(first.url, url)
})

/** What is known of a stored name. */
export interface KnownName {
  readonly mbid: string | null
  /** See `addressRank`. */
  readonly addressRank: number
  /** The address, if its rank is 2: of two such pages, the smaller address stays. */
  readonly page: string | null
}

/** Whether a report adds metadata to a name, or has better. */
export const completes = (report: Named, name: KnownName): boolean =>
  smaller(name.mbid, report.mbid) !== name.mbid ||
  addressRank(report.url) > name.addressRank ||
  (report.url !== null && name.page !== null && better(name.page, report.url) !== name.page)

/** Whether a report adds metadata to another one. */
export const completesName = (report: Named, name: Named): boolean =>
  completes(report, { mbid: name.mbid, addressRank: addressRank(name.url), page: null }) ||
  better(name.url, report.url) !== name.url

/** The spellings of the plays' artists, each once. */
export const spellingsOf = (plays: ReadonlyArray<Play>): ReadonlyArray<Named> => {
  const all = new Map<string, Named>()
  for (const { artist } of plays) {
    const first = all.get(artist.name)
    if (first === undefined) all.set(artist.name, artist)
    else if (completesName(artist, first)) all.set(artist.name, complete(first, artist))
  }
  return [...all.values()]
}

/** Spellings of one artist. Without an id if the artist is new. */
export interface SpellingGroup {
  readonly members: ReadonlyArray<Spelling>
  readonly artistId: number | null
}

/**
 * The artists of the names that a page adds spellings to or completes. `existing` holds all their spellings before the
 * page; `added` and `completed` are the page's reports.
 */
export const groupSpellings = (
  existing: ReadonlyArray<Spelling>,
  added: ReadonlyArray<Named>,
  completed: ReadonlyArray<Named>
): ReadonlyArray<SpellingGroup> => {
  const folds = new Set([...added, ...completed].map(({ name }) => foldOf(name)))
  const reports = new Map(completed.map((report) => [report.name, report]))
  const spellings = [
    ...existing
      .filter(({ name }) => folds.has(foldOf(name)))
      .map((spelling) => complete(spelling, reports.get(spelling.name) ?? spelling)),
    ...added.map((report): Spelling => ({ ...report, id: null, artistId: null }))
  ]
  return [...groupBy(spellings, ({ name }) => foldOf(name)).values()].flatMap(artistsOf)
}

/** Groups the spellings of one name by MBID. A spelling without an MBID joins the group with the smallest. */
const artistsOf = (alike: ReadonlyArray<Spelling>): ReadonlyArray<SpellingGroup> => {
  const first = mbidOf(alike)
  const inOrder = [...alike].sort((a, b) => (a.name < b.name ? -1 : 1))
  const groups = [...groupBy(inOrder, ({ mbid }) => mbid ?? first).values()]
  const usedIds = new Set<number>()
  return groups
    .sort((a, b) => b.length - a.length)
    .map((members) => {
      const free = members.flatMap(({ artistId }) => (artistId === null || usedIds.has(artistId) ? [] : [artistId]))
      const artistId = free.length === 0 ? null : Math.min(...free)
      if (artistId !== null) usedIds.add(artistId)
      return { members, artistId }
    })
}

const groupBy = <Key, A>(values: ReadonlyArray<A>, keyOf: (value: A) => Key): ReadonlyMap<Key, ReadonlyArray<A>> => {
  const groups = new Map<Key, Array<A>>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group === undefined) groups.set(keyOf(value), [value])
    else group.push(value)
  }
  return groups
}

/** The artists with exactly one of these spellings. */
export const withOneSpelling = (spellings: Iterable<{ readonly artistId: number }>): ReadonlySet<number> => {
  const counts = new Map<number, number>()
  for (const { artistId } of spellings) counts.set(artistId, (counts.get(artistId) ?? 0) + 1)
  return new Set([...counts].flatMap(([artistId, count]) => (count === 1 ? [artistId] : [])))
}

/** The folded names that several artists share. */
export const dividedNames = (
  spellings: ReadonlyArray<{ readonly name: string; readonly artistId: number }>
): ReadonlySet<string> => {
  const artists = new Map<string, number>()
  const divided = new Set<string>()
  for (const { artistId, name } of spellings) {
    const fold = foldOf(name)
    const first = artists.get(fold)
    if (first === undefined) artists.set(fold, artistId)
    else if (first !== artistId) divided.add(fold)
  }
  return divided
}
