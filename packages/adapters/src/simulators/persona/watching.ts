import { type Calendar, fromOrdinal, toOrdinal } from "@daybook/core/shared"
import type { Context } from "effect"
import { type Dice, dice } from "./dice.js"
import { type Cinema, makeCinema } from "./films.js"
import { diaryEntry, type DiaryEntry } from "./diary.js"
import type { Extent } from "./size.js"

/** One viewing of the life. Times are unix seconds, at the end of the film or episode. */
export interface Viewing {
  readonly at: number
  readonly what: { readonly kind: "film"; readonly film: number } | { readonly kind: "episode"; readonly series: number; readonly season: number; readonly episode: number }
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
  readonly told: Array<Viewing>
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
  const telling: Telling = { ...options, cinema, seen: new Map(), place: { series: 0, season: 0, episode: 0 }, told: [], number: { next: 1_000 } }
  let day = first
  return {
    ...cinema,
    until: (seconds) => {
      const last = toOrdinal(calendar.dateOf(seconds * 1_000))
      for (; day <= last; day++) tellDay(telling, day, dice(seed, "watching", day))
      return telling.told.filter(({ at }) => at < seconds)
    }
  }
}

/** Films of an evening, then episodes; more at the weekend. */
const tellDay = (telling: Telling, ordinal: number, chance: Dice): void => {
  const days = telling.extent.years * 365.25
  const weekly = (ordinal + 3) % 7 >= 4 ? 1.6 : 0.55
  const start = telling.calendar.startOf(fromOrdinal(ordinal)) / 1_000
  let at = start + Math.round((17.5 + chance.roll() * 2.5) * 3_600)
  for (let films = countOf(chance, (telling.extent.films / days) * weekly); films > 0 && at < start + daySeconds; films--) {
    const film = filmOf(telling, chance)
    at += telling.cinema.films[film]!.minutes * 60 + chance.below(900)
    tellFilm(telling, film, at, chance)
  }
  // Series come in runs: some evenings of several episodes, none on most.
  const run = chance.chance(0.3) ? countOf(chance, (telling.extent.episodes / days) * weekly / 0.3) : 0
  for (let episodes = run; episodes > 0 && at < start + daySeconds + 7_200; episodes--) at = tellEpisode(telling, at, chance)
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
  telling.told.push({ at, what: { kind: "film", film }, server, diary })
}

/** The next episode of the series that is being watched; when it is over, the next series. Now and then an old one again. */
const tellEpisode = (telling: Telling, at: number, chance: Dice): number => {
  const { cinema, place } = telling
  const series = cinema.series[place.series % cinema.series.length]!
  const again = place.episode > 1 && chance.chance(0.04)
  const episode = again ? chance.below(place.episode) : place.episode
  const end = at + series.minutes * 60 + chance.below(300)
  const what = { kind: "episode" as const, series: series.index, season: place.season + 1, episode: episode + 1 }
  telling.told.push({ at: end, what, server: chance.chance(0.96) ? "play" : "mark", diary: null })
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
