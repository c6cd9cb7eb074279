import type { ZoneHistory, ZoneSuggestion } from "./model.js"

type StayLists = Pick<ZoneHistory, "periods" | "trips">

/** A row of the table. `start` is the zone before all moves; its days are empty. Only trips have a last day. */
export interface ZoneEntry {
  readonly id: number
  readonly kind: "start" | "move" | "trip"
  readonly from: string
  readonly to: string
  readonly zone: string
}

export type EntryField = "from" | "to" | "zone"

/** What is wrong with an entry, by its field. */
export type EntryProblems = Partial<Record<EntryField, string>>

let entries = 0

export const newEntry = (kind: ZoneEntry["kind"], zone = "", from = "", to = ""): ZoneEntry => ({
  id: ++entries,
  kind,
  from,
  to,
  zone
})

/** All entries by their first day, the zone before all moves first. */
export const inOrder = (rows: ReadonlyArray<ZoneEntry>): ReadonlyArray<ZoneEntry> =>
  [...rows].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

export const entriesOf = ({ periods, trips }: StayLists): ReadonlyArray<ZoneEntry> =>
  inOrder([
    ...periods.map(({ from, zone }) => newEntry(from === null ? "start" : "move", zone, from ?? "")),
    ...trips.map(({ from, to, zone }) => newEntry("trip", zone, from, to))
  ])

/** Adds moves. The first of all needs the zone before it, or it would also cover the days before. */
const withMoves = (rows: ReadonlyArray<ZoneEntry>, home: string, moves: ReadonlyArray<ZoneEntry>) => [
  ...(rows.some(({ kind }) => kind !== "trip") ? rows : [newEntry("start", home), ...rows]),
  ...moves
]

export const withMove = (rows: ReadonlyArray<ZoneEntry>, home: string): ReadonlyArray<ZoneEntry> =>
  withMoves(rows, home, [newEntry("move")])

const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Adds a suggestion; a period that ends is a move there and one back. */
export const withSuggestion = (
  rows: ReadonlyArray<ZoneEntry>,
  { from, kind, to, zone }: ZoneSuggestion,
  home: string
): ReadonlyArray<ZoneEntry> => {
  if (kind === "trip") return inOrder([...rows, newEntry("trip", zone, from, to ?? from)])
  const before = rows.findLast((row) => row.kind !== "trip" && row.from <= from)?.zone ?? home
  const back = to === null ? [] : [newEntry("move", before, dayAfter(to))]
  return inOrder(withMoves(rows, home, [newEntry("move", zone, from), ...back]))
}

export const historyOf = (rows: ReadonlyArray<ZoneEntry>): StayLists => ({
  periods: inOrder(rows).flatMap(({ from, kind, zone }) =>
    kind === "trip" ? [] : [{ from: kind === "start" ? null : from, zone: zone.trim() }]
  ),
  trips: inOrder(rows).flatMap(({ from, kind, to, zone }) => (kind === "trip" ? [{ from, to, zone: zone.trim() }] : []))
})

/** The problems of entries by their id. The host checks again: it may know fewer zones than the browser. */
export const problemsOf = (
  rows: ReadonlyArray<ZoneEntry>,
  isZone: (name: string) => boolean
): ReadonlyMap<number, EntryProblems> => {
  const problems = new Map<number, EntryProblems>()
  const add = ({ id }: ZoneEntry, field: EntryField, text: string) =>
    void problems.set(id, { [field]: text, ...problems.get(id) })
  for (const row of rows) {
    if (row.zone.trim() === "") add(row, "zone", "Name the time zone, such as Asia/Tokyo.")
    else if (!isZone(row.zone.trim())) add(row, "zone", "No time zone has this name. Take one from the list.")
    if (row.kind !== "start" && row.from === "") add(row, "from", "Enter the first day.")
    if (row.kind === "trip" && row.to === "") add(row, "to", "Enter the last day.")
    else if (row.kind === "trip" && row.to < row.from) add(row, "to", "The trip ends before it begins.")
  }
  const dated = inOrder(rows.filter(({ from }) => from !== ""))
  let last: ZoneEntry | undefined
  const moves = new Set<string>()
  for (const row of dated) {
    if (row.kind === "move" && moves.has(row.from)) add(row, "from", "Another move begins on this day.")
    if (row.kind === "move") moves.add(row.from)
    if (row.kind !== "trip") continue
    if (last !== undefined && row.from <= last.to) add(row, "from", `A trip until ${last.to} covers this day.`)
    if (last === undefined || row.to > last.to) last = row
  }
  return problems
}

/** A part of the line over the years: fractions of its length. */
export interface ZoneSpan {
  readonly kind: "period" | "trip"
  readonly zone: string
  readonly start: number
  readonly end: number
}

const yearOf = (date: string) => Number(date.slice(0, 4))
const ordinal = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000

/** The line from the year of the first entry to the end of the year of the last one, or of today. */
export const zoneLine = ({ periods, time_zone, trips }: ZoneHistory, today: string) => {
  const days = [...periods.flatMap(({ from }) => from ?? []), ...trips.flatMap(({ from, to }) => [from, to]), today]
  const years = days.map(yearOf)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const [from, to] = [ordinal(`${first}-01-01`), ordinal(`${last + 1}-01-01`)]
  const at = (date: string) => (ordinal(date) - from) / (to - from)
  const homes = periods.length === 0 ? [{ from: null, zone: time_zone }] : periods
  const lived = homes.map(({ from: day, zone }, index): ZoneSpan => {
    const next = homes[index + 1]?.from
    return { kind: "period", zone, start: index === 0 || day === null ? 0 : at(day), end: next ? at(next) : 1 }
  })
  const away = trips.map((trip): ZoneSpan => ({
    kind: "trip",
    zone: trip.zone,
    start: at(trip.from),
    end: at(trip.to) + 1 / (to - from)
  }))
  return { first, last, spans: [...lived, ...away], yearAt: (year: number) => at(`${year}-01-01`) }
}
