import { addDays, isLocalDate, type LocalDate, toOrdinal } from "@daybook/core/shared"
import { instantIn, showTimeIn, timeIn } from "./times.js"

/** Month names and abbreviations: English, German, French, Spanish, Italian, Dutch, Portuguese. */
const months: ReadonlyArray<string> = [
  "january jan januar jänner janvier janv enero ene gennaio januari gen janeiro",
  "february feb februar février févr fév febrero febbraio februari fevereiro fev",
  "march mar märz mär mars marzo maart mrt março",
  "april apr avril avr abril abr aprile avr",
  "may mai mayo maggio mei mag maio",
  "june jun juni juin junio giugno giu junho",
  "july jul juli juillet juil julio luglio lug julho",
  "august aug août agosto augustus aoû ago",
  "september sept sep septembre septiembre settembre setiembre setembro set",
  "october oct oktober okt octobre octubre ottobre ott outubro out",
  "november nov novembre noviembre novembro",
  "december dec dezember dez décembre déc diciembre dic dicembre dezembro"
]

const weekdays: ReadonlyArray<string> = [
  "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo",
  "monday mon montag mo lundi lun lunes lunedì maandag ma segunda-feira segunda seg",
  "tuesday tues tue dienstag di mardi mar martes martedì dinsdag terça-feira terça ter",
  "wednesday wed mittwoch mi mercredi mer miércoles mié mercoledì woensdag wo quarta-feira quarta qua",
  "thursday thurs thur thu donnerstag do jeudi jeu jueves jue giovedì gio donderdag quinta-feira quinta qui",
  "friday fri freitag fr vendredi ven viernes vie venerdì vrijdag vr sexta-feira sexta sex",
  "saturday sat samstag sa samedi sam sábado sáb sabato sab zaterdag za"
]

const indexed = (lists: ReadonlyArray<string>) =>
  new Map(lists.flatMap((list, index) => list.split(" ").map((word) => [word, index] as const)))

const monthNumbers = indexed(months)
const weekdayNumbers = indexed(weekdays)

/** Longest first, so that `sept` does not match `sep`. */
const alternatives = (lists: ReadonlyArray<string>) =>
  [...new Set(lists.flatMap((list) => list.split(" ")))].toSorted((a, b) => b.length - a.length).join("|")

/** Pattern parts for month and weekday names. */
const anyMonth = alternatives(months)
const anyWeekday = alternatives(weekdays)

/** 1 to 12. */
const monthOf = (text: string): number => (monthNumbers.get(text.toLowerCase()) ?? -1) + 1

/** 0 is Sunday; null for ambiguous words: two letters, and `mar`, which is also March. */
const weekdayOf = (text: string): number | null => {
  const word = text.toLowerCase()
  return word.length < 3 || word === "mar" ? null : (weekdayNumbers.get(word) ?? null)
}

/** Day and time of an event in a mail. */
export interface When {
  readonly date: LocalDate
  /** Last day of several, inclusive. */
  readonly lastDate: LocalDate | null
  /** `HH:MM` in local time of the venue. */
  readonly time: string | null
  /** Epoch milliseconds, when the mail names a zone. */
  readonly at: number | null
}

/** A date in a line: its position and evidence. */
export interface DateMatch {
  readonly when: When
  readonly from: number
  readonly to: number
  readonly hasYear: boolean
  /** Whether the written weekday matches the date; null without a weekday. */
  readonly weekdayFits: boolean | null
}

/** Context of a date: when the mail was received (epoch milliseconds, 0 unknown), and whether `3/4` is 3 April. */
export interface DateContext {
  readonly received: number
  readonly dayFirst: boolean
}

const gap = "[\\s,.•·|]{0,6}"
const dash = "\\s{0,2}(?:-|–|—|〜|to|through|bis|au|al|t/m|tot|até|a)\\s{0,2}"
const year = "(?:[\\s,./•·]{1,4}|,?\\s?)((?:19|20)\\d{2})(?![\\d:])"
const weekday = `(?:(?<![\\p{L}])(${anyWeekday})(?![\\p{L}])${gap})?`
const month = `(?<![\\p{L}])(${anyMonth})(?![\\p{L}])\\.?`
const suffix = "(?:st|nd|rd|th|er|º|\\.(?!\\d))?"
const days = `(\\d{1,2})${suffix}(?![\\d:])`
const last = `(?:${dash}(?:(?:${anyWeekday})(?![\\p{L}])${gap})?(?:${month}\\s{0,2})?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]|\\s?[ap]\\.?m)(?:${year})?)?`

/** `Thu • May 16 2019`, `Aug 7 - 9, 2026`, `August 30, 2026 – Sunday, September 1, 2026`. */
const monthFirst = new RegExp(`${weekday}${month}\\s{0,2}${days}(?:${year})?${last}`, "iu")
/** `Sat 01 Oct`, `7. August 2026`, `7 - 9 August 2026`, `Sat 5 – Sun 6 September`. */
const dayFirst = new RegExp(
  `${weekday}(?<![\\d:.,$€£])(\\d{1,2})${suffix}(?:${dash}(?:(?:${anyWeekday})(?![\\p{L}])${gap})?(\\d{1,2})${suffix})?[\\s/]{0,2}(?:of |de |d')?${month}(?:(?:\\s?de)?${year})?`,
  "iu"
)
/** `Mon, 11/14/2016`, `2/27/26`, `24.12.2026`, `11-14-25`. */
const numeric = new RegExp(`${weekday}(?<![\\d/.:-])(\\d{1,2})([/.-])(\\d{1,2})\\3((?:19|20)?\\d{2})(?![\\d/])`, "iu")
/** `2024-06-23`, `2024/06/23`. */
const iso = new RegExp(`${weekday}(?<!\\d)((?:19|20)\\d{2})[-/](\\d{1,2})[-/](\\d{1,2})(?!\\d)`, "iu")
/** `2024年9月14日(土)`, `9月14日`. */
const japanese = /(?:((?:19|20)\d{2})\s?年\s?)?(\d{1,2})\s?月\s?(\d{1,2})\s?日/u
/** Weekdays behind a Japanese date, from Sunday. */
const japaneseWeekdays = "日月火水木金土"

const two = (text: string | number) => String(text).padStart(2, "0")

const dayOf = (year: number, month: number, day: string | number): LocalDate | null => {
  const date = `${year}-${two(month)}-${two(day)}`
  return isLocalDate(date) ? date : null
}

const weekdayAt = (date: LocalDate) => (toOrdinal(date) + 4) % 7

/** The first matching day on or after the mail's day, on the written weekday if any. */
const nearest = (month: number, day: string, weekday: number | null, received: number): LocalDate | null => {
  // The mail may have arrived on the next day in local time.
  const earliest = addDays(new Date(received).toISOString().slice(0, 10), -1)
  const first = Number(earliest.slice(0, 4))
  const days = [0, 1, 2, 3, 4]
    .flatMap((later) => dayOf(first + later, month, day) ?? [])
    .filter((date) => date >= earliest)
  return days.slice(0, 2).find((date) => weekday !== null && weekdayAt(date) === weekday) ?? days[0] ?? null
}

interface DateParts {
  readonly weekday: string | undefined
  readonly month: number
  readonly day: string
  readonly year: string | undefined
  readonly lastMonth?: string | undefined
  readonly lastDay?: string | undefined
}

type ParsedDate = Pick<DateMatch, "hasYear" | "weekdayFits"> & {
  readonly date: LocalDate | null
  readonly lastDate: LocalDate | null
}

const parseDate = (
  { day, lastDay, lastMonth, month, weekday, year }: DateParts,
  { received }: DateContext
): ParsedDate => {
  const hasYear = year !== undefined
  const named = weekday === undefined ? null : weekdayOf(weekday)
  const fullYear = year?.length === 2 ? 2000 + Number(year) : Number(year)
  const date = hasYear ? dayOf(fullYear, month, day) : received === 0 ? null : nearest(month, day, named, received)
  const weekdayFits = date === null || named === null ? null : weekdayAt(date) === named
  if (date === null || lastDay === undefined) return { date, lastDate: null, hasYear, weekdayFits }
  const until = lastMonth === undefined ? month : monthOf(lastMonth)
  const last = dayOf(Number(date.slice(0, 4)) + (until < month ? 1 : 0), until, lastDay)
  // "May 16 - 8" is no range of days.
  return {
    date,
    lastDate: last !== null && last > date && toOrdinal(last) - toOrdinal(date) < 32 ? last : null,
    hasYear,
    weekdayFits
  }
}

/** Month and day of two numbers: a dot follows days, and months are at most 12. */
const inOrder = (
  one: string,
  mark: string,
  other: string,
  dayFirst: boolean
): { readonly month: number; readonly day: string } => {
  const isDayFirst = Number(one) > 12 || (Number(other) <= 12 && (mark === "." || dayFirst))
  return isDayFirst ? { month: Number(other), day: one } : { month: Number(one), day: other }
}

/** Compares the weekday behind a date: `(土)`, `(土・祝)`. */
const withWeekdayBehind = (parsed: ParsedDate, after: string): ParsedDate => {
  const [, weekday = ""] = /^\s?[(（]([日月火水木金土])/u.exec(after) ?? []
  return weekday === "" || parsed.date === null
    ? parsed
    : { ...parsed, weekdayFits: weekdayAt(parsed.date) === japaneseWeekdays.indexOf(weekday) }
}

type Reader = readonly [RegExp, (match: RegExpExecArray, by: DateContext) => ParsedDate]

const readers: ReadonlyArray<Reader> = [
  [iso, ([, weekday, y, m, d], by) => parseDate({ weekday, month: Number(m), day: d!, year: y }, by)],
  [japanese, ([, y, m, d], by) => parseDate({ weekday: undefined, month: Number(m), day: d!, year: y }, by)],
  [
    numeric,
    ([, weekday, one, mark, other, y], by) =>
      parseDate({ weekday, ...inOrder(one!, mark!, other!, by.dayFirst), year: y }, by)
  ],
  [
    monthFirst,
    ([, weekday, m, d, y, m2, d2, y2], by) =>
      parseDate({ weekday, month: monthOf(m!), day: d!, year: y ?? y2, lastMonth: m2, lastDay: d2 }, by)
  ],
  [
    dayFirst,
    ([, weekday, d, d2, m, y], by) => parseDate({ weekday, month: monthOf(m!), day: d!, year: y, lastDay: d2 }, by)
  ]
]

/** Longer lines contain no date. */
const maxLineLength = 400

/** The first date in a line, with the time after it. */
export const dateIn = (line: string, by: DateContext): DateMatch | null => {
  const text = line.slice(0, maxLineLength)
  if (!/\d/.test(text)) return null
  const earliest = readers
    .flatMap(([pattern, read]) => {
      const match = pattern.exec(text)
      if (match === null) return []
      const { date, ...more } = withWeekdayBehind(read(match, by), text.slice(match.index + match[0].length))
      return date === null ? [] : [{ from: match.index, to: match.index + match[0].length, date, ...more }]
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to)[0]
  if (earliest === undefined) return null
  const { date, from, hasYear, lastDate, to, weekdayFits } = earliest
  const after = text.slice(to)
  const time = lastDate === null ? (showTimeIn([after]) ?? timeIn(after)) : null
  return { when: { date, lastDate, time, at: instantIn(after, date, time) }, from, to, hasYear, weekdayFits }
}
