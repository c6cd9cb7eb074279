import { type Context, Either } from "effect"
import { type Calendar, fromZoneName } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, always, isAlways, parseRange } from "../shared/DateRange.js"
import type { BadInput } from "../shared/errors.js"
import { type LocalDate, toOrdinal, yearStart } from "../shared/LocalDate.js"

/**
 * A range of runs. Bounds without a zone are in `local`: wall-clock time at the place of each run, written as if it
 * were UTC. Bounds with a zone are instants. A run must match both.
 */
export interface LocalRange {
  readonly local: DateRange
  readonly instant: DateRange
}

export const everywhen: LocalRange = { local: always, instant: always }

export const isEverywhen = ({ instant, local }: LocalRange): boolean => isAlways(instant) && isAlways(local)

let utc: Context.Tag.Service<Calendar> | undefined

/**
 * A calendar of local wall-clock times, which are written as if they were UTC. Created on first use: zones load slowly.
 */
const localCalendar = () => (utc ??= Either.getOrThrow(fromZoneName("UTC")))

const hasZone = /[T ].*(Z|[+ -]\d{2}(:?\d{2})?)$/i

/** Parses the date filters. Days are those at the place of each run. */
export const parseLocalRange = (
  calendar: Context.Tag.Service<Calendar>,
  filters: DateFilters
): Either.Either<LocalRange, BadInput> =>
  Either.gen(function* () {
    // Rejects malformed times and reversed bounds, even if only one of them has a zone.
    yield* parseRange(calendar, filters)
    if (filters.date !== undefined) return { local: yield* parseRange(localCalendar(), filters), instant: always }
    const { from, to } = filters
    const zoned = (bound: string | undefined) => bound !== undefined && hasZone.test(bound)
    return {
      local: yield* parseRange(localCalendar(), {
        from: zoned(from) ? undefined : from,
        to: zoned(to) ? undefined : to
      }),
      instant: yield* parseRange(calendar, { from: zoned(from) ? from : undefined, to: zoned(to) ? to : undefined })
    }
  })

const dayMs = 86_400_000
const wall = (date: LocalDate) => toOrdinal(date) * dayMs

/** The local days of a calendar year. */
export const ofYear = (year: number): LocalRange => ({
  local: { from: wall(yearStart(year)), to: wall(yearStart(year + 1)) },
  instant: always
})
