import { type Calendar, addDays, fromOrdinal, toOrdinal } from "@daybook/core/shared"
import type { Context } from "effect"
import { type Dice, dice } from "./dice.js"
import { type Cinema, makeCinema } from "./films.js"
import type { Extent } from "./size.js"

/** What the person wrote down of a viewing. */
export interface DiaryEntry {
  /** Grows with time; the site's own number of the entry. */
  readonly number: number
  /** Null for a review outside of the diary. */
  readonly date: string | null
  /** When it was written down, unix seconds. */
  readonly loggedAt: number
  readonly rewatch: boolean
  /** 0.5 to 5 by halves. */
  readonly rating: number | null
  readonly review: string | null
  readonly isSpoiler: boolean
  readonly isLiked: boolean
}

const sentences = [
  "Still great.",
  "The last reel makes up for everything.",
  "Slow, and all the better for it.",
  "I counted the lanterns: seven.",
  "Not what I remembered & yet.",
  "Somebody should have opened a window.",
  "Two hours well spent.",
  "The score does the work.",
  "Funnier than it has any right to be.",
  "Half of it is weather."
]

const diaryEntry = (
  of: {
    readonly at: number
    readonly again: boolean
    readonly number: number
    readonly calendar: Context.Tag.Service<Calendar>
  },
  chance: Dice
): DiaryEntry => {
  const day = of.calendar.dateOf(of.at * 1_000)
  // Some write it down the morning after, under that day.
  const isLate = chance.chance(0.07)
  const date = chance.chance(0.02) ? null : isLate ? addDays(day, 1) : day
  const review =
    date === null || chance.chance(0.18)
      ? Array.from({ length: 1 + chance.below(3) }, () => chance.pick(sentences)).join(
          chance.chance(0.3) ? "\n\n" : " "
        )
      : null
  return {
    number: of.number,
    date,
    loggedAt: of.at + (isLate ? 14 * 3_600 : 600) + chance.below(3_600),
    rewatch: of.again,
    rating: chance.chance(0.8) ? Math.max(1, Math.min(10, Math.round(6.6 + chance.normal() * 1.8))) / 2 : null,
    review,
    isSpoiler: review !== null && chance.chance(0.1),
    isLiked: chance.chance(0.25)
  }
}

/** One viewing of the life. Times are unix seconds, at the end of the film or episode. */
export interface Viewing {
  readonly at: number
  readonly what:
    | { readonly kind: "film"; readonly film: number }
    | { readonly kind: "episode"; readonly series: number; readonly season: number; readonly episode: number }
  /** How the media server knows: as a play, as a mark made by hand afterwards, or not at all. */
  readonly server: "play" | "mark" | "none"
  /** What the person wrote down of it. */
  readonly diary: DiaryEntry | null
}

/** What the person watches: the films and series there are, and every viewing of a life that does not end. */
export interface WatchingLife extends Cinema {
  /** Viewings that ended before an instant (unix seconds), oldest first. The same past, whenever it is told. */
  readonly until: (seconds: number) => ReadonlyArray<Viewing>
}

interface Telling {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
  readonly cinema: Cinema
  /** How often each film was watched so far. */
  readonly seen: Map<number, number>
  readonly place: { series: number; season: number; episode: number }
  readonly viewings: Array<Viewing>
  readonly number: { next: number }
}

const daySeconds = 86_400

export const makeWatchingLife = (options: {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
}): WatchingLife => {
  const { calendar, extent, seed } = options
  const first = toOrdinal(extent.startsOn)
  const cinema = makeCinema(seed, Math.round(extent.films * 0.8), Number(extent.startsOn.slice(0, 4)))
  const telling: Telling = {
    ...options,
    cinema,
    seen: new Map(),
    place: { series: 0, season: 0, episode: 0 },
    viewings: [],
    number: { next: 1_000 }
  }
  let day = first
  return {
    ...cinema,
    until: (seconds) => {
      const last = toOrdinal(calendar.dateOf(seconds * 1_000))
      for (; day <= last; day++) tellDay(telling, day, dice(seed, "watching", day))
      return telling.viewings.filter(({ at }) => at < seconds)
    }
  }
}

/** Films of an evening, then episodes; more at the weekend. */
const tellDay = (telling: Telling, ordinal: number, chance: Dice): void => {
  const days = telling.extent.years * 365.25
  const weekly = (ordinal + 3) % 7 >= 4 ? 1.6 : 0.55
  const start = telling.calendar.startOf(fromOrdinal(ordinal)) / 1_000
  let at = start + Math.round((17.5 + chance.roll() * 2.5) * 3_600)
  for (
    let films = countOf(chance, (telling.extent.films / days) * weekly);
    films > 0 && at < start + daySeconds;
    films--
  ) {
    const film = filmOf(telling, chance)
    at += telling.cinema.films[film]!.minutes * 60 + chance.below(900)
    tellFilm(telling, film, at, chance)
  }
  // Series come in runs: some evenings of several episodes, none on most.
  const run = chance.chance(0.3) ? countOf(chance, ((telling.extent.episodes / days) * weekly) / 0.3) : 0
  for (let episodes = run; episodes > 0 && at < start + daySeconds + 7_200; episodes--)
    at = tellEpisode(telling, at, chance)
}

const countOf = (chance: Dice, mean: number) => Math.floor(mean) + (chance.chance(mean % 1) ? 1 : 0)

/** One viewing in nine is of a favourite. */
const filmOf = ({ cinema }: Telling, chance: Dice): number =>
  chance.chance(1 / 9) ? chance.rank(Math.min(60, cinema.films.length)) : chance.below(cinema.films.length)

const tellFilm = (telling: Telling, film: number, at: number, chance: Dice) => {
  const times = telling.seen.get(film) ?? 0
  telling.seen.set(film, times + 1)
  const how = chance.roll()
  const server = how < 0.76 ? "play" : how < 0.82 ? "mark" : "none"
  const writes = server === "none" || chance.chance(0.55)
  const diary = writes ? diaryEntry({ ...telling, at, again: times > 0, number: telling.number.next++ }, chance) : null
  telling.viewings.push({ at, what: { kind: "film", film }, server, diary })
}

/**
 * The next episode of the series that is being watched; when it is over, the next series. Now and then an old one
 * again.
 */
const tellEpisode = (telling: Telling, at: number, chance: Dice): number => {
  const { cinema, place } = telling
  const series = cinema.series[place.series % cinema.series.length]!
  const again = place.episode > 1 && chance.chance(0.04)
  const episode = again ? chance.below(place.episode) : place.episode
  const end = at + series.minutes * 60 + chance.below(300)
  const what = { kind: "episode" as const, series: series.index, season: place.season + 1, episode: episode + 1 }
  telling.viewings.push({ at: end, what, server: chance.chance(0.96) ? "play" : "mark", diary: null })
  if (again) return end
  place.episode++
  if (place.episode >= series.seasons[place.season]!) {
    place.episode = 0
    place.season++
  }
  if (place.season >= series.seasons.length) {
    place.season = 0
    place.series++
  }
  return end
}
