import { type Context, Effect } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import { type DaySpan, type LocalDate, addDays, daysOfSpan } from "../shared/LocalDate.js"

/**
 * The current and the longest of ascending spans. Days after today do not count. The current streak may have ended
 * yesterday, because today is not over. Of equally long spans the first is the longest.
 */
export const streaksOf = <S extends DaySpan>(
  spans: ReadonlyArray<S>,
  today: LocalDate
): { readonly current: S | undefined; readonly longest: S | undefined } => {
  const past = spans.flatMap((span) => (span.start > today ? [] : [span.end > today ? { ...span, end: today } : span]))
  const last = past.at(-1)
  return {
    current: last !== undefined && last.end >= addDays(today, -1) ? last : undefined,
    longest: past.reduce<S | undefined>(
      (best, span) => (best === undefined || daysOfSpan(span) > daysOfSpan(best) ? span : best),
      undefined
    )
  }
}

/** The view of a domain's streaks as of today in the home time zone. */
export const streaksToday = <S extends DaySpan, E, View>(
  calendar: Context.Tag.Service<Calendar>,
  spansUntil: (today: LocalDate) => Effect.Effect<ReadonlyArray<S>, E>,
  view: (spans: ReadonlyArray<S>, today: LocalDate) => View
): Effect.Effect<View, E> =>
  Effect.flatMap(calendar.today, (today) => Effect.map(spansUntil(today), (spans) => view(spans, today)))
