import { Array } from "effect"
import {
  type ExplainedCorrection,
  type Explanation,
  type FieldReason,
  type HiddenBy,
  type RuleId,
  type SourceCounts,
  type Voice,
  explainDay,
  explainFields,
  hiddenByCorrections,
  noReasons,
  person,
  reportName
} from "../explain/index.js"
import { type GivenDay, viewingsOf } from "./merge.js"
import { type WatchSources, ratersOf } from "./sources.js"
import type { StoredReport } from "./sameViewing.js"
import { historyEntry } from "./views/movies.js"
import type { Viewing } from "./viewing.js"

/** A stored report, with its key at the source. */
export interface ExplainedReport extends StoredReport {
  readonly key: string
  /** When it was logged at the source, epoch milliseconds; null if unknown. */
  readonly loggedAt: number | null
}

const valuesOf = (viewing: Viewing): Voice["values"] => {
  const { id: _, percent_complete: _percent, ...values } = historyEntry({ ...viewing, watchedAt: viewing.at })
  return values
}

/** What a correction of the day says. */
const times = new Set(["watched_at"])
const opinions = new Set(["user_rating", "rewatch", "review", "review_url"])

/** Whether the owner entered or edited an opinion here. */
const isByHand = (field: string, { edited, reviewEdited, source }: StoredReport): boolean =>
  source === "manual" || edited || (reviewEdited && field.startsWith("review"))

const fieldRule = (field: string, reports: ReadonlyArray<StoredReport>, source: string): RuleId => {
  const own = reports.filter((report) => report.source === source)
  if (own.some((report) => isByHand(field, report))) return "watching.field.by-hand"
  if (!opinions.has(field)) return "watching.field.best-clock"
  return field === "rewatch" && reports.every(({ rewatch }) => rewatch === null)
    ? "watching.field.earlier-viewing"
    : "watching.field.diary-first"
}

/**
 * Why a viewing is as it is. `all` are the reports of its film or episode, the others as in `viewingsOf`. Null if there
 * is no such viewing.
 */
export const explainViewing = (
  id: number,
  all: ReadonlyArray<ExplainedReport>,
  separated: ReadonlySet<string>,
  subject: string,
  givenDay?: GivenDay
): Explanation | null => {
  const viewing = viewingsOf(all, separated, subject, givenDay).find((one) => one.id === id)
  if (viewing === undefined) return null
  const order = [id, ...viewing.merged.map((one) => one.id)]
  const byId = new Map(all.map((report) => [report.id, report]))
  const reports = order.map((one) => byId.get(one)!)
  /** What is left of the viewing if one source alone reported it. */
  const aloneIn = (source: string): ReadonlyArray<Voice> => {
    const rest = all.filter((report) => report.source === source || !order.includes(report.id))
    const remaining = viewingsOf(rest, separated, subject, givenDay).find((one) =>
      [one.id, ...one.merged.map((part) => part.id)].some((part) => order.includes(part))
    )
    return remaining === undefined ? [] : [{ source, values: valuesOf(remaining) }]
  }
  const voices = Array.dedupe(reports.map(({ source }) => source)).flatMap(aloneIn)
  const name = ({ key, source }: ExplainedReport) => reportName(source, key)
  return {
    ...noReasons,
    sources: reports.map(({ at, key, loggedAt, source }) => ({
      source,
      key,
      firstSeen: loggedAt,
      lastSeen: loggedAt,
      distance: Math.round(Math.abs(at - viewing.at) / 1_000)
    })),
    fields: explainFields(valuesOf(viewing), voices, (field, _, voice) =>
      viewing.isGivenDay && times.has(field) ? "watching.field.by-hand" : fieldRule(field, reports, voice.source)
    ),
    merges: viewing.merged.map((one) => ({
      with: name(byId.get(one.id)!),
      rule: one.rule,
      undo: `DELETE /v1/watching/admin/merges/${one.id}`
    })),
    decisions: reports.flatMap((report) =>
      report.edited || report.reviewEdited ? [{ at: null, by: person, what: `edited ${name(report)}` }] : []
    )
  }
}

/** The reports of a film or show by one source. Times are epoch milliseconds. */
export interface TitleReports {
  readonly source: string
  readonly reports: number
  readonly firstSeen: number | null
  readonly lastSeen: number | null
}

/** Why a film or show is as it is: who reported it, and whose rating of the title counts. */
export const explainTitle = (
  sources: WatchSources,
  reports: ReadonlyArray<TitleReports>,
  ratings: ReadonlyArray<{ readonly source: string; readonly rating: number }>
): Explanation => {
  const raters = ratersOf(sources)
  const ranked = raters.flatMap((rater) => ratings.filter(({ source }) => source === rater))
  const [first] = ranked
  const voices = ranked.map(({ rating, source }): Voice => ({ source, values: { user_rating: rating } }))
  const fields: Readonly<Record<string, FieldReason>> =
    first === undefined ? {} : explainFields({ user_rating: first.rating }, voices, () => "watching.title.rating")
  const others = ranked.filter(({ source }) => !reports.some((one) => one.source === source))
  return {
    ...noReasons,
    sources: [
      ...reports.map((one) => ({ ...one, key: null })),
      ...others.map(({ source }) => ({ source, key: null, firstSeen: null, lastSeen: null }))
    ],
    fields
  }
}

/** What became of the reports of a day. `hiding` hide titles or viewings; the owner removed those in `removed`. */
export const explainWatchedDay = (
  counts: ReadonlyArray<SourceCounts>,
  hiding: ReadonlyArray<ExplainedCorrection>,
  removed: ReadonlyArray<{ readonly source: string; readonly key: string }>
): Explanation | null =>
  explainDay(
    counts,
    [
      ...hiddenByCorrections("watching.hidden.correction", hiding),
      ...removed.map(({ key, source }): HiddenBy => ({
        rule: "watching.hidden.removed",
        what: reportName(source, key)
      }))
    ],
    hiding
  )
