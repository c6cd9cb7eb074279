import { Context, type Effect, type Option } from "effect"
import type { Changes } from "../publishing/index.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/fields.js"
import type { DaySpan, LocalDate } from "../shared/LocalDate.js"
import type { EnrichmentTask } from "../sync/EnrichmentTasks.js"
import type { FullListing } from "../sync/fullListing.js"
import type { PageResult, Span } from "../sync/Source.js"
import type * as Fact from "./facts.js"
import type { LocalRange } from "./LocalRange.js"
import type { Report, Split, WorkoutType } from "./model.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export const runSorts = ["date", "distance", "duration", "pace", "elevation"] as const
export type RunSort = (typeof runSorts)[number]

/** A span of metres; both bounds are inclusive, null is open. */
export interface Metres {
  readonly from: number | null
  readonly to: number | null
}

export interface RunQuery {
  readonly page: PageOf
  readonly range: LocalRange
  readonly type: WorkoutType | null
  readonly city: string | null
  /** The id of shoes, as `gear` lists them. */
  readonly gear: string | null
  readonly distance: Metres
  readonly sort: RunSort
  readonly order: "asc" | "desc"
}

/** Queries over the runs. Days are those at the place of each run. Lists have a total order, ties by id. */
export class RunningStore extends Context.Tag("@daybook/core/RunningStore")<
  RunningStore,
  {
    /** Runs without a pace come last when sorted by it. */
    readonly runs: (query: RunQuery) => Answer<Paged<Fact.RunFact>>
    /** An id that another run took over stands for that run. */
    readonly run: (id: number) => Answer<Option.Option<Fact.RunFact>>
    /** The shoes of a run, as `gear` lists them. None if it has none, and for an unknown run. */
    readonly gearOf: (id: number) => Answer<Option.Option<Pick<Fact.GearFact, "id" | "name">>>
    /** Ascending by number. None for an unknown run, empty if it has no splits. */
    readonly splits: (id: number) => Answer<Option.Option<ReadonlyArray<Split>>>
    readonly summary: (range: LocalRange) => Answer<Fact.Summary>
    /** Years that have runs, newest first. */
    readonly years: (range: LocalRange) => Answer<ReadonlyArray<Fact.YearTotals>>
    readonly year: (year: number) => Answer<Option.Option<Fact.YearTotals>>
    /** Months of the year that have runs, ascending. */
    readonly months: (year: number) => Answer<ReadonlyArray<Fact.MonthTotals>>
    /** Days that have runs, from `from` (inclusive) to `to` (exclusive), ascending. */
    readonly days: (from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<Fact.DayTotals>>
    /** How many days in the range have each number of full miles, ascending. Days under a mile are left out. */
    readonly daysByMiles: (range: LocalRange) => Answer<ReadonlyArray<Fact.DaysOfMiles>>
    /** Consecutive days that all have runs, ascending. Days after `until` are left out. */
    readonly daySpans: (until: LocalDate) => Answer<ReadonlyArray<DaySpan>>
    /** Every run of a year, or of all, oldest first. */
    readonly points: (year: number | null) => Answer<ReadonlyArray<Fact.RunPoint>>
    /** Every run with a distance and a time, inside and outside the range, oldest first. */
    readonly pacePoints: (range: LocalRange) => Answer<ReadonlyArray<Fact.PacePoint>>
    /** How many runs of a year, or of all years, began in each local hour. Hours without runs are absent. */
    readonly hours: (year: number | null) => Answer<ReadonlyArray<{ readonly hour: number; readonly runs: number }>>
    /** Most runs first, then by name. */
    readonly cities: Answer<ReadonlyArray<Fact.CityFact>>
    /** The fastest effort of each distance, the oldest of equal times. Ascending by distance. */
    readonly records: Answer<ReadonlyArray<Fact.Record>>
    /** Longest distance first, then by name. */
    readonly gear: Answer<ReadonlyArray<Fact.GearFact>>
    /** Races, newest first. */
    readonly races: (distance: Metres) => Answer<ReadonlyArray<Fact.RunFact>>
    /** The longest runs of a year, longest first. */
    readonly longest: (year: number, limit: number) => Answer<ReadonlyArray<Fact.RunFact>>
    /** Reports that were merged into a run of another report, newest run first. */
    readonly merges: (page: PageOf) => Answer<Paged<Fact.RunMergeFact>>
  }
>() {}

/** A stored run with what the shared services publish of it. */
export interface PublishableRun {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly city: string | null
  readonly startedAt: number
  readonly date: LocalDate
  /** Metres. */
  readonly distance: number
  /** The source of the run, if it is not the one that was written. */
  readonly source?: string
}

/** What a write did: new and changed runs, and ids that other runs took over. */
export interface RunningChanges extends PageResult {
  readonly deleted: ReadonlyArray<number>
  readonly upserted: ReadonlyArray<PublishableRun>
}

/** What a deletion did. Runs that other sources report stay, or change. */
export interface RunRemoval {
  readonly count: number
  readonly deleted: ReadonlyArray<number>
  readonly upserted: ReadonlyArray<PublishableRun>
}

/** Requests a listed run in full. */
export const detailTask = (source: string): EnrichmentTask => ({
  domain: "running",
  task: `${source}-details`,
  kind: "activity"
})

/** Requests a pair of shoes. */
export const gearTask = (source: string): EnrichmentTask => ({
  domain: "running",
  task: `${source}-gear`,
  kind: "gear"
})

/** What corrections changed. Each published run has its source. */
export type CorrectedRuns = Changes<PublishableRun & { readonly source: string }>

export interface EnrichmentTarget {
  readonly subject: string
  /** Failed attempts so far. */
  readonly attempts: number
}

/** Writes runs. The counts that queries read are updated in the same transaction. */
export class RunningRecords extends Context.Tag("@daybook/core/RunningRecords")<
  RunningRecords,
  {
    /**
     * Stores the reports of one origin. With a span, also lists stored runs that begin in it and are not in `reports`.
     * Keys are the provider's ids.
     *
     * Runs deleted by hand stay deleted. Runs that the provider deleted return only if its API lists them again; an
     * export file does not restore them. A recording without a provider's id has an id below 0. It is merged into the
     * run of its time once that is stored. Account archives are full lists: only the newest counts. A run is missing if
     * a complete archive lacks it and no other origin reports it.
     *
     * `Recorded` reports are matched with those of other sources by `groupWorkouts`.
     */
    readonly put: (
      source: string,
      reports: ReadonlyArray<Report>,
      covers: Span | null,
      list?: FullListing
    ) => Answer<RunningChanges>
    /** Removes runs that the provider deleted. `count` is how many of its reports were stored. */
    readonly remove: (source: string, keys: ReadonlyArray<string>) => Answer<RunRemoval>
    /** Deletes a run permanently, by hand, with what every source reports of it. Null if there is none. */
    readonly discard: (id: number) => Answer<RunRemoval | null>
    /** Separates a report from the run that it was merged into, by corrections. Null if it is no merged report. */
    readonly separate: (id: number) => Answer<CorrectedRuns | null>
    /** Those of the keys that are stored. */
    readonly existing: (source: string, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
    /** Runs stored from this source. */
    readonly count: (source: string) => Answer<number>
    /** Recomputes every count from the reports of all origins. */
    readonly recompute: Answer<void>
    /** Queued runs or shoes that are due: newest runs first, shoes by id. */
    readonly due: (task: EnrichmentTask, limit: number) => Answer<ReadonlyArray<EnrichmentTarget>>
  }
>() {}
