import type { LocalDate } from "../shared/LocalDate.js"
import type { Report, opinion } from "./model.js"
import type { WatchSource } from "./sources.js"

/** The part of a stored report of a film or an episode that decides its viewing. */
export interface StoredReport extends Pick<Report, keyof typeof opinion> {
  readonly id: number
  readonly source: string
  /** What the source is. */
  readonly reporter: WatchSource
  readonly at: number
  readonly date: LocalDate
  /** Whether only the day is known. */
  readonly dated: boolean
  /** When the viewing ended, if `at` is its start. */
  readonly endedAt?: number | null
  /** Somebody marked it as watched at the source. */
  readonly marked?: boolean
  /** Edited by hand: its values take precedence over those of other reports. */
  readonly edited: boolean
  /** The review was edited by hand: it takes precedence, even if it was deleted. */
  readonly reviewEdited: boolean
  /** The day that a correction gives its viewing; `at` and `date` are those of that day. */
  readonly givenDate?: LocalDate | null
  /** Deleted by hand: the viewing stays deleted although the source still reports it. */
  readonly dismissed: boolean
}

/** Milliseconds. Reports of two sources within this time may be of one viewing. */
const mergeWindow = 48 * 3_600_000
/** Milliseconds. Two players report one viewing if their times overlap or lie within this of each other. */
const playWindow = 30 * 60_000
/** Milliseconds. One of two moments may be the start and the other one the end, so a viewing may lie between them. */
export const momentWindow = 4 * 3_600_000
/** Milliseconds. Nobody watches a title for longer without a break: a longer span says only when it began and ended. */
const maxSpan = 6 * 3_600_000
/** Milliseconds. Two reports of one source within this time are a duplicate event. */
export const duplicateWindow = 120_000

/** Whether a player says when it was watched. */
export const isExact = ({ dated, edited, marked = false, reporter }: StoredReport): boolean =>
  !dated && !edited && !marked && reporter.isPlayer

interface Time {
  readonly start: number
  readonly end: number
}

/** The times at which somebody watched, as far as a report says it. */
const timesOf = ({ at, endedAt }: StoredReport): ReadonlyArray<Time> => {
  const end = Math.max(at, endedAt ?? at)
  const moment = (time: number): Time => ({ start: time, end: time })
  return end - at <= maxSpan ? [{ start: at, end }] : [moment(at), moment(end)]
}

/** Milliseconds between two viewings; 0 if they overlap. */
const gapBetween = (a: StoredReport, b: StoredReport): number =>
  Math.min(
    ...timesOf(a).flatMap((one) => timesOf(b).map((other) => Math.max(0, one.start - other.end, other.start - one.end)))
  )

/**
 * Whether reports of two sources may be of one viewing. Two players agree about the time. Everything else may be off by
 * a day and a time zone.
 */
export const mayBeOneViewing = (a: StoredReport, b: StoredReport): boolean => {
  if (a.source === b.source || Math.abs(a.at - b.at) > mergeWindow) return false
  if (!isExact(a) || !isExact(b)) return true
  const hasSpan = a.endedAt != null || b.endedAt != null
  return gapBetween(a, b) <= (hasSpan ? playWindow : momentWindow)
}
