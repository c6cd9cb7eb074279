import type { LocalDate } from "@daybook/core/shared"
import type { Start } from "./times.js"

/** One event of a calendar, or one of a series, whichever road it came by. */
export interface CalendarRow {
  /** The event's UID and, of a series, which one it is. */
  readonly key: string
  /** Epoch milliseconds; null where not told. */
  readonly changedAt: number | null
  readonly isCancelled: boolean
  /** The calendar's owner has declined. */
  readonly isDeclined: boolean
  readonly summary: string | null
  /** Text or HTML. */
  readonly description: string | null
  readonly location: string | null
  readonly start: Start | null
  /** Inclusive; null for one day. */
  readonly lastDate: LocalDate | null
  /** What its form says of everyday life. */
  readonly isRoutine: boolean
}

/** Beyond it no index takes a key, characters. */
const longestUid = 600

export const rowKey = (uid: string, recurrence: string | null): string => {
  const name = uid.slice(0, longestUid)
  return recurrence === null ? name : `${name}#${recurrence}`
}

/** A visit to something takes longer, milliseconds. */
const shortest = 40 * 60_000
/** People who are invited to one row: more of them are a meeting. */
const mostGuests = 8
const call = /\b(?:zoom\.us|teams\.(?:microsoft|live)\.com|meet\.google\.com|webex\.com|gotomeeting\.com|whereby\.com|chime\.aws|bluejeans\.com|hangouts\.google\.com)\b|^\s*(?:microsoft teams|zoom|google meet)/i
/** A link stands near the beginning or the end of what programs write. Characters. */
const searched = 8_000

/** Whether a row is of a series, a call, a few minutes or a meeting of many: `length` in milliseconds, 0 where not told. */
export const isRoutine = (row: {
  readonly isOfSeries: boolean
  readonly length: number
  readonly guests: number
  readonly hasCall: boolean
  readonly texts: ReadonlyArray<string | null>
}): boolean =>
  row.isOfSeries || row.hasCall || row.guests > mostGuests || (row.length > 0 && row.length < shortest) ||
  row.texts.some((text) => text !== null && call.test(text.slice(0, searched)))
