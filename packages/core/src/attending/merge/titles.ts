import type { LibraryArtist } from "./model.js"
import { plain } from "./words.js"

/**
 * Words that are common in calendars and are also names of artists. A name of only common words counts only if it
 * stands alone in the title of a ticket.
 */
const commonWords = `
  a about after afternoon again air all alone america an anniversary annual apartment appointment april art at
  august aunt auto away baby back bad bank banks band bar bath be beach bear bed beer best big bike bill bird
  birthday black blue blood board boat body book books boston box boy boys bread break breakfast bride brother
  brunch brothers bus bush business cake call camp car care cars cat cats center change check chicago chicken child
  children christmas church city class clean cleaning clear close closing club coach coffee cold college come
  company conference cook cream cut dad daddy dance dark date daughter day days dead dear december deep delivery
  dentist design dinner doctor dog dogs door down dream dress drive drop dry dust early earth east easter eat eight
  england europe eve evening event exam eye eyes fair fall family fan farm fast father february ferry field film
  fire first fish fishing five flight flu flower flowers food foot for forest four fox free freshly friday friend
  friends from fun game games garage garbage garden girl girls go gold good grandma great green group guest gym hair
  half halloween hand happy harvest haircut head health heart heat help high hiking hill history hold holiday home
  hope horse hospital hot hour house ice idea in interview island january jazz job journey july june keys kid kids
  king kitchen knife lake last late laundry law lawn leave lesson letter library life light line lion list little
  live london long lost love low lunch magic mail man march market may meal meet meeting men mercury midnight mike
  mom monday money month moon morning mother mountain move movie movies museum music my name national new news night
  nine no north november nurse ocean october of off office oil old on one open opening order out oxygen paint paper
  parents paris park part party pay payment people phone photo picnic pick pizza plan plane play pool post power
  practice present prom project queen quiet quiz race radio rain read real red rehearsal rent rest review rice ride
  ring river road rock room run running rush sale sales saturday save school sea season second september service
  session seven shop shopping show sign silver sister six ski sky sleep slow small snow soccer soft son soul soup
  south spa special spring star stars start station stop storm story street study summer sun sunday sunset surgery
  swim swimming sync table talk tax tea teacher team ten term test texas the then three thursday tide time to today
  tomorrow tonight tool tools tour town toys train training travel tree trip truck tuesday two up vacation vaccine
  van video view visit volunteer wait walk war wash watch water wedding wednesday week weekend west wheel white who
  wife wild wind wine winter with woman women wood woods work workout workshop world yard year yes yoga you young
  zoo real estate data
`

const common: ReadonlySet<string> = new Set(commonWords.split(/\s+/).filter((word) => word !== ""))

/** Whether a normalized name consists only of common words and numbers. */
const isCommon = (plainName: string): boolean =>
  plainName.split(" ").every((word) => common.has(word) || /^\d+$/.test(word))

/** Characters of a title that are examined. */
const maxTitle = 200

const oneLine = (title: string): string => title.slice(0, maxTitle).replace(/\s+/g, " ").trim()

const prefix = /^(?:concert|gig|show|live(?: music)?|see|seeing) ?[:–—-] ?|^see(?:ing)? /i
const suffix = / \(?(?:live )?(?:in )?concert\)?$| live$/i
const atPlace = / (?:live )?(?:at|@) \S.*$/i
const subtitle = / [-–—|(:] ?\S.*$|: \S.*$/

/**
 * Candidates for the artist's name in a title: the title itself, then the title without prefixes and suffixes that are
 * usual in calendars.
 */
export const namesIn = (title: string): ReadonlyArray<string> => {
  const line = oneLine(title)
  const bare = line.replace(prefix, "").replace(atPlace, "").replace(subtitle, "").replace(suffix, "").trim()
  return bare === "" || bare === title ? [title] : [title, bare]
}

/** Capitalized names of places: "Fox Theater", "Royal Opera House", "Laugh Factory Comedy Club". */
const namedPlace =
  /\b(?:[A-Z][\w'’.&-]* ){1,5}(?:Theat(?:er|re)s?|Opera House|Concert Hall|Music Hall|Playhouse|Auditorium|Comedy (?:Club|Cellar|Store))\b/g

/** A title without the event's venue. */
const withoutVenue = (title: string, venue: string | null): string => {
  const line = oneLine(title)
  const at = venue === null || venue === "" ? -1 : line.toLowerCase().indexOf(venue.toLowerCase())
  return (at < 0 ? line : `${line.slice(0, at)} ${line.slice(at + venue!.length)}`).replace(atPlace, "").trim()
}

/** A title without names of places, so that a place does not determine the kind of event. */
export const withoutPlaces = (title: string, venue: string | null): string =>
  withoutVenue(title, venue).replace(namedPlace, " ").trim()

const marks = /[:|,;(){}[\]•·–—]| [-+/] /
const breaks = new Set([
  "at",
  "w",
  "with",
  "and",
  "feat",
  "ft",
  "featuring",
  "vs",
  "v",
  "versus",
  "presents",
  "live",
  "in",
  "concert",
  "concerts",
  "gig",
  "show",
  "tour",
  "tickets",
  "ticket",
  "see",
  "seeing"
])

/** The normalized segments of a title. Marks and words such as "at" and "with" separate them. */
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

const withoutThe = (name: string): string => (name.startsWith("the ") ? name.slice(4) : name)

/** Somebody else performs the artist's songs. */
const tribute = /\b(?:tribute|cover band|covers of|music of|songs of|listening party|album release|karaoke)\b/i

const touring = /\b(?:tour|concert|live|anniversary|presents|an evening with)\b/i

interface ArtistMatch {
  readonly artist: LibraryArtist
  readonly name: string
  readonly at: number
}

/**
 * Artists of the library in a title, in its order. A name counts as a separate segment; within other words it must not
 * be a common word. `isTicket`: in a seller's title, a common word as a separate segment counts too.
 */
export const artistsIn = (
  title: string,
  venue: string | null,
  artists: ReadonlyArray<LibraryArtist>,
  isTicket: boolean
): ReadonlyArray<LibraryArtist> => {
  if (tribute.test(title) || artists.length === 0) return []
  const line = withoutVenue(title, venue)
  const index = indexOf(artists)
  const candidates = [...artistKeysIn(line)].flatMap((key) => index.get(key) ?? [])
  if (candidates.length === 0) return []
  const [text, segments] = [` ${plain(line)} `, segmentsOf(line)]
  const matches = [...new Set(candidates)].flatMap((artist): ReadonlyArray<ArtistMatch> => {
    const full = plain(artist.name)
    const name = withoutThe(full)
    const at = text.indexOf(` ${name} `)
    if (name === "" || at < 0) return []
    const alone = segments.has(full) || segments.has(name)
    const counts = isCommon(name) ? isTicket && alone : alone || isWithin(name, at, line, isTicket)
    return counts ? [{ artist, name, at }] : []
  })
  return matches
    .filter((one) => !matches.some((other) => other !== one && isInside(one, other)))
    .toSorted((a, b) => a.at - b.at)
    .map(({ artist }) => artist)
}

/** Caches, for each library, its artists by the key of their name. */
const indexes = new WeakMap<ReadonlyArray<LibraryArtist>, ReadonlyMap<string, ReadonlyArray<LibraryArtist>>>()

const indexOf = (artists: ReadonlyArray<LibraryArtist>): ReadonlyMap<string, ReadonlyArray<LibraryArtist>> => {
  const cached = indexes.get(artists)
  if (cached !== undefined) return cached
  const index = new Map<string, Array<LibraryArtist>>()
  for (const artist of artists) {
    const key = artistKeyOf(artist.name)
    index.set(key, [...(index.get(key) ?? []), artist])
  }
  indexes.set(artists, index)
  return index
}

/**
 * Whether a name counts within other words: a name of several words always, a single word only at the start of a
 * seller's title about a tour.
 */
const isWithin = (name: string, at: number, line: string, isTicket: boolean): boolean =>
  name.includes(" ") || (isTicket && at === 0 && name.length >= 4 && touring.test(line))

/** Whether a match is part of another one, such as "Big" in "Big Thief". */
const isInside = (one: ArtistMatch, other: ArtistMatch): boolean =>
  other.name.length > one.name.length && other.at <= one.at && one.at + one.name.length <= other.at + other.name.length

const maxWords = 40
const maxNameWords = 6
const letters: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ı: "i", ħ: "h" }

/** The letters and digits of a normalized name, without an article. */
const keyOf = (plainName: string): string =>
  withoutThe(plainName)
    .replace(/[øłđıħ]/g, (letter) => letters[letter]!)
    .replaceAll(" ", "")

/** The key of an artist's name, as the listening domain has it. */
export const artistKeyOf = (name: string): string => keyOf(plain(name))

/** The keys under which artists may occur in a title: each run of up to six words, without an article. */
export const artistKeysIn = (title: string): ReadonlySet<string> => {
  const words = plain(title.slice(0, maxTitle)).split(" ").slice(0, maxWords)
  const keys = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + maxNameWords); to++)
      keys.add(keyOf(words.slice(from, to).join(" ")))
  }
  keys.delete("")
  return keys
}
