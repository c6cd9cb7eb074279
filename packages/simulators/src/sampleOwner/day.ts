import { addDays, fromOrdinal, type Calendar } from "@daybook/core/shared"
import type { Context } from "effect"
import type { Artist, Catalogue } from "./catalogue.js"
import { type Dice, dice, hash } from "./dice.js"
import type { Taste } from "./taste.js"
import type { Timeline } from "./Timeline.js"

/** A person's day runs from four in the morning to four in the morning, in seconds of local time. */
const dayStartsAt = 4 * 3_600

/** Monday is 0. */
const weekday = (ordinal: number) => (((ordinal + 3) % 7) + 7) % 7

/**
 * How much is heard on a day, relative to an average one: more at the end of the week, less in high summer, years that
 * differ, days without any, a week away now and then. New Year's Eve, leap days and nights with a DST change are
 * never silent.
 */
export const intensity = (seed: number, ordinal: number, isClockChange: boolean): number => {
  const date = fromOrdinal(ordinal)
  const chance = dice(seed, "intensity", ordinal)
  const weekly = [0.95, 0.9, 0.95, 1, 1.15, 1.2, 0.95][weekday(ordinal)]!
  const seasonal = 1 + 0.15 * Math.cos(((ordinal % 365.2425) / 365.2425) * 2 * Math.PI)
  const year = Number(date.slice(0, 4))
  const yearly = 0.75 + 0.5 * (hash(seed, "year", year) / 0x100000000)
  const daily = Math.exp(chance.normal() * 0.4)
  const usual = Math.min(2.1, weekly * seasonal * yearly * daily)
  const mustSound = isClockChange || date.endsWith("-02-29") || date.endsWith("-12-31")
  if (mustSound) return Math.max(0.8, usual)
  return isSilent(seed, ordinal, chance) ? 0 : usual
}

const isSilent = (seed: number, ordinal: number, chance: Dice): boolean => {
  const week = Math.floor(ordinal / 7)
  const isAway = hash(seed, "away", week) % 23 === 0
  return chance.chance(isAway ? 0.8 : 0.022)
}

/** Shares of listening sessions that begin in each local hour. */
const workday = [2, 1, 0, 0, 0, 1, 5, 12, 11, 8, 7, 6, 5, 6, 7, 7, 7, 9, 10, 9, 10, 11, 8, 4]
const weekend = [4, 3, 1, 0, 0, 0, 1, 3, 6, 10, 12, 11, 9, 8, 8, 8, 8, 8, 8, 8, 9, 10, 9, 7]

/** When a session begins, in seconds since local midnight; hours after midnight count on past 24. */
const sessionStart = (ordinal: number, chance: Dice): number => {
  const hours = weekday(ordinal) >= 5 ? weekend : workday
  let rest = chance.roll() * hours.reduce((sum, share) => sum + share, 0)
  let hour = 0
  while (hour < 23 && rest >= hours[hour]!) rest -= hours[hour++]!
  const at = hour * 3_600 + chance.below(3_600)
  return at < dayStartsAt ? at + 86_400 : at
}

interface SessionContext {
  readonly seed: number
  readonly catalogue: Catalogue
  readonly taste: Taste
}

/**
 * The songs of one sitting: albums in their order, songs at random, carols in December, some chapters of a book in bed.
 * `hour` is the local hour at which it begins.
 */
const sessionSongs = (
  context: SessionContext,
  ordinal: number,
  hour: number,
  size: number,
  chance: Dice
): Array<number> => {
  const songs: Array<number> = []
  if (hour >= 21.5 && hour < 24 && chance.chance(0.07))
    songs.push(...chapters(context, ordinal, Math.min(size, 1 + chance.below(2))))
  if (isAdvent(ordinal) && chance.chance(0.2))
    songs.push(...carols(context, Math.min(size - songs.length, 3 + chance.below(8)), chance))
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
const albumRun = ({ catalogue, taste }: SessionContext, artist: Artist, max: number, chance: Dice): Array<number> => {
  const album = catalogue.albums[taste.albumOf(artist, chance)]!
  const from = chance.chance(0.7) ? 0 : chance.below(album.songCount)
  return range(album.firstSong + from, Math.min(max, album.songCount - from))
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

export interface DayContext {
  readonly seed: number
  readonly catalogue: Catalogue
  readonly taste: Taste
  readonly calendar: Context.Tag.Service<Calendar>
}

interface Session {
  start: number
  readonly songs: ReadonlyArray<number>
  /** Uploaded by a player that was offline and whose clock stood still for some songs. */
  readonly isBatch: boolean
  length: number
}

/**
 * The plays of one day of the person, in order. Depends on seed and day alone, so that days can be told in any order.
 */
export const tellDay = (context: DayContext, ordinal: number, count: number, into: Timeline): void => {
  if (count === 0) return
  const chance = dice(context.seed, "day", ordinal)
  const [opens, closes] = window(context, ordinal)
  const pins = pinnedStarts(context, ordinal, opens, closes).slice(0, count)
  const until = pins.length > 0 ? pins[0]! - 300 : closes
  const sessions = makeSessions(context, ordinal, count - pins.length, chance)
  layOut(context, sessions, opens, until)
  for (const session of sessions) playSession(context, session, chance, into)
  const songs = sessionSongs(context, ordinal, 22, pins.length, chance)
  pins.forEach((at, index) => into.add(at, songs[index]!))
}

/** First and last instant of the day, in unix seconds. */
const window = ({ calendar }: DayContext, ordinal: number): readonly [number, number] => {
  const date = fromOrdinal(ordinal)
  return [atLocal(calendar, date, dayStartsAt), atLocal(calendar, addDays(date, 1), dayStartsAt)]
}

/** An instant from seconds of local time. A time that the clocks skip is read on the clock before the jump. */
const atLocal = (calendar: DayContext["calendar"], date: string, seconds: number): number => {
  const midnight = calendar.startOf(date)
  const naive = midnight + seconds * 1_000
  return Math.floor((naive - (calendar.offsetAt(naive) - calendar.offsetAt(midnight))) / 1_000)
}

/** True when the UTC offset changes between 04:00 on this day and 04:00 on the next (DST). */
export const hasClockChange = (calendar: DayContext["calendar"], ordinal: number): boolean => {
  const noon = ordinal * 86_400_000 + 43_200_000
  return calendar.offsetAt(noon) !== calendar.offsetAt(noon + 86_400_000)
}

/** Plays whose instant is exact: around New Year and around a DST change. */
const pinnedStarts = (context: DayContext, ordinal: number, opens: number, closes: number): ReadonlyArray<number> => {
  if (fromOrdinal(ordinal).endsWith("-12-31")) {
    const midnight = context.calendar.startOf(fromOrdinal(ordinal + 1)) / 1_000
    return [-421, -200, -1, 0, 230, 455].map((distance) => midnight + distance)
  }
  const change = clockChange(context.calendar, opens, closes)
  return change === undefined || change - opens < 43_200
    ? []
    : [-3_660, -61, -1, 0, 1_800, 3_599, 3_660].map((distance) => change + distance).filter((at) => at < closes)
}

/** The second at which the offset changes, if it does. */
const clockChange = (calendar: DayContext["calendar"], opens: number, closes: number): number | undefined => {
  const before = calendar.offsetAt(opens * 1_000)
  if (calendar.offsetAt(closes * 1_000) === before) return undefined
  let low = opens
  let high = closes
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (calendar.offsetAt(middle * 1_000) === before) low = middle
    else high = middle
  }
  return high
}

const makeSessions = (context: DayContext, ordinal: number, count: number, chance: Dice): Array<Session> => {
  const sessions: Array<Session> = []
  const typical = Math.max(7, count / 6)
  for (let rest = count; rest > 0;) {
    const size = Math.min(rest, 1 + Math.floor(-Math.log(1 - chance.roll()) * typical))
    const start = sessionStart(ordinal, chance)
    const songs = sessionSongs(context, ordinal, start / 3_600, size, chance)
    sessions.push({ start, songs, isBatch: chance.chance(0.02), length: 0 })
    rest -= size
  }
  return sessions.sort((a, b) => a.start - b.start)
}

/** Shortest time from one play to the next: shorter songs are not scrobbled. */
const minGap = 31
const pause = 3

/** Moves sessions so that none overlaps and all fit between `opens` and `until`; a full day is heard with skips. */
const layOut = ({ catalogue }: DayContext, sessions: ReadonlyArray<Session>, opens: number, until: number) => {
  const playsOf = (session: Session) =>
    session.songs.reduce((sum, song) => sum + catalogue.songs[song]!.seconds + pause, 0)
  const total = sessions.reduce((sum, session) => sum + playsOf(session), 0)
  const pace = Math.min(1, (0.93 * (until - opens)) / Math.max(1, total))
  let free = opens
  for (const session of sessions) {
    session.length = Math.ceil(playsOf(session) * pace)
    session.start = Math.max(free, opens + session.start - dayStartsAt)
    free = session.start + session.length
  }
  let limit = until
  for (const session of sessions.toReversed()) {
    session.start = Math.min(session.start, limit - session.length)
    limit = session.start
  }
}

const playSession = ({ catalogue }: DayContext, session: Session, chance: Dice, into: Timeline) => {
  const pace = session.length / session.songs.reduce((sum, song) => sum + catalogue.songs[song]!.seconds + pause, 0)
  let at = session.start
  let together: Array<number> = []
  for (const song of session.songs) {
    const joins =
      session.isBatch && together.length > 0 && together.length < 4 && !together.includes(song) && chance.chance(0.6)
    const previous = into.length > 0 ? into.at(into.length - 1) : 0
    into.add(joins ? previous : Math.max(Math.floor(at), previous + 1), song)
    together = joins ? [...together, song] : [song]
    at += Math.max(minGap, (catalogue.songs[song]!.seconds + pause) * pace)
  }
}
