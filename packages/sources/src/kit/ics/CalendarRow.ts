import type { OwnEvent } from "@daybook/core/formats"
import type { LocalDate } from "@daybook/core/shared"
import type { Start } from "./times.js"

/** One event of a calendar or one occurrence of a series, whatever its origin. */
export interface CalendarRow {
  /** UID of the event, with the occurrence for a series. */
  readonly key: string
  /** Epoch milliseconds; null when unknown. */
  readonly changedAt: number | null
  readonly isCancelled: boolean
  /** The calendar's owner declined. */
  readonly isDeclined: boolean
  readonly summary: string | null
  /** Text or HTML. */
  readonly description: string | null
  readonly location: string | null
  readonly start: Start | null
  /** Inclusive; null for one day. */
  readonly lastDate: LocalDate | null
  /** Whether its form suggests everyday life rather than an outing. */
  readonly isRoutine: boolean
  /** What a calendar that Daybook exported says of its event. */
  readonly own?: OwnEvent
}

/** Index keys are limited; characters. */
const maxUidLength = 600

export const rowKey = (uid: string, recurrence: string | null): string => {
  const name = uid.slice(0, maxUidLength)
  return recurrence === null ? name : `${name}#${recurrence}`
}

/** Shortest outing, milliseconds. */
const minDuration = 40 * 60_000
/** Maximum number of guests; more suggest a meeting. */
const maxGuests = 8
const call =
  /\b(?:zoom\.us|teams\.(?:microsoft|live)\.com|meet\.google\.com|webex\.com|gotomeeting\.com|whereby\.com|chime\.aws|bluejeans\.com|hangouts\.google\.com)\b|^\s*(?:microsoft teams|zoom|google meet)/i
/** Characters searched: programs write the call link near one of the ends. */
const searched = 8_000

/**
 * Whether a row is part of a series, a call, very short, or a large meeting. `length` is in milliseconds, 0 when
 * unknown.
 */
export const isRoutine = (row: {
  readonly isOfSeries: boolean
  readonly length: number
  readonly guests: number
  readonly hasCall: boolean
  readonly texts: ReadonlyArray<string | null>
}): boolean =>
  row.isOfSeries ||
  row.hasCall ||
  row.guests > maxGuests ||
  (row.length > 0 && row.length < minDuration) ||
  row.texts.some((text) => text !== null && call.test(text.slice(0, searched)))
