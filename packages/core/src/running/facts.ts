import type { RowOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Effort, WorkoutType, cityFields, measured, runBasics, shoeIdentity, shoeUse } from "./model.js"

/** Facts are the rows that the store returns. Units are metres, seconds and epoch milliseconds. */
export interface RunFact extends RowOf<typeof runBasics>, RowOf<typeof measured> {
  readonly id: number
  /** Wall-clock time at the place, written as if it were UTC. */
  readonly localStart: number
  readonly polyline: string | null
  readonly splitCount: number
  readonly workoutType: WorkoutType
}

/** Sums over runs. Paced runs are those that have both a distance and a moving time. */
export interface Totals {
  readonly runs: number
  readonly distance: number
  readonly movingTime: number
  readonly elevation: number
  readonly pacedDistance: number
  readonly pacedTime: number
  readonly longest: number
  readonly races: number
}

/** Totals of a calendar year or month; `month` counts from 1. */
export interface YearTotals extends Totals {
  readonly year: number
}
export interface MonthTotals extends Totals {
  readonly month: number
}

export interface DayTotals {
  readonly date: LocalDate
  readonly runs: number
  readonly distance: number
}

/** The fastest effort over a distance, and the run that holds it. */
export interface Record extends Effort {
  readonly runId: number
  readonly runName: string
  readonly localStart: number
}

export interface GearFact extends RowOf<typeof shoeIdentity>, RowOf<typeof shoeUse> {
  /** The provider's count, else the sum of the runs. */
  readonly distance: number
}

/** A run as a point in a chart. */
export interface RunPoint {
  readonly date: LocalDate
  readonly distance: number
  readonly elevation: number
}

/** How many days have a number of full miles. */
export interface DaysOfMiles {
  readonly miles: number
  readonly days: number
}

/** The sums of a range. */
export interface Summary {
  readonly totals: Totals
  /** How many calendar years have runs in the range. */
  readonly yearsActive: number
  /** Local start of the first run in the range. */
  readonly firstRun: number | null
  readonly daysByMiles: ReadonlyArray<DaysOfMiles>
}

/** A run in a pace trend. `shown` says whether it is in the requested range. */
export interface PacePoint {
  readonly date: LocalDate
  readonly distance: number
  readonly movingTime: number
  readonly shown: boolean
}

export interface CityFact extends RowOf<typeof cityFields> {
  readonly distance: number
}

/** A report of a run, in a list of merges. */
export interface RunMergeSide {
  readonly source: string
  readonly name: string
  readonly startedAt: number
  /** Metres. */
  readonly distance: number
}

/** A report that was merged into a run. */
export interface RunMergeFact {
  /** The id that the merged report would have as a run of its own. */
  readonly id: number
  readonly run: RunMergeSide & { readonly id: number }
  readonly merged: RunMergeSide
  readonly reason: string
}
