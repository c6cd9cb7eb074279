import { isCommon } from "./commonWords.js"
import type { LibraryArtist } from "./Told.js"
import { plain } from "./words.js"

/** Nobody writes longer titles; what is behind is not looked at. Characters. */
const longest = 200

const oneLine = (title: string): string => title.slice(0, longest).replace(/\s+/g, " ").trim()

const before = /^(?:concert|gig|show|live(?: music)?|see|seeing) ?[:–—-] ?|^see(?:ing)? /i
const behind = / \(?(?:live )?(?:in )?concert\)?$| live$/i
const atPlace = / (?:live )?(?:at|@) \S.*$/i
const subtitle = / [-–—|(:] ?\S.*$|: \S.*$/

/** What the artist may be called in a title: the title itself, then without what people write around a name in a calendar. */
export const namesIn = (title: string): ReadonlyArray<string> => {
  const line = oneLine(title)
  const bare = line.replace(before, "").replace(atPlace, "").replace(subtitle, "").replace(behind, "").trim()
  return bare === "" || bare === title ? [title] : [title, bare]
}

/** Names of places, as they are written with capitals: "Fox Theater", "Royal Opera House", "Laugh Factory Comedy Club". */
const namedPlace = /\b(?:[A-Z][\w'’.&-]* ){1,5}(?:Theat(?:er|re)s?|Opera House|Concert Hall|Music Hall|Playhouse|Auditorium|Comedy (?:Club|Cellar|Store))\b/g

/** A title without its own venue. */
const withoutVenue = (title: string, venue: string | null): string => {
  const line = oneLine(title)
  const at = venue === null || venue === "" ? -1 : line.toLowerCase().indexOf(venue.toLowerCase())
  return (at < 0 ? line : `${line.slice(0, at)} ${line.slice(at + venue!.length)}`).replace(atPlace, "").trim()
}

/** A title without the places that it names, so that no place decides what kind of event it is. */
export const withoutPlaces = (title: string, venue: string | null): string => withoutVenue(title, venue).replace(namedPlace, " ").trim()

const marks = /[:|,;(){}[\]•·–—]| [-+/] /
const breaks = new Set(["at", "w", "with", "and", "feat", "ft", "featuring", "vs", "v", "versus", "presents", "live", "in", "concert", "concerts", "gig", "show", "tour", "tickets", "ticket", "see", "seeing"])

/** The parts that a title is made of, in one spelling: names stand between marks and words such as "at" and "with". */
const segmentsOf = (title: string): ReadonlySet<string> => {
  const segments = new Set<string>()
  for (const part of title.split(marks)) {
    segments.add(plain(part))
    let words: Array<string> = []
    for (const word of [...plain(part).split(" "), "at"]) {
      if (!breaks.has(word)) words.push(word)
      else {
        segments.add(words.join(" "))
        words = []
      }
    }
  }
  segments.delete("")
  return segments
}

const withoutThe = (name: string): string => name.startsWith("the ") ? name.slice(4) : name

/** Somebody else plays their songs. */
const tribute = /\b(?:tribute|cover band|covers of|music of|songs of|listening party|album release|karaoke)\b/i

const touring = /\b(?:tour|concert|live|anniversary|presents|an evening with)\b/i

interface Named {
  readonly artist: LibraryArtist
  readonly name: string
  readonly at: number
}

/**
 * Artists of the library that a title names, in its order. A name that stands by itself counts; within other words only one
 * that is no common word. `isTicket`: a seller speaks, so that also a common word that stands by itself is a name.
 */
export const artistsIn = (title: string, venue: string | null, artists: ReadonlyArray<LibraryArtist>, isTicket: boolean): ReadonlyArray<LibraryArtist> => {
  if (tribute.test(title) || artists.length === 0) return []
  const line = withoutVenue(title, venue)
  const index = indexOf(artists)
  const candidates = [...artistKeysIn(line)].flatMap((key) => index.get(key) ?? [])
  if (candidates.length === 0) return []
  const [text, segments] = [` ${plain(line)} `, segmentsOf(line)]
  const found = [...new Set(candidates)].flatMap((artist): ReadonlyArray<Named> => {
    const full = plain(artist.name)
    const name = withoutThe(full)
    const at = text.indexOf(` ${name} `)
    if (name === "" || at < 0) return []
    const alone = segments.has(full) || segments.has(name)
    const counts = isCommon(name) ? isTicket && alone : alone || isWithin(name, at, line, isTicket)
    return counts ? [{ artist, name, at }] : []
  })
  return found.filter((one) => !found.some((other) => other !== one && isInside(one, other))).toSorted((a, b) => a.at - b.at).map(({ artist }) => artist)
}

/** Artists by the key under which a title may hold them, worked out once for each library. */
const indexes = new WeakMap<ReadonlyArray<LibraryArtist>, ReadonlyMap<string, ReadonlyArray<LibraryArtist>>>()

const indexOf = (artists: ReadonlyArray<LibraryArtist>): ReadonlyMap<string, ReadonlyArray<LibraryArtist>> => {
  const known = indexes.get(artists)
  if (known !== undefined) return known
  const index = new Map<string, Array<LibraryArtist>>()
  for (const artist of artists) {
    const key = keyOf(plain(artist.name))
    index.set(key, [...(index.get(key) ?? []), artist])
  }
  indexes.set(artists, index)
  return index
}

/** Several words that are a name wherever they stand; one word where a seller's title begins with it and speaks of a tour. */
const isWithin = (name: string, at: number, line: string, isTicket: boolean): boolean =>
  name.includes(" ") || (isTicket && at === 0 && name.length >= 4 && touring.test(line))

/** "Big" stands within "Big Thief". */
const isInside = (one: Named, other: Named): boolean =>
  other.name.length > one.name.length && other.at <= one.at && one.at + one.name.length <= other.at + other.name.length

const mostWords = 40
const mostInName = 6
const letters: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ı: "i", ħ: "h" }

/** A name in one spelling as its letters and digits, without an article. */
const keyOf = (plainName: string): string => withoutThe(plainName).replace(/[øłđıħ]/g, (letter) => letters[letter]!).replaceAll(" ", "")

/** Under which keys of letters and digits artists may stand in a title: each run of up to six words, without an article. */
export const artistKeysIn = (title: string): ReadonlySet<string> => {
  const words = plain(title.slice(0, longest)).split(" ").slice(0, mostWords)
  const keys = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + mostInName); to++) keys.add(keyOf(words.slice(from, to).join(" ")))
  }
  keys.delete("")
  return keys
}
