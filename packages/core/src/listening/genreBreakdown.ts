import { type Context, Effect } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, isAlways, localInstant, parseRange } from "../shared/DateRange.js"
import { addYears, daysBetween } from "../shared/LocalDate.js"
import type { ListeningStore } from "./ListeningStore.js"
import { type GroupBy, breakdown } from "./views/genres.js"

export interface GenresRequest {
  readonly groupBy: GroupBy
  readonly limit: number
  readonly filters: DateFilters
  readonly compareToPreviousYear: boolean
}

/** The genre breakdown, and the same a year earlier where asked for and dates are given (contract §2.2). */
export const genreBreakdown = (store: Context.Tag.Service<ListeningStore>, calendar: Context.Tag.Service<Calendar>) =>
  Effect.fn("Listening.genres")(function*(request: GenresRequest) {
    const range = yield* parseRange(calendar, request.filters)
    const within = (span: DateRange) =>
      Effect.map(store.genres(request.groupBy, span), (counts) => breakdown(request.groupBy, request.limit, counts))
    const data = yield* within(range)
    return request.compareToPreviousYear && !isAlways(range)
      ? { data, compare: yield* within(yearEarlier(calendar, range)) }
      : { data }
  })

const dayMs = 86_400_000

/** The same local days and times a year before; 29 February becomes 28 February. */
const yearEarlier = (calendar: Context.Tag.Service<Calendar>, range: DateRange): DateRange => {
  const shift = (instant: number) => {
    const wall = instant + calendar.offsetAt(instant)
    const day = calendar.dateOf(instant)
    return localInstant(calendar, wall + daysBetween(day, addYears(day, -1)) * dayMs)
  }
  return {
    from: range.from === null ? null : shift(range.from),
    to: range.to === null ? null : shift(range.to - 1) + 1
  }
}
