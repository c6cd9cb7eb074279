import { Context, Effect, Option } from "effect"
import { orNotFound, pageView } from "../kit/results.js"
import { streaksToday } from "../kit/streaks.js"
import { yearQueries } from "../kit/years.js"
import { Publisher } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { DateFilters } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { type PageOf, paginationOf } from "../shared/fields.js"
import { yearOf, yearStart } from "../shared/LocalDate.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/SyncStore.js"
import { everywhen, ofYear, parseLocalRange } from "./LocalRange.js"
import type { WorkoutType } from "./model.js"
import { NamedPlaces, boxOf, placesAround } from "./places.js"
import { type Metres, type RunSort, RunningRecords, RunningStore } from "./store.js"
import type { Units } from "./units.js"
import { metresPerMile } from "./units.js"
import { paceTrend, calendarYear, cumulative, elevation, timeOfDay } from "./views/charts.js"
import { personalRecords, eddington, eddingtonNumber, streaks } from "./views/personalRecords.js"
import { runInShoes, runs, runView, splits } from "./views/run.js"
import { cities, gear, stats, topRuns, yearInReview, yearView } from "./views/statistics.js"
import { runMergeView } from "./views/merges.js"
import { deleteRun, recompute, separateRun } from "./writer.js"

/** Race distances in miles. Measured courses differ slightly from their nominal length. */
const raceBands = { "5k": [2.8, 3.5], "10k": [5.8, 6.8], half_marathon: [12.8, 13.5], marathon: [25.5, 27] } as const
export const raceDistances = ["5k", "10k", "half_marathon", "marathon"] as const satisfies ReadonlyArray<
  keyof typeof raceBands
>
export type RaceDistance = (typeof raceDistances)[number]

export interface RunsRequest {
  readonly page: PageOf
  readonly filters: DateFilters
  readonly year: number | null
  readonly type: WorkoutType | null
  readonly city: string | null
  readonly gear: string | null
  /** Miles; both bounds are inclusive. */
  readonly minDistance: number | null
  readonly maxDistance: number | null
  readonly sort: RunSort
  readonly order: "asc" | "desc"
}

const anyDistance: Metres = { from: null, to: null }
const metresOf = (miles: number | null) => (miles === null ? null : miles * metresPerMile)

/** All queries about running. Days are those at the place of each run; today is in the home time zone. */
export class Running extends Effect.Service<Running>()("@daybook/core/Running", {
  effect: Effect.gen(function* () {
    const store = yield* RunningStore
    const calendar = yield* Calendar
    const gazetteer = yield* NamedPlaces
    const rangeOf = (filters: DateFilters) => parseLocalRange(calendar, filters)
    const hasDates = (filters: DateFilters) =>
      filters.date !== undefined || filters.from !== undefined || filters.to !== undefined

    const years = yearQueries(calendar, { first: 1, last: 9998 })
    const yearTotals = (year: number) =>
      years.accept(year).pipe(Effect.flatMap(store.year), Effect.flatMap(orNotFound(`running in ${year}`)))

    /** All operations. In metric units, responses have metric members next to the imperial ones. */
    const operations = (units: Units) => {
      const activities = Effect.fn("Running.activities")(function* (request: RunsRequest) {
        if (request.year !== null) yield* years.accept(request.year)
        // Dates override the year. They are parsed first, so that malformed ones are always rejected.
        const dated = yield* rangeOf(request.filters)
        const range = request.year === null || hasDates(request.filters) ? dated : ofYear(request.year)
        if (request.minDistance !== null && request.maxDistance !== null && request.minDistance > request.maxDistance) {
          return yield* new BadInput({ message: "min_distance must not be above max_distance" })
        }
        const distance = { from: metresOf(request.minDistance), to: metresOf(request.maxDistance) }
        return pageView(request.page, runView(units))(yield* store.runs({ ...request, range, distance }))
      })

      return {
        activities,
        recent: (page: PageOf, filters: DateFilters) =>
          activities({
            page,
            filters,
            year: null,
            type: null,
            city: null,
            gear: null,
            minDistance: null,
            maxDistance: null,
            sort: "date",
            order: "desc"
          }),
        activity: Effect.fn("Running.activity")(function* (id: number) {
          const run = yield* Effect.flatMap(store.run(id), orNotFound(`run ${id}`))
          return runInShoes(units)(run, Option.getOrNull(yield* store.gearOf(id)))
        }),
        splits: Effect.fn("Running.splits")(function* (id: number) {
          const rows = Option.filter(yield* store.splits(id), (rows) => rows.length > 0)
          return splits(yield* orNotFound(`splits of run ${id}`)(rows), units)
        }),
        places: Effect.fn("Running.places")(function* (id: number) {
          const { polyline } = yield* Effect.flatMap(store.run(id), orNotFound(`run ${id}`))
          const course = polyline === null ? null : boxOf(polyline)
          if (course === null) return { data: [] }
          const { box, min, max } = placesAround(course)
          return { data: yield* gazetteer.around(box, max, min) }
        }),
        stats: Effect.fn("Running.stats")(function* (filters: DateFilters) {
          const { daysByMiles, firstRun, totals, yearsActive } = yield* store.summary(yield* rangeOf(filters))
          return stats(totals, yearsActive, firstRun, eddingtonNumber(daysByMiles), units)
        }),
        years: Effect.fn("Running.years")(function* (filters: DateFilters) {
          return { data: (yield* store.years(yield* rangeOf(filters))).map(yearView(units)) }
        }),
        yearStats: (year: number) => Effect.map(yearTotals(year), (totals) => ({ data: yearView(units)(totals) })),
        year: Effect.fn("Running.year")(function* (year: number) {
          const totals = yield* yearTotals(year)
          return yearInReview(totals, yield* store.months(year), yield* store.longest(year, topRuns), units)
        }),
        records: Effect.map(store.records, (rows) => personalRecords(rows, units)),
        gear: Effect.map(store.gear, (rows) => gear(rows, units)),
        calendar: Effect.fn("Running.calendar")(
          years.calendar(store.days, (year, days) => calendarYear(year, days, units))
        ),
        cumulative: Effect.fn("Running.cumulative")(function* (requestedYears: ReadonlyArray<number> | undefined) {
          const now = yearOf(yield* calendar.today)
          const sortedYears = Array.from(new Set(requestedYears ?? [now - 2, now - 1, now])).sort((a, b) => a - b)
          yield* Effect.forEach(sortedYears, years.accept, { discard: true })
          const days = yield* Effect.forEach(spansOf(sortedYears), ([first, last]) =>
            store.days(yearStart(first), yearStart(last + 1))
          )
          return yield* orNotFound("runs in these years")(cumulative(days.flat(), units))
        }),
        paceTrend: Effect.fn("Running.paceTrend")(function* (window: number, filters: DateFilters) {
          const trend = paceTrend(yield* store.pacePoints(yield* rangeOf(filters)), window, units)
          return yield* orNotFound("runs with a pace")(trend)
        }),
        timeOfDay: (year: number | undefined) => Effect.map(store.hours(year ?? null), timeOfDay),
        elevation: (year: number | undefined) =>
          Effect.map(store.points(year ?? null), (points) => elevation(points, units)),
        cities: Effect.map(store.cities, (rows) => cities(rows, units)),
        streaks: Effect.fn("Running.streaks")(() => streaksToday(calendar, store.daySpans, streaks)),
        races: (distance: RaceDistance | undefined) => {
          const [from, to] = distance === undefined ? [null, null] : raceBands[distance]
          return Effect.map(
            store.races(distance === undefined ? anyDistance : { from: metresOf(from), to: metresOf(to) }),
            (rows) => runs(rows, units)
          )
        },
        eddington: Effect.map(store.daysByMiles(everywhen), eddington)
      }
    }
    return { ...operations("imperial"), in: operations }
  })
}) {}

/** Groups consecutive years into spans of a first and a last year. */
const spansOf = (years: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> =>
  years.reduce<ReadonlyArray<readonly [number, number]>>((spans, year) => {
    const last = spans.at(-1)
    return last !== undefined && last[1] === year - 1
      ? [...spans.slice(0, -1), [last[0], year]]
      : [...spans, [year, year]]
  }, [])

/** The operator's actions on runs. */
export class RunningAdmin extends Effect.Service<RunningAdmin>()("@daybook/core/RunningAdmin", {
  effect: Effect.gen(function* () {
    const store = yield* RunningStore
    const context = Context.empty().pipe(
      Context.add(RunningRecords, yield* RunningRecords),
      Context.add(Publisher, yield* Publisher),
      Context.add(Transaction, yield* Transaction),
      Context.add(DataVersions, yield* DataVersions)
    )
    return {
      /** Deletes a run permanently from records, counts, feed and search. Syncs do not restore it. */
      delete: (id: number) =>
        Effect.provide(deleteRun(id), context).pipe(
          Effect.filterOrFail(
            (existed) => existed,
            () => new NoData({ what: `run ${id}` })
          ),
          Effect.asVoid
        ),
      merges: (page: PageOf) =>
        Effect.map(store.merges(page), ({ rows, total }) => ({
          data: rows.map(runMergeView),
          pagination: paginationOf(page, total)
        })),
      /** Undoes a merge for good. */
      separate: (id: number) =>
        Effect.provide(separateRun(id), context).pipe(
          Effect.filterOrFail(
            (existed) => existed,
            () => new NoData({ what: `merge ${id}` })
          ),
          Effect.asVoid
        ),
      /** Recomputes every count from the providers' reports. */
      recompute: Effect.provide(recompute, context)
    }
  })
}) {}
