import { Either } from "effect"
import { fromZoneName } from "./Calendar.js"
import { BadInput } from "./errors.js"
import { type LocalDate, addDays, isLocalDate } from "./LocalDate.js"
import type { HomeZones, ZoneHistory, ZonePeriod, ZoneTrip } from "./HomeZones.js"

export const noHistory: ZoneHistory = { periods: [], trips: [] }

export const isEmptyHistory = ({ periods, trips }: ZoneHistory): boolean => periods.length === 0 && trips.length === 0

/** Entries of a history. Nobody needs more, and each costs some time of a change. */
export const maxEntries = 2_000
const firstDay = "1970-01-02"
const lastDay = "2098-12-31"

/** Days of one zone, from `from` on; null means since ever. */
export interface Stay {
  readonly from: LocalDate | null
  readonly zone: string
}

/** The zone of every day: stays in their order, the first one since ever. Neighbours have different zones. */
export const staysOf = ({ history: { periods, trips }, zone }: HomeZones): ReadonlyArray<Stay> => {
  const homes: ReadonlyArray<Stay> = periods.length === 0 ? [{ from: null, zone }] : periods
  const homeOn = (date: LocalDate) =>
    homes.reduce((last, one) => (one.from === null || one.from <= date ? one : last), homes[0]!).zone
  const isOut = (date: LocalDate) => trips.some(({ from, to }) => from <= date && date <= to)
  const moves = homes.slice(1).flatMap(({ from, zone }) => (from === null || isOut(from) ? [] : [{ from, zone }]))
  const out = trips.flatMap(({ from, to, zone }) => {
    const back = addDays(to, 1)
    return [{ from, zone }, ...(isOut(back) ? [] : [{ from: back, zone: homeOn(back) }])]
  })
  // A return on the day of a move is a move: both have the same zone.
  const stays = [...moves, ...out].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  return [{ from: null, zone: homes[0]!.zone }, ...stays].filter(
    (stay, index, all) => index === 0 || stay.zone !== all[index - 1]!.zone
  )
}

const bad = (message: string) => Either.left(new BadInput({ message }))

const dayProblem = (date: LocalDate): string | null =>
  !isLocalDate(date)
    ? `"${date}" is not a day: write YYYY-MM-DD`
    : date < firstDay || date > lastDay
      ? `${date} is outside ${firstDay} to ${lastDay}: leave out the day of a zone that was always the home`
      : null

const tripText = ({ from, to, zone }: ZoneTrip) => `${from}..${to} ${zone}`
const periodText = ({ from, zone }: ZonePeriod) => (from === null ? zone : `${from} ${zone}`)

const byDay = <A extends { readonly from: LocalDate | null }>(entries: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...entries].sort((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : (a.from ?? "") > (b.from ?? "") ? 1 : 0))

const distinct = <A>(entries: ReadonlyArray<A>, text: (entry: A) => string): ReadonlyArray<A> => [
  ...new Map(entries.map((entry) => [text(entry), entry])).values()
]

/** The name in its usual case. An alias stays as the owner wrote it. */
const zoneNamed = (name: string): Either.Either<string, BadInput> =>
  Either.map(fromZoneName(name), ({ zone }) => (zone.toLowerCase() === name.toLowerCase() ? zone : name))

/**
 * Checks a history and puts it in its normal form: sorted, without repeated entries and without moves to the same zone.
 * Fails with the reason if a zone is unknown, a day does not exist, or two entries contradict each other.
 */
export const checkHistory = ({ periods, trips }: ZoneHistory): Either.Either<ZoneHistory, BadInput> =>
  Either.gen(function* () {
    if (periods.length + trips.length > maxEntries)
      return yield* bad(`a history has at most ${maxEntries} entries: leave out short trips`)
    const names = new Map<string, string>()
    for (const { zone } of [...periods, ...trips]) if (!names.has(zone)) names.set(zone, yield* zoneNamed(zone))
    const named = <A extends { readonly zone: string }>(entry: A): A => ({ ...entry, zone: names.get(entry.zone)! })
    const days = [...periods.flatMap(({ from }) => from ?? []), ...trips.flatMap(({ from, to }) => [from, to])]
    const problem = days.map(dayProblem).find((one) => one !== null)
    if (problem !== undefined) return yield* bad(problem)
    const sorted = byDay(distinct(periods.map(named), periodText))
    for (const [index, period] of sorted.entries()) {
      const next = sorted[index + 1]
      if (next !== undefined && next.from === period.from)
        return yield* bad(`"${periodText(period)}" and "${periodText(next)}" begin on one day: keep one of them`)
    }
    const stays = byDay(distinct(trips.map(named), tripText))
    for (const [index, trip] of stays.entries()) {
      if (trip.from > trip.to) return yield* bad(`"${tripText(trip)}" ends before it begins`)
      const next = stays[index + 1]
      if (next !== undefined && next.from <= trip.to)
        return yield* bad(`"${tripText(trip)}" and "${tripText(next)}" overlap: end the first one earlier`)
    }
    return { periods: sorted.filter((one, index) => one.zone !== sorted[index - 1]?.zone), trips: stays }
  })

const day = String.raw`\d{4}-\d{2}-\d{2}`
const tripLine = new RegExp(String.raw`^(${day})\s*\.\.\s*(${day})\s+(\S+)$`)
const periodLine = new RegExp(String.raw`^(?:(${day})\s+)?([^\s.]+)$`)

/**
 * Reads a history: one entry a line or between commas, `2019-05-01 Europe/Vienna` for a move, `Europe/Vienna` for the
 * zone before all moves, `2025-03-02..2025-03-16 Asia/Tokyo` for a trip. `#` begins a comment.
 */
export const parseHistory = (text: string): Either.Either<ZoneHistory, BadInput> =>
  Either.gen(function* () {
    const periods: Array<ZonePeriod> = []
    const trips: Array<ZoneTrip> = []
    const entries = text.split(/\r?\n/).flatMap((line) => line.replace(/#.*/, "").split(","))
    for (const entry of entries.map((part) => part.replace(/^\uFEFF/, "").trim()).filter((part) => part !== "")) {
      const trip = tripLine.exec(entry)
      const period = periodLine.exec(entry)
      if (trip !== null) trips.push({ from: trip[1]!, to: trip[2]!, zone: trip[3]! })
      else if (period !== null) periods.push({ from: period[1] ?? null, zone: period[2]! })
      else
        return yield* bad(
          `"${entry.slice(0, 60)}" is no entry: write "2019-05-01 Europe/Vienna" or "2025-03-02..2025-03-16 Asia/Tokyo"`
        )
    }
    return yield* checkHistory({ periods, trips })
  })

/** One entry a line, as `parseHistory` reads it. */
export const historyText = ({ periods, trips }: ZoneHistory): string =>
  [...periods.map(periodText), ...trips.map(tripText)].map((line) => `${line}\n`).join("")

/** The home with this history. The zone of today is that of the last period. */
export const homeWith = (zone: string, history: ZoneHistory): Either.Either<HomeZones, BadInput> =>
  Either.map(checkHistory(history), (checked) => {
    const [first, ...moves] = checked.periods
    const isAlways = first !== undefined && first.from === null && moves.length === 0
    return { zone: checked.periods.at(-1)?.zone ?? zone, history: isAlways ? { ...checked, periods: [] } : checked }
  })

/** Corrects the zone of today: that of the last period. */
export const homeMovedTo = (zone: string, history: ZoneHistory): Either.Either<HomeZones, BadInput> =>
  homeWith(zone, {
    ...history,
    periods: history.periods.map((one, index, all) => (index === all.length - 1 ? { ...one, zone } : one))
  })

/** Adds entries. The first move of all leaves the days before it to the home time zone. */
export const addToHistory = (home: HomeZones, added: ZoneHistory): Either.Either<HomeZones, BadInput> => {
  const { history, zone } = home
  const [first] = added.periods
  const isFirstMove = history.periods.length === 0 && first !== undefined && first.from !== null && first.zone !== zone
  return homeWith(zone, {
    periods: [...(isFirstMove ? [{ from: null, zone }] : history.periods), ...added.periods],
    trips: [...history.trips, ...added.trips]
  })
}

/** Removes the entry that begins on a day, the trip before the move. `null` names the zone before all moves. */
export const removeFromHistory = (home: HomeZones, from: LocalDate | null): Either.Either<HomeZones, BadInput> => {
  const { periods, trips } = home.history
  const without = <A extends { readonly from: LocalDate | null }>(all: ReadonlyArray<A>) =>
    all.filter((one) => one.from !== from)
  if (trips.some((trip) => trip.from === from)) return homeWith(home.zone, { periods, trips: without(trips) })
  return periods.some((period) => period.from === from)
    ? homeWith(home.zone, { periods: without(periods), trips })
    : bad(
        `${from === null ? "the history has no zone before all moves" : `no entry of the history begins on ${from}`}: \`daybook timezone history list\` shows its entries`
      )
}
