import type { LocalDate } from "@daybook/core/shared"
import { type EpisodePlace, type StoredReport, type SubjectId, onDay } from "@daybook/core/watching"
import { type RowOf, date, nullable, number } from "../kit/columns.js"
import { table } from "../kit/table.js"
import type { Hiding } from "./hiding.js"

/** What corrections make of reports of an unknown time. */
const undatedColumns = { id: number, givenDate: nullable(date), shownEpisodeId: nullable(number) }
export const undatedReports = table("watching_reports", undatedColumns)

/** A stored report; without a time it has neither `at` nor `date`. */
export type ReportRow = Omit<StoredReport, "at" | "date" | "givenDate"> &
  SubjectId &
  RowOf<typeof undatedColumns> & { readonly key: string; readonly at: number | null; readonly date: LocalDate | null }

/** A report with a day, as one of the film or episode that shows it. */
export type AttributedReport<R> = Omit<R, "at" | "date" | "givenDate"> & StoredReport & SubjectId

const isOnePlace = (one: EpisodePlace | null, other: EpisodePlace | null) =>
  one?.season === other?.season && one?.number === other?.number

/** Places reports as corrections say. Without a time, those with a given day are reports of that day. */
export const attribute = <R extends ReportRow>(
  reports: ReadonlyArray<R>,
  { givenDayOf, placeOf, shownAs }: Pick<Hiding, "givenDayOf" | "placeOf" | "shownAs">
) => {
  const rowById = new Map(reports.map((report) => [report.id, report]))
  const placed = reports.map((report) => {
    const subject = shownAs(report)
    return { report, subject, day: report.at !== null || report.dismissed ? null : givenDayOf(subject, [report]) }
  })
  return {
    rowsOf: (ids: ReadonlyArray<number>): ReadonlyArray<R> => ids.map((id) => rowById.get(id)!),
    attributed: placed.flatMap(({ day, report, subject }): ReadonlyArray<AttributedReport<R>> => {
      const { at, date } = report
      if (at !== null && date !== null) return [{ ...report, ...subject, at, date, givenDate: null }]
      return day === null ? [] : [onDay({ ...report, ...subject }, day)]
    }),
    /** What is stored of reports of an unknown time, where it changes. */
    undated: placed.flatMap(({ day, report, subject }): ReadonlyArray<RowOf<typeof undatedColumns>> => {
      const { at, givenDate, id, shownEpisodeId } = report
      if (at !== null) return []
      // Queries compare episodes by their place: the same one of another name of the show is not stored.
      const next = isOnePlace(placeOf(subject), placeOf(report)) ? null : subject.episodeId
      return day === givenDate && next === shownEpisodeId ? [] : [{ id, givenDate: day, shownEpisodeId: next }]
    })
  }
}
