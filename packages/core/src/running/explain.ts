import {
  type ExplainedDecision,
  type Explanation,
  type RuleId,
  type Voice,
  explainFields,
  noReasons,
  person,
  reportName
} from "../explain/index.js"
import type { MergedRun, RunReports } from "./merge.js"
import { type RunSighting, anchorOf, matchOf, sightingOf } from "./sameRuns.js"
import { runView } from "./views/run.js"

/** A run with all its reports and the decisions about them. */
export interface ExplainedRun {
  readonly id: number
  /** The source that reported it first. */
  readonly source: string
  readonly reports: RunReports
  /** When the export files of its reports were made, by source and key; epoch milliseconds. */
  readonly madeAt: ReadonlyMap<string, number>
  /** Reports that the owner separated from it, and when. */
  readonly apart: ReadonlyArray<{ readonly ref: string; readonly at: number }>
}

/** The answered fields that say something about the run. Its course is too long to be repeated for each source. */
const valuesOf = (run: MergedRun): Voice["values"] => {
  const {
    id: _,
    polyline: _polyline,
    strava_id: _stravaId,
    strava_url: _stravaUrl,
    ...values
  } = runView("imperial")({ ...run, splitCount: run.splits?.length ?? 0, workoutType: run.workoutType ?? "default" })
  return values
}

const certainty: ReadonlyArray<readonly [how: "identity" | "start" | "shifted", rule: RuleId]> = [
  ["identity", "running.merge.identity"],
  ["start", "running.merge.start"],
  ["shifted", "running.merge.shifted"]
]

/** The surest rule that connects a report with another one of the run. */
const ruleOf = (one: RunSighting, all: ReadonlyArray<RunSighting>): RuleId => {
  const hows = all.flatMap((other) => (other.ref === one.ref ? [] : (matchOf(other, one)?.how ?? [])))
  return certainty.find(([how]) => hows.includes(how))?.[1] ?? "running.merge.start"
}

/** Why a run is as it is. `merge` makes runs of reports, as the store does. Null without any report. */
export const explainRun = (
  { apart, id, madeAt, reports, source }: ExplainedRun,
  merge: (reports: RunReports) => MergedRun | null
): Explanation | null => {
  const { recorded = [], ...own } = reports
  const merged = merge(reports)
  if (merged === null) return null
  const leading = merge(own)
  const none = { listed: null, detailed: null, archived: null }
  const alone = recorded.map((report) => ({ report, run: merge({ ...none, recorded: [report] }) }))
  const anchors = leading === null ? [] : [anchorOf(source, leading)]
  const sightings = [...anchors, ...recorded.map(sightingOf)]
  const [, ...others] = sightings
  const voices = [
    ...(leading === null ? [] : [{ source, values: valuesOf(leading) }]),
    ...alone.flatMap(({ report, run }) => (run === null ? [] : [{ source: report.source, values: valuesOf(run) }]))
  ]
  const keys = [
    ...(leading === null ? [] : [{ source, key: String(id) }]),
    ...recorded.map(({ key, source }) => ({ key, source }))
  ]
  return {
    ...noReasons,
    sources: keys.map(({ key, source }) => {
      const at = madeAt.get(reportName(source, key)) ?? null
      return { source, key, firstSeen: at, lastSeen: at }
    }),
    fields: explainFields(valuesOf(merged), voices, (_, place) =>
      place === 0 ? "running.field.leading-source" : "running.field.fills-gap"
    ),
    merges: others.map((one) => ({
      with: reportName(one.source, one.ref.slice(one.source.length + 1)),
      rule: ruleOf(one, sightings),
      undo: `DELETE /v1/admin/running/merges/${one.id}`
    })),
    decisions: apart.map(({ at, ref }): ExplainedDecision => ({ at, by: person, what: `is not ${ref}` }))
  }
}
