import { fillGaps } from "../kit/record.js"
import {
  type RefPair,
  type WorkoutSighting,
  type WorkoutSources,
  byReliability,
  feet,
  groupWorkouts,
  miles,
  pairKey,
  refOf
} from "../workouts/index.js"
import type { Activity, ActivityReport } from "./domain.js"
import { kindTitle, kindsLike } from "./kinds.js"

/** The values that say how much a report knows. */
const gaugedFields = ["course", "heartrate_avg", "energy_kcal", "local_start"] as const

const richnessOf = (report: ActivityReport): number => gaugedFields.filter((name) => report[name] !== null).length

/** JSON with sorted members: reports are equal in whatever order their values are. */
const sortedJson = (report: ActivityReport): string =>
  JSON.stringify(Object.entries(report).sort(([one], [other]) => (one < other ? -1 : 1)))

/**
 * Which of two reports with one key counts: the one with more data, which half of an export may lack, else the newer
 * file's. Of equal ones the same in any order. What an API says now replaces what it said; a list lacks the energy and
 * the description that the activity alone has.
 */
export const newerActivityReport = (incoming: ActivityReport, existing: ActivityReport): ActivityReport => {
  if (incoming.origin === "api") {
    const { description, energy_kcal } = existing
    return {
      ...incoming,
      energy_kcal: incoming.energy_kcal ?? energy_kcal,
      description: incoming.description ?? description
    }
  }
  const richer = richnessOf(incoming) - richnessOf(existing)
  if (richer !== 0) return richer > 0 ? incoming : existing
  const [left, right] = [incoming.as_of ?? -Infinity, existing.as_of ?? -Infinity]
  if (left !== right) return left > right ? incoming : existing
  return sortedJson(incoming) >= sortedJson(existing) ? incoming : existing
}

export const activityRefOf = ({ report, service }: Pick<ActivityReport, "report" | "service">): string =>
  refOf(service, report)

/** What a source says of an activity by all its origins: its API takes precedence, its file fills the gaps. */
const reportsBySource = (reports: ReadonlyArray<ActivityReport>): ReadonlyMap<string, ActivityReport> => {
  const ordered = reports.toSorted((one, other) => (one.origin < other.origin ? -1 : 1))
  const bySource = new Map<string, ActivityReport>()
  for (const report of ordered) {
    const first = bySource.get(activityRefOf(report))
    bySource.set(
      activityRefOf(report),
      first === undefined
        ? report
        : { ...fillGaps(first, report), identities: [...new Set([...first.identities, ...report.identities])] }
    )
  }
  return bySource
}

/** Strava's own numbers. Single recordings that were given as Strava's have none. */
const isOwnOfStrava = ({ report, service }: ActivityReport): boolean => service === "strava" && /^\d+$/.test(report)

const sightingOf = (report: ActivityReport): WorkoutSighting => {
  const sports = kindsLike(report.kind)
  const time = report.duration_s ?? report.elapsed_s ?? 0
  return {
    ref: activityRefOf(report),
    source: report.service,
    isAnchor: isOwnOfStrava(report),
    startedAt: report.started_at,
    movingTime: time,
    elapsedTime: report.elapsed_s ?? time,
    distance: report.distance_m ?? 0,
    zoned: report.is_zoned,
    identities: report.identities,
    richness: richnessOf(report),
    ...(sports === undefined ? {} : { sports })
  }
}

/** An activity without its key and its day, and the sources that report it, sorted. */
export interface MergedActivity {
  readonly values: Omit<Activity, "activity" | "day">
  readonly services: ReadonlyArray<string>
}

/** The reports of one activity as one. Watches start some seconds apart: the offset from UTC is what they agree on. */
const fillFrom = (first: ActivityReport, other: ActivityReport): ActivityReport => ({
  ...fillGaps(first, {
    ...other,
    local_start: other.local_start === null ? null : first.started_at + other.local_start - other.started_at
  }),
  // The sport belongs to the kind.
  ...(first.kind === "other" && other.kind !== "other"
    ? { kind: other.kind, sport: other.sport }
    : { kind: first.kind, sport: first.sport })
})

const merged = (reports: readonly [ActivityReport, ...Array<ActivityReport>]): MergedActivity => {
  const [first, ...others] = reports
  const { city, country, course, description, distance_m, elevation_m, kind, local_start, name, sport, ...one } =
    others.reduce(fillFrom, first)
  return {
    values: {
      kind,
      sport,
      name: name ?? kindTitle[kind],
      started_at: one.started_at,
      local_start,
      distance_mi: distance_m === null ? null : miles(distance_m),
      duration_s: one.duration_s,
      elapsed_s: one.elapsed_s,
      energy_kcal: one.energy_kcal,
      heartrate_avg: one.heartrate_avg,
      heartrate_max: one.heartrate_max,
      description,
      elevation_ft: elevation_m === null ? null : feet(elevation_m),
      city,
      state: one.state,
      country,
      course,
      reports: reports.map(activityRefOf)
    },
    services: Array.from(new Set(reports.map(({ service }) => service))).sort()
  }
}

/**
 * The activities that reports make: reports of one activity by the rules of runs, each value from the most reliable
 * report that knows it. `reports` of an activity begins with the leading one. The order of the reports does not matter.
 * Pairs of `apart` are never of one activity.
 */
export const mergeActivities = (
  sources: WorkoutSources,
  reports: ReadonlyArray<ActivityReport>,
  apart: ReadonlyArray<RefPair> = []
): ReadonlyArray<MergedActivity> => {
  const bySource = reportsBySource(reports)
  const sightings = Array.from(bySource.values(), sightingOf)
  return groupWorkouts(sources, sightings, new Set(apart.map(([one, other]) => pairKey(one, other)))).map(
    ({ members }) => {
      const [leader, ...others] = [...members].sort(byReliability(sources)).map(({ ref }) => bySource.get(ref)!)
      return merged([leader!, ...others])
    }
  )
}
