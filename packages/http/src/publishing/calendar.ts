import { calendarDate, calendarHead, calendarInstant, calendarText, contentLine } from "@daybook/core/formats"
import { type LocalDate, addDays } from "@daybook/core/shared"

/**
 * When an entry takes place: whole days, an instant in epoch milliseconds, or the wall clock of its place, which has no
 * zone. An end is exclusive.
 */
export type EntryTime =
  | { readonly kind: "days"; readonly first: LocalDate; readonly last: LocalDate }
  | { readonly kind: "instant"; readonly at: number; readonly end: number | null }
  | { readonly kind: "wall"; readonly at: number; readonly end: number | null }

/** An entry of a calendar. */
export interface CalendarEntry {
  /** Names the entry for good. */
  readonly uid: string
  readonly time: EntryTime
  readonly summary: string
  readonly location: string | undefined
  readonly description: string | undefined
  readonly category: string | undefined
  readonly status: "CONFIRMED" | "TENTATIVE" | "CANCELLED"
}

const timesOf = (time: EntryTime): ReadonlyArray<string> => {
  if (time.kind === "days") {
    const end = time.last > time.first ? [`DTEND;VALUE=DATE:${calendarDate(addDays(time.last, 1))}`] : []
    return [`DTSTART;VALUE=DATE:${calendarDate(time.first)}`, ...end]
  }
  const textOf = (at: number) => (time.kind === "wall" ? calendarInstant(at).replace("Z", "") : calendarInstant(at))
  return [`DTSTART:${textOf(time.at)}`, ...(time.end === null ? [] : [`DTEND:${textOf(time.end)}`])]
}

const optional = (name: string, text: string | undefined): ReadonlyArray<string> =>
  text === undefined ? [] : [`${name}:${calendarText(text)}`]

const entryLines = ({ time, ...entry }: CalendarEntry, stamp: number): ReadonlyArray<string> => [
  "BEGIN:VEVENT",
  `UID:${calendarText(entry.uid)}`,
  `DTSTAMP:${calendarInstant(stamp)}`,
  ...timesOf(time),
  ...optional("SUMMARY", entry.summary),
  ...optional("LOCATION", entry.location),
  ...optional("DESCRIPTION", entry.description),
  ...optional("CATEGORIES", entry.category),
  `STATUS:${entry.status}`,
  "TRANSP:TRANSPARENT",
  "END:VEVENT"
]

const dayMillis = 86_400_000

/** A calendar to subscribe to (RFC 5545, RFC 7986). Equal entries have equal bytes until the day ends in UTC. */
export const calendar = (name: string, entries: ReadonlyArray<CalendarEntry>, now: number): string =>
  [
    ...calendarHead,
    ...optional("NAME", name),
    ...optional("X-WR-CALNAME", name),
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...entries.flatMap((entry) => entryLines(entry, Math.floor(now / dayMillis) * dayMillis)),
    "END:VCALENDAR"
  ]
    .map(contentLine)
    .join("")
