import { type Detail, type DistanceKey, effortsOfSplits, type Run, type Shoe, type Split, type WorkoutType } from "@daybook/core/running"
import { Option, Schema } from "effect"
import { instantOf } from "../clocks/instantOf.js"
import { whole } from "../scrobbles/index.js"
import { cleanText } from "./cleanText.js"
import { type DetailedActivity, Effort as EffortPart, Gear, Split as SplitPart, type SummaryActivity } from "./wire.js"

const sports = new Set(["Run", "TrailRun", "VirtualRun"])

/** What Strava calls the sport: its newer word where there is one, for the older says Run of every kind of run. */
const sportOf = ({ sport_type, type }: SummaryActivity): string => sport_type ?? type ?? ""

const isRun = (activity: SummaryActivity): boolean => sports.has(sportOf(activity))

const longestDescription = 20_000

/** Such as `g695626`. */
const gearId = /^[\w-]{1,100}$/

/** Half a course is none. */
const longestCourse = 500_000

const polylineOf = (given: string | null | undefined): string | null =>
  given == null || given.length > longestCourse ? null : cleanText(given, longestCourse)

const workoutTypes: Readonly<Record<number, WorkoutType>> = { 0: "default", 1: "race", 2: "long_run", 3: "workout" }

/** The start in epoch milliseconds; null for an activity without one. */
export const startOf = ({ start_date }: SummaryActivity): number | null => instantOf(start_date)

/** Null for what is no run, or has no start. */
export const toRun = (activity: SummaryActivity): Run | null => {
  const startedAt = startOf(activity)
  if (startedAt === null || !isRun(activity)) return null
  return {
    id: activity.id,
    name: cleanText(activity.name) ?? "Run",
    sport: sportOf(activity),
    startedAt,
    localStart: localStartOf(activity, startedAt),
    distance: Math.max(0, activity.distance ?? 0),
    movingTime: seconds(activity.moving_time),
    elapsedTime: seconds(activity.elapsed_time),
    elevation: activity.total_elevation_gain ?? 0,
    heartrateAvg: activity.average_heartrate ?? null,
    heartrateMax: activity.max_heartrate ?? null,
    cadence: bothFeet(activity.average_cadence),
    sufferScore: activity.suffer_score ?? null,
    workoutType: workoutTypes[activity.workout_type ?? 0] ?? "default",
    city: cleanText(activity.location_city),
    state: cleanText(activity.location_state),
    country: cleanText(activity.location_country),
    ...startOfCourse(activity.start_latlng),
    polyline: polylineOf(activity.map?.summary_polyline),
    gear: gearId.test(activity.gear_id ?? "") ? { id: activity.gear_id! } : null
  }
}

/** Absent, not null, where it is unknown: what was stored before it was read stays the same. */
const startOfCourse = (given: ReadonlyArray<number> | null | undefined): Pick<Run, "start"> => {
  const [latitude, longitude] = given ?? []
  return latitude === undefined || longitude === undefined ? {} : { start: [latitude, longitude] }
}

const seconds = (given: number | null | undefined) => Math.max(0, whole(given) ?? 0)

/** Steps of both feet, of one foot's; to a tenth. */
export const bothFeet = (oneFoot: number | null | undefined): number | null =>
  oneFoot === null || oneFoot === undefined || oneFoot <= 0 ? null : Math.round(oneFoot * 20) / 10

/** No clock is farther from UTC, seconds. */
const farthestOffset = 86_400

/** Wall-clock time: the Z at its end is false. */
const localStartOf = ({ start_date_local, utc_offset }: SummaryActivity, startedAt: number): number | null => {
  const wall = instantOf(`${(start_date_local ?? "").replace(/(Z|[+-]\d{2}:?\d{2})$/i, "")}Z`)
  if (wall !== null) return wall
  return utc_offset === null || utc_offset === undefined || Math.abs(utc_offset) > farthestOffset ? null : startedAt + utc_offset * 1000
}

export const toDetail = (activity: DetailedActivity): Detail => {
  const splits = (activity.splits_standard ?? []).flatMap((part) => splitOf(part) ?? []).filter(({ number }) => whole(number) === number)
  return {
    calories: activity.calories ?? null,
    description: cleanText(activity.description, longestDescription),
    splits: splits.length === 0 ? null : splits,
    efforts: effortsOf(activity)
  }
}

const decodeSplit = Schema.decodeUnknownOption(SplitPart)
const decodeEffort = Schema.decodeUnknownOption(EffortPart)

/** Where one of its times is missing, the other stands for it; null for a part without any. */
const splitOf = (part: unknown): Split | null => {
  const split = Option.getOrNull(decodeSplit(part))
  const [elapsed, moving] = [split?.elapsed_time ?? split?.moving_time, split?.moving_time ?? split?.elapsed_time]
  return split === null || elapsed == null ? null : {
    number: split.split,
    distance: split.distance,
    movingTime: seconds(moving),
    elapsedTime: seconds(elapsed),
    elevation: split.elevation_difference ?? 0,
    heartrate: split.average_heartrate ?? null
  }
}

const distanceOf: Readonly<Record<string, DistanceKey>> = {
  "400m": "400m",
  "1/2mile": "1/2 mile",
  "1k": "1k",
  "1mile": "mile",
  "2mile": "2 mile",
  "5k": "5k",
  "10k": "10k",
  "15k": "15k",
  "10mile": "10 mile",
  "20k": "20k",
  "halfmarathon": "half_marathon",
  "marathon": "marathon",
  "50k": "50k"
}

/** The best efforts by name, or as far as the splits tell them where Strava names none. */
const effortsOf = ({ best_efforts, splits_metric, splits_standard }: DetailedActivity): Detail["efforts"] => {
  const named = (best_efforts ?? []).flatMap((part) => Option.toArray(decodeEffort(part))).flatMap(({ elapsed_time, name }) => {
    const distance = distanceOf[name.toLowerCase().replace(/[\s_-]/g, "")]
    return distance === undefined || elapsed_time <= 0 ? [] : [{ distance, elapsedTime: seconds(elapsed_time) }]
  })
  if (named.length > 0) return named
  const told = effortsOfSplits({ mile: legs(splits_standard), km: legs(splits_metric) })
  return told.length > 0 ? told : null
}

/** What cannot be read keeps its place: the splits around it do not follow one another. */
const legs = (parts: DetailedActivity["splits_metric"]): ReadonlyArray<Pick<Split, "distance" | "elapsedTime">> =>
  (parts ?? []).map((part) => splitOf(part) ?? { distance: 0, elapsedTime: 0 })

/** The shoes that stand beside a run; null where they have no name there. */
export const shoeBeside = ({ gear }: DetailedActivity): Shoe | null => {
  const known = Option.getOrNull(decodeGear(gear))
  return known === null || !gearId.test(known.id) || cleanText(known.name) === null ? null : toShoe(known)
}

const decodeGear = Schema.decodeUnknownOption(Gear)

export const toShoe = (gear: Gear): Shoe => ({
  id: gear.id,
  name: cleanText(gear.name) ?? cleanText(gear.nickname) ?? gear.id,
  brand: cleanText(gear.brand_name),
  model: cleanText(gear.model_name),
  distance: gear.distance ?? null,
  retired: gear.retired ?? null
})
