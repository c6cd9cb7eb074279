import { type Fact, gearIdOf, measured, type MergedReports, mergeReports, type RunReports } from "@daybook/core/running"
import { type Calendar, type DaySpan, type LocalDate, addDays } from "@daybook/core/shared"
import { type Context, Struct } from "effect"
import type { Step } from "./histories.js"

/** The reports of each run and the deleted runs: the complete state in the simplest form. */
export interface Model {
  readonly reports: ReadonlyMap<number, RunReports>
  readonly deleted: ReadonlyMap<number, "by hand" | "by the provider">
}

export const empty: Model = { reports: new Map(), deleted: new Map() }

/** The model after a step. */
export const after = (model: Model, step: Step): Model => {
  const reports = new Map(model.reports)
  const deleted = new Map(model.deleted)
  const drop = (id: number, how: "by hand" | "by the provider") => {
    if (reports.delete(id)) deleted.set(id, how)
  }
  if (step._tag === "Remove") for (const id of step.ids) drop(id, "by the provider")
  if (step._tag === "Discard") drop(step.id, "by hand")
  if (step._tag === "Put") {
    // A page checks once which runs are deleted.
    const before = new Map(deleted)
    for (const report of step.reports) {
      if (report._tag === "Shoes") continue
      const { id } = report.run
      const how = before.get(id)
      if (how === "by hand" || (how === "by the provider" && report._tag === "Archived")) continue
      deleted.delete(id)
      const previous = reports.get(id) ?? { listed: null, detailed: null, archived: null }
      reports.set(
        id,
        report._tag === "Listed"
          ? { ...previous, listed: report.run }
          : report._tag === "Detailed"
            ? { ...previous, listed: report.run, detailed: report.detail }
            : { ...previous, archived: { run: report.run, detail: report.detail } }
      )
    }
  }
  return { reports, deleted }
}

/** The expected answer for a run. */
export type Expected = MergedReports & { readonly localStart: number; readonly date: LocalDate }

const seattle = { city: "Seattle", state: "WA", country: "United States" }
const berlin = { city: "Berlin", state: "State of Berlin", country: "Germany" }

/** The city at the start of a run whose provider names none. */
const placeOf = ({ city, polyline, start }: MergedReports) =>
  city !== null ? {} : start !== undefined ? seattle : polyline !== null ? berlin : {}

export const runsOf = ({ reports }: Model, calendar: Context.Tag.Service<Calendar>): ReadonlyArray<Expected> =>
  [...reports.values()]
    .map((one) => {
      const run = mergeReports(one)!
      const localStart = run.localStart ?? run.startedAt + calendar.offsetAt(run.startedAt)
      return {
        ...run,
        ...placeOf(run),
        workoutType: run.workoutType ?? "default",
        localStart,
        date: new Date(localStart).toISOString().slice(0, 10)
      }
    })
    .sort((a, b) => b.startedAt - a.startedAt || b.id - a.id)

const measuresOf = (run: Expected) =>
  Struct.pick(run, ...(Object.keys(measured) as ReadonlyArray<keyof typeof measured>))

export const factOf = (run: Expected): Fact.RunFact => ({
  id: run.id,
  name: run.name,
  startedAt: run.startedAt,
  localStart: run.localStart,
  distance: run.distance,
  movingTime: run.movingTime,
  elevation: run.elevation,
  ...measuresOf(run),
  polyline: run.polyline,
  splitCount: run.splits?.length ?? 0,
  workoutType: run.workoutType ?? "default"
})

/** Sums to a tenth of a millimetre: the store adds exactly, this does not. */
const near = (value: number) => Math.round(value * 1e4) / 1e4
const sum = (runs: ReadonlyArray<Expected>, of: (run: Expected) => number) =>
  near(runs.reduce((total, run) => total + of(run), 0))
const isPaced = ({ distance, movingTime }: Expected) => distance > 0 && movingTime > 0

export const totalsOf = (runs: ReadonlyArray<Expected>): Fact.Totals => ({
  runs: runs.length,
  distance: sum(runs, ({ distance }) => distance),
  movingTime: sum(runs, ({ movingTime }) => movingTime),
  elevation: sum(runs, ({ elevation }) => elevation),
  pacedDistance: sum(runs.filter(isPaced), ({ distance }) => distance),
  pacedTime: sum(runs.filter(isPaced), ({ movingTime }) => movingTime),
  longest: Math.max(0, ...runs.map(({ distance }) => distance)),
  races: runs.filter(({ workoutType }) => workoutType === "race").length
})

export const groups = <K>(runs: ReadonlyArray<Expected>, key: (run: Expected) => K) => {
  const result = new Map<K, Array<Expected>>()
  for (const run of runs) result.set(key(run), [...(result.get(key(run)) ?? []), run])
  return result
}

export const daysOf = (runs: ReadonlyArray<Expected>): ReadonlyArray<Fact.DayTotals> =>
  Array.from(
    groups(runs, ({ date }) => date),
    ([date, of]) => ({ date, runs: of.length, distance: sum(of, ({ distance }) => distance) })
  ).sort((a, b) => (a.date < b.date ? -1 : 1))

export const daySpans = (runs: ReadonlyArray<Expected>) =>
  daysOf(runs).reduce<Array<DaySpan>>((result, { date }) => {
    const last = result.at(-1)
    return last !== undefined && addDays(last.end, 1) === date
      ? [...result.slice(0, -1), { start: last.start, end: date }]
      : [...result, { start: date, end: date }]
  }, [])

export const gearOf = (runs: ReadonlyArray<Expected>) =>
  groups(
    runs.filter(({ gear }) => gear !== null),
    ({ gear }) => gearIdOf(gear!)
  )
