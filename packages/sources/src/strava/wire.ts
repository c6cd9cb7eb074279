import type { ActivityReport } from "@daybook/core/activities"
import type { Run, WorkoutType } from "@daybook/core/running"
import { Schema } from "effect"
import { WrittenNumber } from "../kit/schemas.js"
import { wholeNumber } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"

/**
 * Strava's API v3 (https://developers.strava.com/docs/reference/). Rows of `GET /athlete/activities`:
 *
 *   {"id":16500000001,"resource_state":2,"name":"Morning Run","distance":10034.2,"moving_time":3121,
 *    "elapsed_time":3300,"total_elevation_gain":82.0,"type":"Run","sport_type":"TrailRun","workout_type":null,
 *    "start_date":"2026-03-14T14:30:00Z","start_date_local":"2026-03-14T07:30:00Z",
 *    "timezone":"(GMT-08:00) America/Los_Angeles","utc_offset":-25200.0,"start_latlng":[47.6,-122.3],
 *    "location_city":null,"map":{"id":"a16500000001","summary_polyline":"c~lkF..."},"gear_id":"g695626",
 *    "average_cadence":84.1,"average_heartrate":151.2,"max_heartrate":171.0,"suffer_score":88.0}
 *
 * `GET /activities/{id}` has the same and more:
 *
 *   {"calories":702.0,"description":null,"map":{"polyline":"c~lkF...","summary_polyline":"c~lkF..."},
 *    "splits_standard":[{"distance":1609.4,"elapsed_time":498,"elevation_difference":4.6,"moving_time":496,"split":1,
 *      "average_speed":3.24,"average_heartrate":148.0}],"splits_metric":[...],
 *    "best_efforts":[{"name":"1 mile","elapsed_time":480,"moving_time":480,"distance":1609,"pr_rank":1}],
 *    "gear":{"id":"g695626","name":"Blue pair","distance":1397252}}
 *
 * `start_date_local` is wall-clock time with a wrong Z. `average_cadence` counts one leg.
 */

const Figure = Schema.optional(Schema.NullishOr(WrittenNumber.pipe(Schema.finite())))
const Text = Schema.optional(Schema.NullishOr(Schema.String))

const summary = {
  id: WrittenNumber.pipe(Schema.int(), Schema.positive()),
  name: Text,
  distance: Figure,
  moving_time: Figure,
  elapsed_time: Figure,
  total_elevation_gain: Figure,
  type: Text,
  sport_type: Text,
  workout_type: Figure,
  start_date: Schema.String,
  start_date_local: Text,
  utc_offset: Figure,
  // Empty for treadmill runs, manual entries and private places.
  start_latlng: Schema.optional(Schema.NullishOr(Schema.Array(WrittenNumber))),
  location_city: Text,
  location_state: Text,
  location_country: Text,
  map: Schema.optional(Schema.NullishOr(Schema.Struct({ summary_polyline: Text }))),
  gear_id: Text,
  average_heartrate: Figure,
  max_heartrate: Figure,
  average_cadence: Figure,
  suffer_score: Figure
}

export const SummaryActivity = Schema.Struct(summary)
export type SummaryActivity = typeof SummaryActivity.Type

export const SplitPart = Schema.Struct({
  split: Schema.Number,
  distance: Schema.Number,
  elapsed_time: Figure,
  moving_time: Figure,
  elevation_difference: Figure,
  average_heartrate: Figure
})
export const EffortPart = Schema.Struct({ name: Schema.String, elapsed_time: Schema.Number })

/** Parts are decoded one by one, so that a broken one is skipped alone. */
const Parts = Schema.optional(Schema.NullishOr(Schema.Array(Schema.Unknown)))

export const DetailedActivity = Schema.Struct({
  ...summary,
  calories: Figure,
  description: Text,
  splits_standard: Parts,
  splits_metric: Parts,
  best_efforts: Parts,
  // Optional: an unreadable value must not fail the run.
  gear: Schema.optional(Schema.Unknown)
})
export type DetailedActivity = typeof DetailedActivity.Type

/** Rows are decoded one by one, so that a broken one is skipped alone. */
export const Activities = Schema.Array(Schema.Unknown)

export const Gear = Schema.Struct({
  id: Schema.String,
  name: Text,
  nickname: Text,
  brand_name: Text,
  model_name: Text,
  distance: Figure,
  retired: Schema.optional(Schema.NullishOr(Schema.Boolean))
})
export type Gear = typeof Gear.Type

export const Athlete = Schema.Struct({ id: WrittenNumber })

export const Subscriptions = Schema.Array(Schema.Struct({ id: Schema.Union(Schema.Number, Schema.String) }))

/**
 * A webhook event (https://developers.strava.com/docs/webhooks/), which is unsigned:
 *
 *   {"object_type":"activity","object_id":16500000001,"aspect_type":"create","updates":{},"owner_id":28684,
 *    "subscription_id":120475,"event_time":1763700000}
 */
export const WebhookEvent = Schema.Struct({
  object_type: Schema.String,
  // Negative ids are Daybook's own; Strava would report them as absent.
  object_id: Schema.Int.pipe(Schema.positive()),
  aspect_type: Schema.Literal("create", "update", "delete"),
  owner_id: Schema.Int,
  subscription_id: Schema.Int,
  event_time: Schema.Int
})
export type WebhookEvent = typeof WebhookEvent.Type

/** Default length limit in characters. */
const usualLength = 500

/** Text for storage: trimmed, without NULs and lone surrogates, which databases reject. Null when empty. */
export const cleanText = (value: string | null | undefined, maxLength: number = usualLength): string | null => {
  const text = (value ?? "")
    .slice(0, maxLength)
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  return text === "" ? null : text
}

const sports = new Set(["Run", "TrailRun", "VirtualRun"])

/** Prefers the newer field: the older one is Run for every kind of run. */
const sportOf = ({ sport_type, type }: SummaryActivity): string => sport_type ?? type ?? ""

const isRun = (activity: SummaryActivity): boolean => sports.has(sportOf(activity))

export const maxDescriptionLength = 20_000

/** Such as `g695626`. */
export const gearId = /^[\w-]{1,100}$/

/** A truncated course is useless, so longer ones are dropped. */
const maxCourseLength = 500_000

const polylineOf = (text: string | null | undefined): string | null =>
  text == null || text.length > maxCourseLength ? null : cleanText(text, maxCourseLength)

const workoutTypes: Readonly<Record<number, WorkoutType>> = { 0: "default", 1: "race", 2: "long_run", 3: "workout" }

/** Start in epoch milliseconds; null when missing. */
export const startOf = ({ start_date }: SummaryActivity): number | null => instantOf(start_date)

/** What Strava's API says of an activity of another sport. Null for runs and activities without a start. */
export const toWorkout = (activity: SummaryActivity | DetailedActivity): StravaWorkout | null => {
  const startedAt = startOf(activity)
  if (startedAt === null || isRun(activity)) return null
  return {
    service: "strava",
    report: String(activity.id),
    origin: "api",
    sport: cleanText(sportOf(activity)),
    name: cleanText(activity.name),
    started_at: startedAt,
    is_zoned: true,
    local_start: localStartOf(activity, startedAt),
    distance_m: positive(activity.distance),
    elevation_m: positive(activity.total_elevation_gain),
    duration_s: seconds(activity.moving_time),
    elapsed_s: seconds(activity.elapsed_time),
    energy_kcal: "calories" in activity ? positive(activity.calories) : null,
    heartrate_avg: positive(activity.average_heartrate),
    heartrate_max: positive(activity.max_heartrate),
    description: "description" in activity ? cleanText(activity.description, maxDescriptionLength) : null,
    city: cleanText(activity.location_city),
    state: cleanText(activity.location_state),
    country: cleanText(activity.location_country),
    course: polylineOf(activity.map?.summary_polyline),
    start: startOfCourse(activity.start_latlng).start,
    identities: [],
    as_of: null
  }
}

/** A report without its kind, and the start of its course in degrees. */
export type StravaWorkout = Omit<ActivityReport, "kind"> & Pick<Run, "start">

const positive = (value: number | null | undefined): number | null =>
  value === null || value === undefined || value <= 0 ? null : value

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

export const seconds = (value: number | null | undefined) => Math.max(0, wholeNumber(value) ?? 0)

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
