import { type LocalDate, addDays, daysBetween } from "./LocalDate.js"

/** Consecutive days that all have something; `start` and `end` both belong to it. */
export interface DaySpan {
  readonly start: LocalDate
  readonly end: LocalDate
}

export const daysOfSpan = ({ end, start }: DaySpan): number => daysBetween(start, end) + 1

/**
 * The current and the longest of spans in ascending order (contract §15). A day after today belongs to no streak. The
 * current streak may have ended yesterday, because today is not over. The first of equally long spans is the longest.
 */
export const streaksOf = <S extends DaySpan>(spans: ReadonlyArray<S>, today: LocalDate): { readonly current: S | undefined; readonly longest: S | undefined } => {
  const past = spans.flatMap((span) => span.start > today ? [] : [span.end > today ? { ...span, end: today } : span])
  const last = past.at(-1)
  return {
    current: last !== undefined && last.end >= addDays(today, -1) ? last : undefined,
    longest: past.reduce<S | undefined>((best, span) => best === undefined || daysOfSpan(span) > daysOfSpan(best) ? span : best, undefined)
  }
}
