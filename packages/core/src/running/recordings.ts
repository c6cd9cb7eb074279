import type { Detail, Report, Run } from "./model.js"

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
