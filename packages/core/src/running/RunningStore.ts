import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type { DaySpan } from "../shared/streaks.js"
import type * as Fact from "./facts.js"
import type { LocalRange } from "./LocalRange.js"
import type { WorkoutType } from "./records.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export const runSorts = ["date", "distance", "duration", "pace", "elevation"] as const
export type RunSort = typeof runSorts[number]

/** A span of metres; `from` included, `to` too. Null is open. */
export interface Metres {
  readonly from: number | null
  readonly to: number | null
}

export interface RunsOf {
  readonly page: PageOf
  readonly range: LocalRange
  readonly type: WorkoutType | null
  readonly city: string | null
  readonly distance: Metres
  readonly sort: RunSort
  readonly order: "asc" | "desc"
}

/** What can be asked of the runs. Days are those at the place of each run. Lists are in a total order, ties by id. */
export class RunningStore extends Context.Tag("@daybook/core/RunningStore")<RunningStore, {
  /** Runs without a pace come last when sorted by it. */
  readonly runs: (of: RunsOf) => Answer<Paged<Fact.RunFact>>
  readonly run: (id: number) => Answer<Option.Option<Fact.RunFact>>
  /** Ascending by number. None for an unknown run, empty where it has no splits. */
  readonly splits: (id: number) => Answer<Option.Option<ReadonlyArray<Fact.SplitFact>>>
  readonly totals: (range: LocalRange) => Answer<Fact.Totals>
  /** How many calendar years have runs in the range. */
  readonly yearsActive: (range: LocalRange) => Answer<number>
  /** Local start of the first run in the range. */
  readonly firstRun: (range: LocalRange) => Answer<Option.Option<number>>
  /** Years that have runs, newest first. */
  readonly years: (range: LocalRange) => Answer<ReadonlyArray<Fact.YearTotals>>
  readonly year: (year: number) => Answer<Option.Option<Fact.YearTotals>>
  /** Months of the year that have runs, ascending. */
  readonly months: (year: number) => Answer<ReadonlyArray<Fact.MonthTotals>>
  /** Days that have runs, from `from` up to but without `to`, ascending. */
  readonly days: (from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<Fact.DayTotals>>
  /** How many days lie in the range with so many whole miles, ascending by miles; days under a mile are left out. */
  readonly daysByMiles: (range: LocalRange) => Answer<ReadonlyArray<{ readonly miles: number; readonly days: number }>>
  /** Consecutive days that all have runs, ascending. A day after `until` is in none. */
  readonly daySpans: (until: LocalDate) => Answer<ReadonlyArray<DaySpan>>
  /** Every run of a year, or of all, oldest first. */
  readonly points: (year: number | null) => Answer<ReadonlyArray<Fact.RunPoint>>
  /** Every run with a distance and a time, in the range or not, oldest first. */
  readonly pacePoints: (range: LocalRange) => Answer<ReadonlyArray<Fact.PacePoint>>
  /** How many runs of a year, or of all, began in each local hour; hours without any are absent. */
  readonly hours: (year: number | null) => Answer<ReadonlyArray<{ readonly hour: number; readonly runs: number }>>
  /** Most runs first, then by name. */
  readonly cities: Answer<ReadonlyArray<Fact.CityFact>>
  /** One for each distance that any run has an effort of; of equal times the oldest. Ascending by distance. */
  readonly records: Answer<ReadonlyArray<Fact.Record>>
  /** Longest distance first, then by name. */
  readonly gear: Answer<ReadonlyArray<Fact.GearFact>>
  /** Races, newest first. */
  readonly races: (distance: Metres) => Answer<ReadonlyArray<Fact.RunFact>>
  /** The longest runs of a year, longest first. */
  readonly longest: (year: number, limit: number) => Answer<ReadonlyArray<Fact.RunFact>>
}>() {}
