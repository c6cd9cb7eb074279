import { type Context, Either } from "effect"
import { type Calendar, fromZoneName } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, always, isAlways, parseRange } from "../shared/DateRange.js"
import type { BadInput } from "../shared/errors.js"
import { type LocalDate, toOrdinal, yearStart } from "../shared/LocalDate.js"

/**
 * A range of runs. Bounds without a zone are meant at the place of each run and stand in `local`, as wall-clock time
 * written as if it were UTC; bounds with a zone are instants. Both halves must hold.
 */
export interface LocalRange {
  readonly local: DateRange
  readonly instant: DateRange
}

export const everywhen: LocalRange = { local: always, instant: always }

export const isEverywhen = ({ instant, local }: LocalRange): boolean => isAlways(instant) && isAlways(local)

let utc: Context.Tag.Service<Calendar> | undefined

/** The place itself, as a calendar: its wall-clock time is written as if it were UTC. Not made before it is asked for: zones take long to load. */
const place = () => utc ??= Either.getOrThrow(fromZoneName("UTC"))

const hasZone = /[T ].*(Z|[+ -]\d{2}(:?\d{2})?)$/i

/** Reads the date filters (contract §0.5): days are those at the place of each run. */
export const parseLocalRange = (calendar: Context.Tag.Service<Calendar>, filters: DateFilters): Either.Either<LocalRange, BadInput> =>
  Either.gen(function*() {
    // Refuses what is no time at all and bounds the wrong way round, also where only one of them has a zone.
    yield* parseRange(calendar, filters)
    if (filters.date !== undefined) return { local: yield* parseRange(place(), filters), instant: always }
    const { from, to } = filters
    const zoned = (bound: string | undefined) => bound !== undefined && hasZone.test(bound)
    return {
      local: yield* parseRange(place(), { from: zoned(from) ? undefined : from, to: zoned(to) ? undefined : to }),
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
