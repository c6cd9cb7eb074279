import { Effect, Option } from "effect"
import { Calendar } from "../shared/Calendar.js"
import type { DateFilters } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { yearOf, yearStart } from "../shared/LocalDate.js"
import { type PageOf, paginationOf } from "../shared/Pagination.js"
import { everywhen, ofYear, parseLocalRange } from "./LocalRange.js"
import type { Units } from "./metric.js"
import type { WorkoutType } from "./records.js"
import { type Metres, type RunSort, RunningStore } from "./RunningStore.js"
import { metresPerMile } from "./units.js"
import { calendarYear } from "./views/calendar.js"
import { cities } from "./views/cities.js"
import { cumulative } from "./views/cumulative.js"
import { eddington, eddingtonNumber } from "./views/eddington.js"
import { elevation } from "./views/elevation.js"
import { gear } from "./views/gear.js"
import { paceTrend } from "./views/paceTrend.js"
import { personalRecords } from "./views/personalRecords.js"
import { runs, runView } from "./views/run.js"
import { splits } from "./views/splits.js"
import { stats } from "./views/stats.js"
import { streaks } from "./views/streaks.js"
import { timeOfDay } from "./views/timeOfDay.js"
import { topRuns, yearInReview } from "./views/yearInReview.js"
import { yearView } from "./views/years.js"

/** Race distances as one asks for them, in miles: courses are never quite as long as they are called (contract §3). */
const raceBands = { "5k": [2.8, 3.5], "10k": [5.8, 6.8], half_marathon: [12.8, 13.5], marathon: [25.5, 27] } as const
export const raceDistances = ["5k", "10k", "half_marathon", "marathon"] as const satisfies ReadonlyArray<keyof typeof raceBands>
export type RaceDistance = typeof raceDistances[number]

export interface RunsAsked {
  readonly page: PageOf
  readonly filters: DateFilters
  readonly year: number | null
  readonly type: WorkoutType | null
  readonly city: string | null
  /** Miles, both included. */
  readonly minDistance: number | null
  readonly maxDistance: number | null
  readonly sort: RunSort
  readonly order: "asc" | "desc"
}

const anyDistance: Metres = { from: null, to: null }
const metresOf = (miles: number | null) => miles === null ? null : miles * metresPerMile

/** Everything that can be asked about running. Days are those at the place of each run; today is that of home. */
export class Running extends Effect.Service<Running>()("@daybook/core/Running", {
  effect: Effect.gen(function*() {
    const store = yield* RunningStore
    const calendar = yield* Calendar
    const rangeOf = (filters: DateFilters) => parseLocalRange(calendar, filters)
    const hasDates = (filters: DateFilters) => filters.date !== undefined || filters.from !== undefined || filters.to !== undefined

    const knownYear = (year: number) =>
      Number.isInteger(year) && year >= 1 && year <= 9998 ? Effect.void : new BadInput({ message: "year must be a year" })

    const yearTotals = Effect.fn(function*(year: number) {
      yield* knownYear(year)
      return yield* Effect.mapError(yield* store.year(year), () => new NoData({ what: `running in ${year}` }))
    })

    /** Every question. In metric units, answers have metric members next to the others. */
    const operations = (units: Units) => {
      const activities = Effect.fn("Running.activities")(function*(of: RunsAsked) {
        if (of.year !== null) yield* knownYear(of.year)
        // Dates beat the year, yet are looked at in either case: nonsense is refused.
        const dated = yield* rangeOf(of.filters)
        const range = of.year === null || hasDates(of.filters) ? dated : ofYear(of.year)
        if (of.minDistance !== null && of.maxDistance !== null && of.minDistance > of.maxDistance) {
          return yield* new BadInput({ message: "min_distance must not be above max_distance" })
        }
        const distance = { from: metresOf(of.minDistance), to: metresOf(of.maxDistance) }
        const { rows, total } = yield* store.runs({ ...of, range, distance })
        return { data: rows.map(runView(units)), pagination: paginationOf(of.page, total) }
      })

      return {
        activities,
        recent: (page: PageOf, filters: DateFilters) =>
          activities({ page, filters, year: null, type: null, city: null, minDistance: null, maxDistance: null, sort: "date", order: "desc" }),
        activity: Effect.fn("Running.activity")(function*(id: number) {
          return runView(units)(yield* Effect.mapError(yield* store.run(id), () => new NoData({ what: `run ${id}` })))
        }),
        splits: Effect.fn("Running.splits")(function*(id: number) {
          const found = Option.filter(yield* store.splits(id), (rows) => rows.length > 0)
          return splits(yield* Effect.mapError(found, () => new NoData({ what: `splits of run ${id}` })), units)
        }),
        stats: Effect.fn("Running.stats")(function*(filters: DateFilters) {
          const range = yield* rangeOf(filters)
          const totals = yield* store.totals(range)
          const first = Option.getOrNull(yield* store.firstRun(range))
          return stats(totals, yield* store.yearsActive(range), first, eddingtonNumber(yield* store.daysByMiles(range)), units)
        }),
        years: Effect.fn("Running.years")(function*(filters: DateFilters) {
          return { data: (yield* store.years(yield* rangeOf(filters))).map(yearView(units)) }
        }),
        yearStats: (year: number) => Effect.map(yearTotals(year), (totals) => ({ data: yearView(units)(totals) })),
        year: Effect.fn("Running.year")(function*(year: number) {
          const totals = yield* yearTotals(year)
          return yearInReview(totals, yield* store.months(year), yield* store.longest(year, topRuns), units)
        }),
        records: Effect.map(store.records, (rows) => personalRecords(rows, units)),
        gear: Effect.map(store.gear, (rows) => gear(rows, units)),
        calendar: Effect.fn("Running.calendar")(function*(asked: number | undefined) {
          const year = asked ?? yearOf(yield* calendar.today)
          yield* knownYear(year)
          return calendarYear(year, yield* store.days(yearStart(year), yearStart(year + 1)), units)
        }),
        cumulative: Effect.fn("Running.cumulative")(function*(years: ReadonlyArray<number> | undefined) {
          const now = yearOf(yield* calendar.today)
          const asked = Array.from(new Set(years ?? [now - 2, now - 1, now])).sort((a, b) => a - b)
          yield* Effect.forEach(asked, knownYear, { discard: true })
          const days = yield* Effect.forEach(spansOf(asked), ([first, last]) => store.days(yearStart(first), yearStart(last + 1)))
          return yield* Effect.mapError(cumulative(days.flat(), units), () => new NoData({ what: "runs in these years" }))
        }),
        paceTrend: Effect.fn("Running.paceTrend")(function*(window: number, filters: DateFilters) {
          const trend = paceTrend(yield* store.pacePoints(yield* rangeOf(filters)), window, units)
          return yield* Effect.mapError(trend, () => new NoData({ what: "runs with a pace" }))
        }),
        timeOfDay: (year: number | undefined) => Effect.map(store.hours(year ?? null), timeOfDay),
        elevation: (year: number | undefined) => Effect.map(store.points(year ?? null), (points) => elevation(points, units)),
        cities: Effect.map(store.cities, (rows) => cities(rows, units)),
        streaks: Effect.fn("Running.streaks")(function*() {
          const today = yield* calendar.today
          return streaks(yield* store.daySpans(today), today)
        }),
        races: (distance: RaceDistance | undefined) => {
          const [from, to] = distance === undefined ? [null, null] : raceBands[distance]
          return Effect.map(store.races(distance === undefined ? anyDistance : { from: metresOf(from), to: metresOf(to) }), (rows) => runs(rows, units))
        },
        eddington: Effect.map(store.daysByMiles(everywhen), eddington)
      }
    }
    return { ...operations("imperial"), in: operations }
  })
}) {}

/** Years as the fewest spans from a first to a last year. */
const spansOf = (years: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> =>
  years.reduce<ReadonlyArray<readonly [number, number]>>((spans, year) => {
    const last = spans.at(-1)
    return last !== undefined && last[1] === year - 1 ? [...spans.slice(0, -1), [last[0], year]] : [...spans, [year, year]]
  }, [])
