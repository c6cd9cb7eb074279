import { addDays, fromOrdinal, type Calendar } from "@daybook/core/shared"
import type { Context } from "effect"
import type { Catalogue } from "./catalogue.js"
import { type Dice, dice } from "./dice.js"
import { dayStartsAt, sessionStart } from "./rhythm.js"
import { sessionSongs } from "./session.js"
import type { Taste } from "./taste.js"
import type { Timeline } from "./Timeline.js"

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

/** The plays of one day of the person, in order. Depends on seed and day alone, so that days can be told in any order. */
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

/** True when the clocks change between this day's four in the morning and the next. */
export const hasClockChange = (calendar: DayContext["calendar"], ordinal: number): boolean => {
  const noon = ordinal * 86_400_000 + 43_200_000
  return calendar.offsetAt(noon) !== calendar.offsetAt(noon + 86_400_000)
}

/** Plays whose instant is exact: around the turn of the year, and around a change of the clocks. */
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
const shortest = 31
const pause = 3

/** Moves sessions so that none overlaps and all fit between `opens` and `until`; a full day is heard with skips. */
const layOut = ({ catalogue }: DayContext, sessions: ReadonlyArray<Session>, opens: number, until: number) => {
  const heard = (session: Session) => session.songs.reduce((sum, song) => sum + catalogue.songs[song]!.seconds + pause, 0)
  const total = sessions.reduce((sum, session) => sum + heard(session), 0)
  const pace = Math.min(1, (0.93 * (until - opens)) / Math.max(1, total))
  let free = opens
  for (const session of sessions) {
    session.length = Math.ceil(heard(session) * pace)
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
    const joins = session.isBatch && together.length > 0 && together.length < 4 && !together.includes(song) && chance.chance(0.6)
    const previous = into.length > 0 ? into.at(into.length - 1) : 0
    into.add(joins ? previous : Math.max(Math.floor(at), previous + 1), song)
    together = joins ? [...together, song] : [song]
    at += Math.max(shortest, (catalogue.songs[song]!.seconds + pause) * pace)
  }
}
