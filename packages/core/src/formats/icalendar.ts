import { type LocalDate, addDays } from "../shared/LocalDate.js"

/** RFC 5545 §3.1: a line has at most 75 octets; a longer one continues after a line break and a blank. */
const maxLineOctets = 75

/** The length of a character in UTF-8. */
const octetsOf = (character: string): number => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** A line of content, folded, with its line break. */
export const contentLine = (line: string): string => {
  let text = ""
  let octets = 0
  for (const character of line) {
    const more = octetsOf(character)
    if (octets + more > maxLineOctets) {
      text += "\r\n "
      octets = 1
    }
    text += character
    octets += more
  }
  return `${text}\r\n`
}

/** A TEXT value (RFC 5545 §3.3.11). Control characters other than line breaks are not allowed in it. */
const calendarText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "")

/** `20260807T201000Z`. */
const instantText = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")

/** `20260807`, of a date `YYYY-MM-DD`. */
const dateText = (date: string): string => date.replaceAll("-", "")

/** The first lines of a calendar. `END:VCALENDAR` ends it. */
export const calendarHead = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daybook//Daybook//EN", "CALSCALE:GREGORIAN"]

/**
 * When an entry takes place: whole days, an instant in epoch milliseconds, or the wall clock of its place, which has no
 * zone. An end is exclusive.
 */
export type EntryTime =
  | { readonly kind: "days"; readonly first: LocalDate; readonly last: LocalDate }
  | { readonly kind: "instant"; readonly at: number; readonly end: number | null }
  | { readonly kind: "wall"; readonly at: number; readonly end: number | null }

/** An entry of a calendar. Members that are undefined are not written. */
export interface CalendarEntry {
  /** Names the entry for good. */
  readonly uid: string
  readonly time: EntryTime
  readonly summary: string
  readonly location: string | undefined
  readonly geo?: { readonly latitude: number; readonly longitude: number } | undefined
  readonly description: string | undefined
  readonly comment?: string | undefined
  readonly category: string | undefined
  readonly status: "CONFIRMED" | "TENTATIVE" | "CANCELLED"
  /** Whether the time counts as free. */
  readonly isFree?: boolean
  /** What Daybook knows of it and iCalendar has no property for, as JSON. */
  readonly own?: string
}

const timesOf = (time: EntryTime): ReadonlyArray<string> => {
  if (time.kind === "days") {
    const end = time.last > time.first ? [`DTEND;VALUE=DATE:${dateText(addDays(time.last, 1))}`] : []
    return [`DTSTART;VALUE=DATE:${dateText(time.first)}`, ...end]
  }
  const textOf = (at: number) => (time.kind === "wall" ? instantText(at).replace("Z", "") : instantText(at))
  return [`DTSTART:${textOf(time.at)}`, ...(time.end === null ? [] : [`DTEND:${textOf(time.end)}`])]
}

/** RFC 5545 §3.8.8.2: other programs ignore it. */
export const ownProperty = "X-DAYBOOK-EVENT"

/** A property with a text, if there is one. */
export const textProperty = (name: string, text: string | undefined): ReadonlyArray<string> =>
  text === undefined ? [] : [`${name}:${calendarText(text)}`]

/** The lines of an entry. `stamp` is when it was written, epoch milliseconds. */
export const entryLines = ({ geo, isFree = false, own, time, ...entry }: CalendarEntry, stamp: number) => [
  "BEGIN:VEVENT",
  `UID:${calendarText(entry.uid)}`,
  `DTSTAMP:${instantText(stamp)}`,
  ...timesOf(time),
  ...textProperty("SUMMARY", entry.summary),
  ...textProperty("LOCATION", entry.location),
  ...(geo === undefined ? [] : [`GEO:${geo.latitude};${geo.longitude}`]),
  ...textProperty("DESCRIPTION", entry.description),
  ...textProperty("COMMENT", entry.comment),
  ...textProperty("CATEGORIES", entry.category),
  `STATUS:${entry.status}`,
  ...(isFree ? ["TRANSP:TRANSPARENT"] : []),
  ...textProperty(ownProperty, own),
  "END:VEVENT"
]
