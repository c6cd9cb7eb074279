import type { LocalDate } from "@daybook/core/shared"
import { type EpisodePlace, type StoredReport, type SubjectId, onDay } from "@daybook/core/watching"
import { Effect } from "effect"
import { type RowOf, date, nullable, number } from "../kit/columns.js"
import { table } from "../kit/table.js"
import type { Hiding } from "./hiding.js"

/** What corrections make of reports of an unknown time. */
const undatedColumns = { id: number, givenDate: nullable(date), shownEpisodeId: nullable(number) }
export const undatedReports = table("watching_reports", undatedColumns)

/** A stored report; without a time it has neither `at` nor `date`. */
export type ReportRow = Omit<StoredReport, "at" | "date" | "givenDate"> &
  SubjectId &
  RowOf<typeof undatedColumns> & {
    readonly key: string
    readonly at: number | null
    readonly date: LocalDate | null
    /** Whether a correction says that its name is nothing that counts. */
    readonly isLeftOut: boolean
  }

/** A report with a day, as one of the film or episode that shows it. */
export type AttributedReport<R> = Omit<R, "at" | "date" | "givenDate"> & StoredReport & SubjectId

const isOnePlace = (one: EpisodePlace | null, other: EpisodePlace | null) =>
  one?.season === other?.season && one?.number === other?.number

type Attribution = Pick<Hiding, "givenDayOf" | "placeOf" | "shownAs">

const attributeReport = <R extends ReportRow>(report: R, { givenDayOf, placeOf, shownAs }: Attribution) => {
  const { at, date, dismissed, givenDate, id, isLeftOut, shownEpisodeId } = report
  const subject = shownAs(report)
  const day = at !== null || dismissed ? null : givenDayOf(subject, [report])
  const attributed = (): ReadonlyArray<AttributedReport<R>> => {
    if (isLeftOut) return []
    if (at !== null && date !== null) return [{ ...report, ...subject, at, date, givenDate: null }]
    return day === null ? [] : [onDay({ ...report, ...subject }, day)]
  }
  const undated = (): ReadonlyArray<RowOf<typeof undatedColumns>> => {
    if (at !== null) return []
    // Queries compare episodes by their place: the same one of another name of the show is not stored.
    const next = isOnePlace(placeOf(subject), placeOf(report)) ? null : subject.episodeId
    return day === givenDate && next === shownEpisodeId ? [] : [{ id, givenDate: day, shownEpisodeId: next }]
  }
  return { attributed: attributed(), undated: undated() }
}

/**
 * Places reports as corrections say. Without a time, those with a given day are reports of that day. Other fibers run
 * between two reports.
 */
export const attribute = Effect.fnUntraced(function* <R extends ReportRow>(
  reports: ReadonlyArray<R>,
  corrected: Attribution
) {
  const rowById = new Map(reports.map((report) => [report.id, report]))
  const placed = yield* Effect.forEach(reports, (report) => Effect.sync(() => attributeReport(report, corrected)))
  return {
    rowsOf: (ids: ReadonlyArray<number>): ReadonlyArray<R> => ids.map((id) => rowById.get(id)!),
    attributed: placed.flatMap(({ attributed }) => attributed),
    /** What is stored of reports of an unknown time, where it changes. */
    undated: placed.flatMap(({ undated }) => undated)
  }
})
