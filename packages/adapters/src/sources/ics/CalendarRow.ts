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
}

/** Beyond it no index takes a key, characters. */
const longestUid = 600

export const rowKey = (uid: string, recurrence: string | null): string => {
  const name = uid.slice(0, longestUid)
  return recurrence === null ? name : `${name}#${recurrence}`
}
