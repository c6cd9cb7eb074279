import type { Context } from "effect"
import { type RowOf, fillGaps, unknownOf } from "../kit/record.js"
import type { Calendar } from "../shared/Calendar.js"
import { type LocalDate, fromOrdinal } from "../shared/LocalDate.js"
import { possibleEfforts } from "./efforts.js"
import { type Detail, type RecordedReport, type Run, measured } from "./model.js"
import { type StartPoint, isOnEarth, pointsOf } from "./polyline.js"
import { type RunCorrection, applyCorrection, noCorrection } from "./runCorrection.js"
import type { PublishableRun } from "./store.js"

/** Where a run starts: as reported, else the first point of its course. Null if neither is a place on Earth. */
export const startPointOf = ({ polyline, start }: Pick<Run, "polyline" | "start">): StartPoint | null => {
  const point =
    start !== undefined
      ? { latitude: start[0], longitude: start[1] }
      : polyline === null
        ? null
        : (pointsOf(polyline, 1)?.[0] ?? null)
  return point !== null && isOnEarth(point) ? point : null
}

/**
 * The local start time. An origin that reports only the instant leaves it to the home time zone. A recording reports
 * the watch's offset at the end. If a DST change falls within the run, the home time zone's offset at the start
 * applies.
 */
export const localStartOf = (
  calendar: Context.Tag.Service<Calendar>,
  { elapsedTime, localStart, startedAt }: Pick<Run, "elapsedTime" | "localStart" | "startedAt">
): number => {
  const atHome = startedAt + calendar.offsetAt(startedAt)
  const byTheEnd = startedAt + calendar.offsetAt(startedAt + elapsedTime * 1000)
  return localStart === null || localStart === byTheEnd ? atHome : localStart
}

/** The latest report of one run from each origin. */
export interface RunReports {
  readonly listed: Run | null
  readonly detailed: Detail | null
  readonly archived: { readonly run: Run; readonly detail: Detail } | null
  /** What other sources report of it, the most reliable first. Absent means none. */
  readonly recorded?: ReadonlyArray<RecordedReport>
}

/** A run as its origins report it together. */
export type MergedReports = Run & RowOf<typeof measured> & Detail

const noDetail: Detail = { calories: null, description: null, splits: null, efforts: null }

/**
 * Merges the reports of one run, whatever the order in which they arrived. The provider's API takes precedence, its
 * export file fills the gaps, and then other sources do. Null without any report.
 */
export const mergeReports = (reports: RunReports): MergedReports | null => {
  const leading = mergeOrigins(reports)
  const { recorded = [] } = reports
  return recorded.length === 0 ? leading : fillFromRecorded(leading, recorded)
}

/** The name of a run that nobody named. */
export const unnamedRun = "Run"

type Gappy = {
  readonly [K in keyof MergedReports]: K extends "name" | "distance" | "elevation"
    ? MergedReports[K] | null
    : MergedReports[K]
}

/** A report with null for what it does not know. */
const withGaps = (run: MergedReports, isRecorded: boolean): Gappy => ({
  ...run,
  name: run.name === unnamedRun ? null : run.name,
  distance: run.distance > 0 ? run.distance : null,
  elevation: isRecorded && run.elevation === 0 ? null : run.elevation
})

/** Fills the gaps of a run from other sources. Without a leading run, the first of them leads. */
const fillFromRecorded = (
  leading: MergedReports | null,
  recorded: ReadonlyArray<RecordedReport>
): MergedReports | null => {
  const reported = recorded.map(({ detail, run }): Gappy =>
    withGaps({ ...unknownOf(measured), ...run, ...detail, calories: detail.calories }, true)
  )
  const [first, ...others] = leading === null ? reported : [withGaps(leading, false), ...reported]
  if (first === undefined) return null
  // Watches start some seconds apart, so the offset from UTC is what they agree on.
  const aligned = others.map((other) => ({
    ...other,
    localStart: other.localStart === null ? null : first.startedAt + other.localStart - other.startedAt
  }))
  const { distance, efforts, elevation, name, ...rest } = aligned.reduce<Gappy>(fillGaps, first)
  return {
    ...rest,
    name: name ?? unnamedRun,
    distance: distance ?? 0,
    elevation: elevation ?? 0,
    gear: first.gear,
    efforts: efforts === null ? null : possibleEfforts(efforts)
  }
}

/**
 * Merges what the origins of the leading source report. Shoes come only from the first origin, where null means none.
 */
const mergeOrigins = ({ archived, detailed, listed }: RunReports): MergedReports | null => {
  const first = listed ?? archived?.run
  if (first === undefined) return null
  const second = archived?.run ?? first
  const detail = detailed ?? noDetail
  const more = archived?.detail ?? noDetail
  const efforts = detail.efforts ?? more.efforts
  return {
    ...unknownOf(measured),
    ...fillGaps(first, second),
    gear: first.gear,
    ...fillGaps(detail, more),
    efforts: efforts === null ? null : possibleEfforts(efforts)
  }
}

/** The city at a point; null in the wilderness and at sea. */
export type PlaceAt = (point: StartPoint) => Pick<MergedReports, "city" | "state" | "country"> | null

/** Whether the city of a run has to be found by its position. */
export const lacksPlace = (reports: RunReports): boolean => {
  const run = mergeReports(reports)
  return run !== null && run.city === null && startPointOf(run) !== null
}

/** A run as the API returns it: merged, with its city and its local time. */
export type MergedRun = MergedReports & {
  readonly localStart: number
  readonly day: LocalDate
  /** Whether a correction hides it. */
  readonly hidden: boolean
}

const dayMs = 86_400_000

/** Merges the reports of a run, completes and corrects them. Null if no origin reports the run. */
export const mergeRun = (
  calendar: Context.Tag.Service<Calendar>,
  placeAt: PlaceAt,
  reports: RunReports,
  correction: RunCorrection = noCorrection
): MergedRun | null => {
  const run = mergeReports(reports)
  if (run === null) return null
  const point = run.city === null ? startPointOf(run) : null
  const localStart = reports.listed?.localStart ?? localStartOf(calendar, run)
  return {
    ...applyCorrection(run, correction),
    ...(point === null ? null : placeAt(point)),
    localStart,
    day: fromOrdinal(Math.floor(localStart / dayMs)),
    hidden: correction.hidden
  }
}

/** What the shared services publish of a run. */
export const publishableRun = ({
  city,
  day,
  description,
  distance,
  id,
  name,
  startedAt
}: MergedRun): PublishableRun => ({ id, name, description, city, startedAt, date: day, distance })

/** The values that yearly sums depend on: other changes leave the sums as they are. */
export const countedOf = ({
  city,
  country,
  day,
  distance,
  elevation,
  gear,
  hidden,
  localStart,
  movingTime,
  state,
  workoutType
}: MergedRun) => ({ city, country, day, distance, elevation, gear, hidden, localStart, movingTime, state, workoutType })
