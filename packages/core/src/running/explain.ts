import {
  type ExplainedDecision,
  type Explanation,
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
import { type Correction, sentenceOf } from "../corrections/index.js"
import { correctionOfRun, reportNamesOf } from "./correcting.js"
import { applyCorrection } from "./runCorrection.js"
import type { MergedRun, RunReports } from "./merge.js"
import { type RefPair, matchOf } from "../workouts/index.js"
import { decisionsOnRuns } from "./sameRuns.js"
import { type RunSighting, anchorOf, sightingOf } from "./sightings.js"
import { runView } from "./views/run.js"

/** A run with all its reports and the decisions about them. */
export interface ExplainedRun {
  readonly id: number
  /** The source that reported it first. */
  readonly source: string
  readonly reports: RunReports
  /** When the export files of its reports were made, by source and key; epoch milliseconds. */
  readonly madeAt: ReadonlyMap<string, number>
  /** The corrections that apply to it, see `correctionsOnRun`. */
  readonly corrections: ReadonlyArray<Correction>
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

/** The surest rule that connects a report with another one of the run, after what the owner said. */
const ruleOf = (one: RunSighting, all: ReadonlyArray<RunSighting>, joined: ReadonlyArray<RefPair>): RuleId => {
  if (joined.some((pair) => pair.includes(one.ref))) return "running.merge.by-hand"
  const hows = all.flatMap((other) => (other.ref === one.ref ? [] : (matchOf(other, one)?.how ?? [])))
  return certainty.find(([how]) => hows.includes(how))?.[1] ?? "running.merge.start"
}

/** What takes a report out of the run again. */
const undoOf = ({ id, names }: RunSighting, corrections: ReadonlyArray<Correction>): string => {
  const isNamed = (key: Correction["object"]) => names.includes(key?.["report"] ?? "")
  const same = corrections.find(({ kind, object, subject }) => kind === "same" && (isNamed(subject) || isNamed(object)))
  return same === undefined ? `DELETE /v1/admin/running/merges/${id}` : `DELETE /v1/admin/corrections/${same.id}`
}

/** The reports that the owner separated from those of a run. */
const separationsOf = (corrections: ReadonlyArray<Correction>, names: ReadonlyArray<string>) =>
  corrections
    .filter(({ kind }) => kind === "different")
    .map(({ createdAt, object, subject }): ExplainedDecision => {
      const [one = "", other = ""] = [subject["report"], object?.["report"]]
      return { at: createdAt, by: person, what: `is not ${names.includes(one) ? other : one}` }
    })

/** What a correction gives, as a value that the owner said. */
const personOf = (before: Voice["values"], after: Voice["values"]): ReadonlyArray<Voice> => {
  const values = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]))
  return Object.keys(values).length === 0 ? [] : [{ source: person, values }]
}

/**
 * Why a run is as it is. `merge` makes runs of reports, as the store does, but without corrections. Null without any
 * report.
 */
export const explainRun = (
  { corrections, id, madeAt, reports, source }: ExplainedRun,
  merge: (reports: RunReports) => MergedRun | null
): Explanation | null => {
  const { recorded = [], ...own } = reports
  const merged = merge(reports)
  if (merged === null) return null
  const leading = merge(own)
  const none = { listed: null, detailed: null, archived: null }
  const alone = recorded.map((report) => ({ report, run: merge({ ...none, recorded: [report] }) }))
  const anchors = leading === null ? [] : [anchorOf(source, reportNamesOf(source, own), leading)]
  const sightings = [...anchors, ...recorded.map(sightingOf)]
  const [, ...others] = sightings
  const joined = decisionsOnRuns(corrections).joined(sightings)
  const names = reportNamesOf(source, reports)
  const corrected = valuesOf(applyCorrection(merged, correctionOfRun(corrections, names)))
  const owner = personOf(valuesOf(merged), corrected)
  const voices = [
    ...owner,
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
    fields: explainFields(corrected, voices, (_, place) =>
      place < owner.length
        ? "running.field.by-hand"
        : place === owner.length
          ? "running.field.leading-source"
          : "running.field.fills-gap"
    ),
    merges: others.map((one) => ({
      with: reportName(one.source, one.ref.slice(one.source.length + 1)),
      rule: ruleOf(one, sightings, joined),
      undo: undoOf(one, corrections)
    })),
    decisions: separationsOf(corrections, names),
    corrections: corrections.map((one) => ({ id: one.id, says: sentenceOf(one) }))
  }
}

/** What became of the reports of a day's runs. `hiding` hide runs; the owner deleted the recordings in `discarded`. */
export const explainRunDay = (
  counts: ReadonlyArray<SourceCounts>,
  hiding: ReadonlyArray<Correction>,
  discarded: ReadonlyArray<{ readonly source: string; readonly key: string }>
): Explanation | null => {
  const corrections = hiding.map((one) => ({ id: one.id, says: sentenceOf(one) }))
  return explainDay(
    counts,
    [
      ...hiddenByCorrections("running.hidden.correction", corrections),
      ...discarded.map(({ key, source }): HiddenBy => ({
        rule: "running.hidden.discarded",
        what: reportName(source, key)
      }))
    ],
    corrections
  )
}
