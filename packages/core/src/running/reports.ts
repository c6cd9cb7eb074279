import { isOutdated } from "../sync/fullListing.js"
import type { RunReports } from "./merge.js"
import type { Report, Detail, Run, Shoe } from "./model.js"

/** The stored state of a run before a page: the reports of each origin, and the deletion, if any. */
export interface ExistingReports {
  readonly reports: RunReports
  readonly deleted: "no" | "by hand" | "by the provider"
  /**
   * Times of the last archive that reported the run, and of the one that reported its deletion, in epoch milliseconds.
   */
  readonly archivedAsOf: number | null
  readonly deletedAsOf: number | null
}

const noReports: RunReports = { listed: null, detailed: null, archived: null }
const unknownRun: ExistingReports = { reports: noReports, deleted: "no", archivedAsOf: null, deletedAsOf: null }

/** The reports of one run before and after a page. */
export interface ReportChange {
  readonly id: number
  readonly before: RunReports
  readonly after: RunReports
  readonly wasDeleted: boolean
}

type OfRun = Exclude<Report, { readonly _tag: "Shoes" | "Recorded" }>

const withReport = (reports: RunReports, report: OfRun): RunReports => {
  switch (report._tag) {
    case "Listed":
      return { ...reports, listed: report.run }
    case "Detailed":
      return { ...reports, listed: report.run, detailed: report.detail }
    case "Archived":
      return { ...reports, archived: { run: report.run, detail: report.detail } }
  }
}

/**
 * Whether a report may change a run. Nothing restores a run deleted by hand. An archive may predate the provider's
 * deletion, so it restores only runs that an older archive lacked. An older archive does not override a newer one.
 */
const isApplicable = (report: OfRun, { archivedAsOf, deleted, deletedAsOf }: ExistingReports, asOf: number | null) => {
  if (deleted === "by hand") return false
  if (report._tag !== "Archived") return true
  return deleted === "no"
    ? !isOutdated(asOf, archivedAsOf)
    : asOf !== null && deletedAsOf !== null && asOf > deletedAsOf
}

/**
 * Applies a page's reports, run by run, in their order. Runs without an applicable report are absent; a report may
 * repeat what is stored. `asOf` is the time of the archive that the page comes from.
 */
export const applyToReports = (
  page: ReadonlyArray<Report>,
  existing: ReadonlyMap<number, ExistingReports>,
  asOf: number | null
): ReadonlyArray<ReportChange> => {
  const changes = new Map<number, ReportChange>()
  for (const report of page) {
    if (report._tag === "Shoes" || report._tag === "Recorded") continue
    const { id } = report.run
    const current = existing.get(id) ?? unknownRun
    if (!isApplicable(report, current, asOf)) continue
    const before = current.deleted === "no" ? current.reports : noReports
    changes.set(id, {
      id,
      before,
      after: withReport(changes.get(id)?.after ?? before, report),
      wasDeleted: current.deleted !== "no"
    })
  }
  return [...changes.values()]
}

/** Seconds between the starts of a recording and a run that still count as the same run. */
export const sameRunSeconds = 60

/** A report of an archive. */
export type Archived = Extract<Report, { readonly _tag: "Archived" }>

/** A recording from a watch: the report of a run without a provider's id. */
export const isRecording = (report: Report): report is Archived => report._tag === "Archived" && report.run.id < 0

type Start = Pick<Run, "id" | "startedAt">

/** The run of a recording: the one that starts nearest, of equally near ones the one with the lowest id. */
export const nearestRun = <R extends Start>(startedAt: number, runs: ReadonlyArray<R>): R | undefined => {
  const distanceOf = (run: R) => Math.abs(run.startedAt - startedAt)
  return runs.reduce<R | undefined>((best, run) => {
    if (distanceOf(run) > sameRunSeconds * 1000) return best
    const lead = best === undefined ? 1 : distanceOf(best) - distanceOf(run)
    return best === undefined || lead > 0 || (lead === 0 && run.id < best.id) ? run : best
  }, undefined)
}

/**
 * Reports in which each recording belongs to the provider's run of its time, if there is one. Recordings of runs that
 * have an archive's report already are left out.
 */
export const assignRecordings = (
  reports: ReadonlyArray<Report>,
  runs: ReadonlyArray<Start & { readonly archived: boolean }>
): ReadonlyArray<Report> =>
  reports.flatMap((report): ReadonlyArray<Report> => {
    if (!isRecording(report)) return [report]
    const run = nearestRun(report.run.startedAt, runs)
    if (run === undefined) return [report]
    return run.archived ? [] : [{ ...report, run: { ...report.run, id: run.id } }]
  })

/** A stored recording, and what its archive reported. */
export interface StoredRecording extends Start {
  readonly reported: { readonly run: Run; readonly detail: Detail }
}

/** The stored recordings that belong to one of the provider's runs, and their reports as reports of that run. */
export const absorbRecordings = <R extends StoredRecording>(
  recordings: ReadonlyArray<R>,
  runs: ReadonlyArray<Start>
): ReadonlyArray<{ readonly recording: R; readonly report: Archived }> =>
  recordings.flatMap((recording) => {
    const run = nearestRun(recording.startedAt, runs)
    const { reported } = recording
    return run === undefined
      ? []
      : [{ recording, report: { _tag: "Archived", detail: reported.detail, run: { ...reported.run, id: run.id } } }]
  })

/** Shoes as they are stored. */
export interface StoredShoe extends Omit<Shoe, "name" | "retired"> {
  /** Null if only runs mention them. */
  readonly name: string | null
  readonly retired: boolean
  /** When the newest archive was made that reported them, epoch milliseconds; null without one. */
  readonly asOf: number | null
}

/**
 * Shoes after a report. Values that the provider omits stay. An archive from `asOf` replaces brand and model even if it
 * lacks them, unless a newer archive was imported.
 */
export const mergeShoe = (before: StoredShoe | undefined, reported: Shoe, asOf: number | null): StoredShoe => {
  if (before === undefined) return { ...reported, retired: reported.retired ?? false, asOf }
  if (isOutdated(asOf, before.asOf)) return before
  const { brand, model } = asOf === null ? before : { brand: null, model: null }
  return {
    id: reported.id,
    name: reported.name,
    brand: reported.brand ?? brand,
    model: reported.model ?? model,
    distance: reported.distance ?? before.distance,
    retired: reported.retired ?? before.retired,
    asOf: asOf ?? before.asOf
  }
}

const visible = ["name", "brand", "model", "distance", "retired"] as const

/** Whether a report changes what answers show of shoes. */
export const isSameShoe = (before: StoredShoe | undefined, after: StoredShoe): boolean =>
  before !== undefined && visible.every((name) => before[name] === after[name])
