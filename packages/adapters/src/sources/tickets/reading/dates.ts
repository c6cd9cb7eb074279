import { addDays, isLocalDate, type LocalDate, toOrdinal } from "@daybook/core/shared"
import { wallClock } from "../../clocks/WallClock.js"

/** When something takes place, as a mail says it. */
export interface When {
  readonly date: LocalDate
  /** The last day of several, inclusive. */
  readonly lastDate: LocalDate | null
  /** `HH:MM` at the place. */
  readonly time: string | null
  /** Epoch milliseconds, where the mail names a zone. */
  readonly at: number | null
}

/** A date found in a line: where it begins and ends, and whether the year was written. */
export interface Found {
  readonly when: When
  readonly from: number
  readonly to: number
  readonly hasYear: boolean
}

const months = "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
const weekdays = "sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?"
const gap = "[\\s,.•·|]*"
const dash = "\\s*(?:-|–|—|to|through)\\s*"
const year = "(?:[\\s,.•·]+|,?\\s*)((?:19|20)\\d{2})(?![\\d:])"

/** `Thu • May 16 2019`, `Aug 7 - 9, 2026`, `August 30 – September 1, 2026`. */
const monthFirst = new RegExp(`(?:\\b(${weekdays})\\b${gap})?\\b(${months})\\b\\.?\\s*(\\d{1,2})(?:st|nd|rd|th)?(?:${year})?(?:${dash}(?:(?:${weekdays})\\b${gap})?(?:(${months})\\b\\.?\\s*)?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]|\\s*[ap]\\.?m)(?:${year})?)?`, "i")
/** `Sat 01 Oct`, `7 August 2026`, `7 - 9 August 2026`. */
const dayFirst = new RegExp(`(?:\\b(${weekdays})\\b${gap})?\\b(\\d{1,2})(?:st|nd|rd|th)?(?:${dash}(\\d{1,2})(?:st|nd|rd|th)?)?\\s+(${months})\\b\\.?(?:${year})?`, "i")
/** `Mon, 11/14/2016`, `2/27/26`: sellers of North America write the month first. */
const slashed = new RegExp(`(?:\\b(${weekdays})\\b${gap})?(?<![\\d/])(\\d{1,2})/(\\d{1,2})/((?:19|20)?\\d{2})(?![\\d/])`, "i")
/** `2024-06-23`. */
const iso = /(?<!\d)((?:19|20)\d{2})-(\d{2})-(\d{2})(?!\d)/

const monthOf = (text: string) => ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].indexOf(text.slice(0, 3).toLowerCase()) + 1
const weekdayOf = (text: string) => ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].indexOf(text.slice(0, 3).toLowerCase())
const two = (text: string | number) => String(text).padStart(2, "0")

const dayOf = (year: number, month: number, day: string): LocalDate | null => {
  const date = `${year}-${two(month)}-${two(day)}`
  return isLocalDate(date) ? date : null
}

/** The day that comes first on or after the mail was received, and on the weekday that is written, if one is. */
const nearest = (month: number, day: string, weekday: string | undefined, received: number): LocalDate | null => {
  // Where the mail arrived it may have been tomorrow already.
  const earliest = addDays(new Date(received).toISOString().slice(0, 10), -1)
  const first = Number(earliest.slice(0, 4))
  const days = [0, 1, 2, 3, 4].flatMap((later) => dayOf(first + later, month, day) ?? []).filter((date) => date >= earliest)
  const soon = days.slice(0, 2)
  return soon.find((date) => weekday !== undefined && (toOrdinal(date) + 4) % 7 === weekdayOf(weekday)) ?? days[0] ?? null
}

interface Dated {
  readonly date: LocalDate | null
  readonly lastDate: LocalDate | null
  readonly hasYear: boolean
}

type Reader = readonly [RegExp, (found: RegExpExecArray, received: number) => Dated]

const readers: ReadonlyArray<Reader> = [
  [iso, ([, y, m, d]) => ({ date: dayOf(Number(y), Number(m), d!), lastDate: null, hasYear: true })],
  [slashed, ([, , m, d, y]) => ({ date: dayOf(y!.length === 2 ? 2000 + Number(y) : Number(y), Number(m), d!), lastDate: null, hasYear: true })],
  [monthFirst, ([, weekday, m, d, y, m2, d2, y2], received) => ranged({ weekday, month: monthOf(m!), day: d!, year: y ?? y2, lastMonth: m2, lastDay: d2 }, received)],
  [dayFirst, ([, weekday, d, d2, m, y], received) => ranged({ weekday, month: monthOf(m!), day: d!, year: y, lastMonth: undefined, lastDay: d2 }, received)]
]

interface Written {
  readonly weekday: string | undefined
  readonly month: number
  readonly day: string
  readonly year: string | undefined
  readonly lastMonth: string | undefined
  readonly lastDay: string | undefined
}

const ranged = (written: Written, received: number): Dated => {
  const hasYear = written.year !== undefined
  const date = hasYear ? dayOf(Number(written.year), written.month, written.day) : received === 0 ? null : nearest(written.month, written.day, written.weekday, received)
  if (date === null || written.lastDay === undefined) return { date, lastDate: null, hasYear }
  const month = written.lastMonth === undefined ? written.month : monthOf(written.lastMonth)
  const last = dayOf(Number(date.slice(0, 4)) + (month < written.month ? 1 : 0), month, written.lastDay)
  // "May 16 - 8" is no range of days.
  return { date, lastDate: last !== null && last > date && toOrdinal(last) - toOrdinal(date) < 32 ? last : null, hasYear }
}

const clock = /(?<![\d:/$.])(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])\.?\s?m\b\.?|(?<![\d:/$.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/i

/** The first time in a text, `HH:MM`. */
export const timeIn = (text: string): string | null => {
  const [whole, hour, minute = "00", half, hour24, minute24] = clock.exec(text) ?? []
  if (whole === undefined) return null
  if (hour24 !== undefined) return `${two(hour24)}:${minute24}`
  const hours = Number(hour)
  // "00:30 AM" and "20:00 PM" count to 24.
  if ((hours === 0 || hours > 12) && hours < 24 && Number(minute) < 60) return `${two(hours)}:${minute}`
  return hours < 1 || hours > 12 || Number(minute) > 59 ? null : `${two((hours % 12) + (half?.toLowerCase() === "p" ? 12 : 0))}:${minute}`
}

/** Letters that sellers put behind a time; winter's are used in summer, too. */
const zones: Readonly<Record<string, string>> = {
  PT: "America/Los_Angeles", PST: "America/Los_Angeles", PDT: "America/Los_Angeles",
  MT: "America/Denver", MST: "America/Denver", MDT: "America/Denver",
  CT: "America/Chicago", CST: "America/Chicago", CDT: "America/Chicago",
  ET: "America/New_York", EST: "America/New_York", EDT: "America/New_York"
}

/** The instant of a time at a place, where the text names the zone: `PDT`, `(PST)`, `GMT-7`. */
const instantIn = (text: string, date: LocalDate, time: string | null): number | null => {
  if (time === null) return null
  const wall = Date.parse(`${date}T${time}:00Z`)
  const letters = /\b([PMCE][SD]?T)\b/.exec(text)?.[1]
  if (letters !== undefined) return wallClock(zones[letters]!)?.instantOf(wall) ?? null
  const [, sign, hours, minutes = "0"] = /\b(?:GMT|UTC)\s?([+-])(\d{1,2})(?::?(\d{2}))?/.exec(text) ?? []
  return sign === undefined || Number(hours) > 14 ? null : wall - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** The first date in a line, with the time behind it. `received` (epoch milliseconds) stands in for a year that is not written. */
export const dateIn = (line: string, received: number): Found | null => {
  const found = readers.flatMap(([pattern, read]) => {
    const match = pattern.exec(line)
    if (match === null) return []
    const { date, hasYear, lastDate } = read(match, received)
    return date === null ? [] : [{ from: match.index, to: match.index + match[0].length, date, lastDate, hasYear }]
  }).sort((a, b) => a.from - b.from || b.to - a.to)[0]
  if (found === undefined) return null
  const after = line.slice(found.to)
  const time = found.lastDate === null ? timeIn(after) : null
  const when = { date: found.date, lastDate: found.lastDate, time, at: instantIn(after, found.date, time) }
  return { when, from: found.from, to: found.to, hasYear: found.hasYear }
}
