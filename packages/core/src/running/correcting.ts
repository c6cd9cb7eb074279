import { Context, Effect } from "effect"
import {
  type CorrectionRules,
  type NewCorrection,
  type RecordKey,
  type RecordCorrections,
  correctableRecords,
  fieldValue
} from "../corrections/index.js"
import { refOf } from "../workouts/index.js"
import type { RunReports } from "./merge.js"
import { type GearRef, workoutTypes } from "./model.js"
import type { RunCorrection } from "./runCorrection.js"
import { decisionsOnRuns } from "./sameRuns.js"
import type { CorrectedRuns } from "./store.js"
import { publishCorrectedRuns } from "./writer.js"

/**
 * What the owner may correct in running. A run is named by any of its reports, as `source:key` with the provider's id:
 * `strava:9182734`. It stays the same after a wipe and a full sync.
 */
export const runningRules: CorrectionRules = {
  domain: "running",
  normalize: (value) => value,
  credited: ({ subject }) => subject,
  types: {
    activity: {
      key: ["report"],
      providerIds: [],
      kinds: {
        same: { object: "activity" },
        different: { object: "activity" },
        credit: { object: "gear", asReported: true },
        set: { fields: { title: "text", workout_type: workoutTypes } },
        hide: "nothing"
      }
    },
    gear: { key: ["gear"], providerIds: ["gear_id"], kinds: {} }
  }
}

type Rule = Pick<NewCorrection, "kind" | "object" | "subject" | "value">

const nameStart = "name:"

/** The shoes that a correction names. Their id decides alone. A name means the shoes with an id and that name, too. */
const gearNamed = ({ gear = "", gear_id: id = `${nameStart}${gear}` }: RecordKey): GearRef =>
  id.startsWith(nameStart) ? { name: id.slice(nameStart.length) } : { id }

/** The names of the reports of a run. A recording of a watch also has the name that it had before it had a run. */
export const reportNamesOf = (
  source: string,
  { archived, listed, recorded = [] }: RunReports
): ReadonlyArray<string> => {
  const own = listed ?? archived?.run
  return [
    ...(own === undefined ? [] : [refOf(source, String(own.id))]),
    ...(archived === null ? [] : [refOf(source, String(-Math.floor(archived.run.startedAt / 1000)))]),
    ...recorded.map(({ key, source }) => refOf(source, key))
  ]
}

/** The corrections that decide what the run of some reports is. */
export const correctionsOnRun = <R extends NewCorrection>(
  corrections: ReadonlyArray<R>,
  reports: ReadonlyArray<string>
): ReadonlyArray<R> => {
  const connected = decisionsOnRuns(corrections).namesWith(reports)
  return corrections.filter(({ kind, object, subject }) =>
    (kind === "same" ? connected : reports).some((name) => name === subject["report"] || name === object?.["report"])
  )
}

/** The corrections of which the subject is one of some reports. */
const correctionsNaming = <R extends Rule>(
  corrections: ReadonlyArray<R>,
  reports: ReadonlyArray<string>
): ReadonlyArray<R> => corrections.filter(({ subject }) => reports.includes(subject["report"] ?? ""))

/**
 * What corrections say of the run of some reports. Where they name it by two of its reports, the one whose report comes
 * first in alphabetical order counts. So their order does not matter.
 */
export const correctionOfRun = (corrections: ReadonlyArray<Rule>, reports: ReadonlyArray<string>): RunCorrection => {
  const own = correctionsNaming(corrections, reports).toSorted((one, other) =>
    one.subject["report"]! < other.subject["report"]! ? -1 : 1
  )
  const valueOf = (field: string) =>
    own
      .filter(({ kind }) => kind === "set")
      .map(({ value }) => fieldValue(value ?? ""))
      .find((one) => one.field === field)?.value ?? null
  const type = valueOf("workout_type")
  return {
    title: valueOf("title"),
    workoutType: workoutTypes.find((one) => one === type) ?? null,
    gear:
      own.flatMap(({ kind, object }) => (kind === "credit" && object !== null ? [gearNamed(object)] : []))[0] ?? null,
    hidden: own.some(({ kind }) => kind === "hide")
  }
}

/** Applies corrections to runs. */
export class RunningCorrections extends Context.Tag("@daybook/core/RunningCorrections")<
  RunningCorrections,
  RecordCorrections<CorrectedRuns>
>() {}

/** Running as a domain whose records the owner may correct. */
export const correctableRunning = Effect.flatMap(RunningCorrections, (store) =>
  correctableRecords(runningRules, store, publishCorrectedRuns)
)
