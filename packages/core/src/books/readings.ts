import { fromOrdinal, isLocalDate, toOrdinal } from "../shared/LocalDate.js"

/** A day, a month or a year: `2025-03-14`, `2025-03` or `2025`. */
export type PartialDay = string

/** One time that a book was read. At least one of the two is on record. */
export interface Reading {
  readonly started: PartialDay | null
  readonly ended: PartialDay | null
}

/** A reading, whether it was finished, and the services that report it. */
export interface MergedReading extends Reading {
  readonly isFinished: boolean
  readonly services: ReadonlyArray<string>
}

/** What one entry of a service says about readings. */
export interface EntryReadings {
  readonly service: string
  readonly readings: ReadonlyArray<Reading & { readonly isFinished: boolean }>
}

/** Days of one reading may be this far apart: time zones, and late logging. */
const tolerance = 2

export const isPartialDay = (text: string): boolean =>
  isLocalDate(text) || (/^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text) && isLocalDate(firstDay(text)))

const firstDay = (text: PartialDay) => `${text}${"-01-01".slice(text.length - 4)}`

/** How exact a day is. */
export const precisionOf = (text: PartialDay): "day" | "month" | "year" =>
  text.length === 10 ? "day" : text.length === 7 ? "month" : "year"

/** The first and last day as days since 1970-01-01. */
const boundsOf = (text: PartialDay): { readonly from: number; readonly to: number } => {
  const from = toOrdinal(firstDay(text))
  if (text.length === 10) return { from, to: from }
  const [year, month] = fromOrdinal(from).split("-").map(Number) as [number, number, number]
  const next = new Date(Date.UTC(2000, 0, 1))
  next.setUTCFullYear(text.length === 7 ? year : year + 1, text.length === 7 ? month : 0, 1)
  return { from, to: next.getTime() / 86_400_000 - 1 }
}

/** `2025-03-01/2025-03-14`, with `..` for what is not on record. */
export const periodText = ({ ended, started }: Reading): string => `${started ?? ".."}/${ended ?? ".."}`

/** A reading from its start and end. Null if neither is on record; a start after the end is dropped. */
export const readingOf = (started: PartialDay | null, ended: PartialDay | null): Reading | null => {
  if (started === null && ended === null) return null
  const isBackwards = started !== null && ended !== null && boundsOf(started).from > boundsOf(ended).to
  return { started: isBackwards ? null : started, ended }
}

/** The reading of a `periodText`; null for another text. */
export const periodOf = (text: string): Reading | null => {
  const [started = "", ended = "", ...others] = text.split("/")
  if (others.length > 0 || ![started, ended].every((part) => part === ".." || isPartialDay(part))) return null
  return readingOf(started === ".." ? null : started, ended === ".." ? null : ended)
}

/** What names a reading among those of its book. */
export const readingKey = (reading: Reading): string => reading.ended ?? periodText(reading)

/** The days by which two readings are compared: their ends, or their starts where one has no end. */
const comparedDays = (one: Reading, other: Reading): readonly [PartialDay, PartialDay] | null => {
  if (one.ended !== null && other.ended !== null) return [one.ended, other.ended]
  return one.started === null || other.started === null ? null : [one.started, other.started]
}

/** How unlike two reports of one reading are, in days; 0 for equal ones. Null if they are two readings. */
export const distanceOf = (one: Reading, other: Reading): number | null => {
  const days = comparedDays(one, other)
  if (days === null) return null
  const [a, b] = [boundsOf(days[0]), boundsOf(days[1])]
  // A month agrees with its days alone.
  const apart = days.every((day) => precisionOf(day) === "day") ? tolerance : 0
  if (Math.max(a.from - b.to, b.from - a.to) > apart) return null
  return days[0] === days[1] && one.ended !== null && other.ended !== null
    ? 0
    : 1 + Math.max(a.to, b.to) - Math.min(a.from, b.from)
}

/** The more exact of two days, else the first. */
const moreExact = (one: PartialDay | null, other: PartialDay | null): PartialDay | null =>
  one === null || (other !== null && other.length > one.length) ? other : one

const combined = (first: MergedReading, second: MergedReading): MergedReading => ({
  ...readingOf(moreExact(first.started, second.started), moreExact(first.ended, second.ended))!,
  isFinished: first.ended === null ? second.isFinished : first.isFinished,
  services: Array.from(new Set([...first.services, ...second.services])).sort()
})

const byKey = (one: Reading, other: Reading) => {
  const [a, b] = [readingKey(one), readingKey(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** The readings of an entry, each end once. */
const ownReadings = ({ readings, service }: EntryReadings): ReadonlyArray<MergedReading> => {
  const byEnd = new Map<string, MergedReading>()
  for (const reading of readings) {
    const one = { ...reading, services: [service] }
    const twin = byEnd.get(readingKey(one))
    byEnd.set(readingKey(one), twin === undefined ? one : combined(twin, one))
  }
  return Array.from(byEnd.values()).sort(byKey)
}

/** The readings of an entry joined to those of earlier entries, nearest first. Each takes at most one. */
const joined = (all: ReadonlyArray<MergedReading>, own: ReadonlyArray<MergedReading>): ReadonlyArray<MergedReading> => {
  const pairs = all
    .flatMap((one, at) =>
      own.flatMap((other, ownAt) => {
        const distance = distanceOf(one, other)
        return distance === null ? [] : [{ at, ownAt, distance }]
      })
    )
    .sort((one, other) => one.distance - other.distance || one.at - other.at || one.ownAt - other.ownAt)
  const twins = new Map<number, number>()
  const joinedOwn = new Set<number>()
  for (const { at, ownAt } of pairs) {
    if (twins.has(at) || joinedOwn.has(ownAt)) continue
    twins.set(at, ownAt)
    joinedOwn.add(ownAt)
  }
  return [
    ...all.map((one, at) => (twins.has(at) ? combined(one, own[twins.get(at)!]!) : one)),
    ...own.filter((_, ownAt) => !joinedOwn.has(ownAt))
  ].sort(byKey)
}

/**
 * The readings that the entries of a book make, by their end. `entries` come in the order of their precedence. Two
 * reports of different entries are one reading if their ends are at most two days apart. Readings of one entry are
 * never one: it lists re-reads. The more exact day counts, else that of the entry with precedence.
 */
export const mergeReadings = (entries: ReadonlyArray<EntryReadings>): ReadonlyArray<MergedReading> => {
  const all = entries.map(ownReadings).reduce(joined, [])
  return Array.from(new Map(all.map((one) => [readingKey(one), one])).values())
}
