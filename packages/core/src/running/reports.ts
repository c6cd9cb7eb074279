import { isOutdated } from "../sync/Source.js"
import type { RunReports } from "./merge.js"
import type { Report } from "./model.js"

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

type OfRun = Exclude<Report, { readonly _tag: "Shoes" }>

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
    if (report._tag === "Shoes") continue
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
