import {
  type Detail,
  type DistanceKey,
  effortsOfSplits,
  type Run,
  type Shoe,
  type Split,
  type WorkoutType
} from "@daybook/core/running"
import { Option, Schema } from "effect"
import { wholeNumber } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"
import { type DetailedActivity, Effort as EffortPart, Gear, Split as SplitPart, type SummaryActivity } from "./wire.js"

/** Default length limit in characters. */
const usualLength = 500

/** Text for storage: trimmed, without NULs and lone surrogates, which databases reject. Null when empty. */
export const cleanText = (value: string | null | undefined, longest: number = usualLength): string | null => {
  const text = (value ?? "")
    .slice(0, longest)
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  return text === "" ? null : text
}

const sports = new Set(["Run", "TrailRun", "VirtualRun"])

/** Prefers the newer field: the older one is Run for every kind of run. */
const sportOf = ({ sport_type, type }: SummaryActivity): string => sport_type ?? type ?? ""

const isRun = (activity: SummaryActivity): boolean => sports.has(sportOf(activity))

const longestDescription = 20_000

/** Such as `g695626`. */
const gearId = /^[\w-]{1,100}$/

/** A truncated course is useless, so longer ones are dropped. */
const longestCourse = 500_000

const polylineOf = (text: string | null | undefined): string | null =>
  text == null || text.length > longestCourse ? null : cleanText(text, longestCourse)

const workoutTypes: Readonly<Record<number, WorkoutType>> = { 0: "default", 1: "race", 2: "long_run", 3: "workout" }

/** Start in epoch milliseconds; null when missing. */
export const startOf = ({ start_date }: SummaryActivity): number | null => instantOf(start_date)

/** Null for other sports and activities without a start. */
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

/** Absent, not null, when unknown, so that a stored value is kept. */
const startOfCourse = (coordinates: ReadonlyArray<number> | null | undefined): Pick<Run, "start"> => {
  const [latitude, longitude] = coordinates ?? []
  return latitude === undefined || longitude === undefined ? {} : { start: [latitude, longitude] }
}

const seconds = (value: number | null | undefined) => Math.max(0, wholeNumber(value) ?? 0)

/** Steps of both feet, from those of one foot; to a tenth. */
export const bothFeet = (oneFoot: number | null | undefined): number | null =>
  oneFoot === null || oneFoot === undefined || oneFoot <= 0 ? null : Math.round(oneFoot * 20) / 10

/** Largest UTC offset accepted, seconds. */
const farthestOffset = 86_400

/** Wall-clock time. Strava's trailing Z is wrong. */
const localStartOf = ({ start_date_local, utc_offset }: SummaryActivity, startedAt: number): number | null => {
  const wall = instantOf(`${(start_date_local ?? "").replace(/(Z|[+-]\d{2}:?\d{2})$/i, "")}Z`)
  if (wall !== null) return wall
  return utc_offset === null || utc_offset === undefined || Math.abs(utc_offset) > farthestOffset
    ? null
    : startedAt + utc_offset * 1000
}

export const toDetail = (activity: DetailedActivity): Detail => {
  const splits = (activity.splits_standard ?? [])
    .flatMap((part) => splitOf(part) ?? [])
    .filter(({ number }) => wholeNumber(number) === number)
  return {
    calories: activity.calories ?? null,
    description: cleanText(activity.description, longestDescription),
    splits: splits.length === 0 ? null : splits,
    efforts: effortsOf(activity)
  }
}

const decodeSplit = Schema.decodeUnknownOption(SplitPart)
const decodeEffort = Schema.decodeUnknownOption(EffortPart)

/** A missing time is replaced by the other one; null for a part with neither. */
const splitOf = (part: unknown): Split | null => {
  const split = Option.getOrNull(decodeSplit(part))
  const [elapsed, moving] = [split?.elapsed_time ?? split?.moving_time, split?.moving_time ?? split?.elapsed_time]
  return split === null || elapsed == null
    ? null
    : {
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
  halfmarathon: "half_marathon",
  marathon: "marathon",
  "50k": "50k"
}

/** Named best efforts, else efforts derived from the splits. */
const effortsOf = ({ best_efforts, splits_metric, splits_standard }: DetailedActivity): Detail["efforts"] => {
  const named = (best_efforts ?? [])
    .flatMap((part) => Option.toArray(decodeEffort(part)))
    .flatMap(({ elapsed_time, name }) => {
      const distance = distanceOf[name.toLowerCase().replace(/[\s_-]/g, "")]
      return distance === undefined || elapsed_time <= 0 ? [] : [{ distance, elapsedTime: seconds(elapsed_time) }]
    })
  if (named.length > 0) return named
  const efforts = effortsOfSplits({ mile: legs(splits_standard), km: legs(splits_metric) })
  return efforts.length > 0 ? efforts : null
}

/** Unreadable splits keep their place, because their neighbours are not adjacent. */
const legs = (parts: DetailedActivity["splits_metric"]): ReadonlyArray<Pick<Split, "distance" | "elapsedTime">> =>
  (parts ?? []).map((part) => splitOf(part) ?? { distance: 0, elapsedTime: 0 })

/** The shoes in a run's response; null when they have no name. */
export const shoeOf = ({ gear }: DetailedActivity): Shoe | null => {
  const part = Option.getOrNull(decodeGear(gear))
  return part === null || !gearId.test(part.id) || cleanText(part.name) === null ? null : toShoe(part)
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
