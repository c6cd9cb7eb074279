import { Effect } from "effect"
import { Pictures } from "../images/Picture.js"
import { orNotFound, pageView } from "../kit/results.js"
import { streaksToday } from "../kit/streaks.js"
import { daysOfYear, yearQueries } from "../kit/years.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type Days, parseDays } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import type { PageOf } from "../shared/fields.js"
import { addDays, yearOf } from "../shared/LocalDate.js"
import type { RecordRef } from "./declaration.js"
import { DeclaredStore, type RecordQuery } from "./DeclaredStore.js"
import { facetsOf, occursOf } from "./declaration.js"
import { recordView } from "./views.js"
import {
  type TrendPeriod,
  calendarYear,
  countOfYear,
  monthlyTrend,
  stats,
  streaks,
  topValue,
  weeklyTrend,
  yearInReview,
  yearlyTrend,
  years as yearsView
} from "./statistics.js"

/** The first year that a calendar and a review accept. */
export const firstYear = 1900

/** How many values of each facet a review of a year lists. */
const topOfYear = { page: 1, limit: 10 }

/** The first day that exists: a filter from it on leaves out only records without a day. */
const firstDay = "0001-01-01"

/** All queries about the records of declared domains. Days are in the home time zone. */
export class DeclaredQueries extends Effect.Service<DeclaredQueries>()("@daybook/core/DeclaredQueries", {
  effect: Effect.gen(function* () {
    const store = yield* DeclaredStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures
    const years = yearQueries(calendar, { first: firstYear })

    const page = (of: RecordRef, query: RecordQuery) =>
      Effect.map(store.list(of, query), pageView(query.page, recordView(of, image)))

    const weekly = Effect.fn(function* (of: RecordRef, days: Days) {
      const { first, last } = yield* store.totals(of, days)
      return first === null || last === null ? [] : yield* store.days(of, first, addDays(last, 1))
    })

    return {
      /** The records with a day, latest first; of a record without days, the latest additions first. */
      recent: Effect.fn("DeclaredQueries.recent")(function* (of: RecordRef, where: PageOf, filters: DateFilters) {
        const days = yield* parseDays(calendar, filters)
        const occurs = occursOf(of.record)
        return yield* occurs === null
          ? page(of, { days: {}, equals: {}, sort: "id", order: "desc", page: where })
          : page(of, {
              days: { ...days, from: days.from ?? firstDay },
              ...{ equals: {}, sort: occurs, order: "desc", page: where }
            })
      }),
      list: Effect.fn("DeclaredQueries.list")(function* (
        of: RecordRef,
        query: Omit<RecordQuery, "days">,
        filters: DateFilters
      ) {
        return yield* page(of, { ...query, days: yield* parseDays(calendar, filters) })
      }),
      record: Effect.fn("DeclaredQueries.record")(function* (of: RecordRef, id: number) {
        return recordView(of, image)(yield* Effect.flatMap(store.find(of, id), orNotFound(`${of.record.name} ${id}`)))
      }),
      stats: Effect.fn("DeclaredQueries.stats")(function* (of: RecordRef, filters: DateFilters) {
        const days = yield* parseDays(calendar, filters)
        const totals = yield* store.totals(of, days)
        const months = yield* store.months(of, days)
        return stats(of.record.name, totals, countOfYear(months, yearOf(yield* calendar.today)))
      }),
      calendar: (of: RecordRef, year: number | undefined) =>
        years.calendar((from, to) => store.days(of, from, to), calendarYear)(year),
      streaks: (of: RecordRef) => streaksToday(calendar, (today) => store.spans(of, today), streaks),
      trends: Effect.fn("DeclaredQueries.trends")(function* (of: RecordRef, period: TrendPeriod, filters: DateFilters) {
        const days = yield* parseDays(calendar, filters)
        if (period === "weekly") return weeklyTrend(yield* weekly(of, days))
        return (period === "monthly" ? monthlyTrend : yearlyTrend)(yield* store.months(of, days))
      }),
      years: (of: RecordRef) => Effect.map(store.years(of), yearsView),
      /** Fails with `NoData` for a year without records. */
      year: Effect.fn("DeclaredQueries.year")(function* (of: RecordRef, requestedYear: number) {
        const year = yield* years.accept(requestedYear)
        const days = daysOfYear(year)
        const totals = yield* store.totals(of, days)
        if (totals.count === 0) return yield* new NoData({ what: `${of.record.name} of ${year}` })
        const top = yield* Effect.forEach(facetsOf(of.record), (facet) =>
          Effect.map(store.top(of, facet, days, topOfYear), ({ rows }) => [facet, rows] as const)
        )
        const months = yield* store.months(of, days)
        return yearInReview({ year, record: of.record.name, totals, months, top: Object.fromEntries(top) })
      }),
      /** Fails with `BadInput` for a facet of another record. */
      top: Effect.fn("DeclaredQueries.top")(function* (
        of: RecordRef,
        facet: string,
        where: PageOf,
        filters: DateFilters
      ) {
        const facets = facetsOf(of.record)
        if (!facets.includes(facet)) {
          return yield* new BadInput({ message: `facet must be one of ${facets.join(", ")} for ${of.record.name}` })
        }
        const days = yield* parseDays(calendar, filters)
        return pageView(where, topValue)(yield* store.top(of, facet, days, where))
      })
    }
  })
}) {}
