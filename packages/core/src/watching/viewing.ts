import type { RuleId } from "../explain/rules.js"
import type { RowOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { noonOf, type opinion } from "./model.js"
import type { StoredReport } from "./sameViewing.js"

/** A report that was merged into another one, and why. */
export interface MergedReport {
  readonly id: number
  readonly reason: string
}

/** The same, with the rule. */
export interface RuledReport extends MergedReport {
  readonly rule: RuleId
}

/** One viewing, merged from all its reports. `id` is that of its main report. */
export interface Viewing extends RowOf<typeof opinion> {
  readonly id: number
  readonly merged: ReadonlyArray<RuledReport>
  readonly source: string
  readonly at: number
  readonly date: LocalDate
  readonly dated: boolean
  /** Whether a correction gives its day. */
  readonly isGivenDay: boolean
  /** The days on which it would be without that correction; none if no report has one. */
  readonly reportedDates: ReadonlyArray<LocalDate>
  /** False if its reports may be of the day of bulk logging: diary entries without a review, and bulk marks. */
  readonly reliable: boolean
  /** The viewing's key in the feed: `letterboxd:movie:7:2026-01-11`. */
  readonly sourceId: string
}

/** More than the rank of any source. */
const afterAll = 1_000_000

/** Bulk marks come after everything else, unless the owner said their day. */
const rankOf = ({ dated, givenDate = null, marked = false, reporter }: StoredReport): number =>
  (marked ? (reporter.rankOfMarks ?? reporter.rank) : reporter.rank) +
  (marked && dated && givenDate === null ? afterAll : 0)

/** A report of a viewing. */
export interface Member extends RuledReport {
  readonly report: StoredReport
  /** The day of its viewing by reports alone. Absent while reports are merged, or if no report has a day. */
  readonly reportedDate?: LocalDate
}
export type Group = Array<Member>

export const byTime = (a: Pick<StoredReport, "at" | "id">, b: Pick<StoredReport, "at" | "id">) =>
  a.at - b.at || a.id - b.id
export const byRank = (a: Member, b: Member) =>
  rankOf(a.report) - rankOf(b.report) ||
  (a.report.source === b.report.source ? Number(a.report.dated) - Number(b.report.dated) : 0) ||
  byTime(a.report, b.report)

/** When a viewing was: on the day that a correction gives, else when its main report says. Expects a group by rank. */
export const timeOf = (group: ReadonlyArray<Member>): Pick<Viewing, "id" | "at" | "date" | "dated" | "isGivenDay"> => {
  const { at, date, dated, id } = group[0]!.report
  const [given] = group.flatMap(({ report }) => report.givenDate ?? []).sort()
  return given === undefined
    ? { id, at, date, dated, isGivenDay: false }
    : { id, at: noonOf(given), date: given, dated: true, isGivenDay: true }
}

/**
 * The main report provides source and, without a correction, time; the diary provides rating and review, unless they
 * were edited by hand. Expects a group ordered by rank.
 */
export const viewing = (group: ReadonlyArray<Member>, again: boolean, sourceId: string): Viewing => {
  const first = group[0]!.report
  const byAuthority = (first.edited ? group : [...group].reverse()).map(({ report }) => report)
  const reviewed =
    byAuthority.find(({ reviewEdited }) => reviewEdited) ?? byAuthority.find(({ review }) => review !== null)
  const time = timeOf(group)
  return {
    ...time,
    merged: group.slice(1).map(({ id, reason, rule }) => ({ id, reason, rule })),
    source: first.source,
    reportedDates: [...new Set(group.flatMap(({ reportedDate }) => reportedDate ?? []))].sort(),
    rating: byAuthority.find(({ rating }) => rating !== null)?.rating ?? null,
    rewatch: byAuthority.find(({ rewatch }) => rewatch !== null)?.rewatch ?? again,
    review: reviewed?.review ?? null,
    reviewUrl: reviewed?.reviewUrl ?? null,
    reliable:
      time.isGivenDay ||
      group.some(
        ({ report }) =>
          (!report.reporter.isDiary || report.review !== null) && !(report.marked === true && report.dated)
      ),
    sourceId
  }
}
