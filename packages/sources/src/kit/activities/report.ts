import { type ActivityReport, activityRow } from "@daybook/core/activities"
import type { OptionalRow } from "@daybook/core/domain"
import { startPointOf } from "@daybook/core/running"
import { Places } from "@daybook/core/shared"
import { Effect } from "effect"
import { anySport } from "../recordings/samples.js"
import { type Workout, summaryOf } from "../runs/workout.js"
import { kindOf } from "./kinds.js"

/** Maximum length of a course, in characters. A longer one is left out, since a truncated course is invalid. */
const maxCourseLength = 200_000
const maxSportLength = 500

const orNull = (value: number): number | null => (value > 0 ? value : null)

/** The city where an activity began, if the provider does not say it. */
export const placeOf = (start: Parameters<typeof startPointOf>[0]) =>
  Effect.gen(function* () {
    const point = startPointOf(start)
    const place = point === null ? null : (yield* yield* Places).placeAt(point)
    return place ?? { city: null, state: null, country: null }
  })

/** A report as it can be stored: the texts of providers are of any length. */
export const storable = (report: ActivityReport): OptionalRow =>
  activityRow({
    ...report,
    sport: report.sport?.slice(0, maxSportLength) ?? null,
    course: (report.course?.length ?? 0) > maxCourseLength ? null : report.course
  })

/** What a file or an API says of an activity. Null if it does not say how long it took. */
export const activityOf = Effect.fn("activityOf")(function* (
  workout: Workout,
  sport: string | null,
  origin: ActivityReport["origin"] = "file"
) {
  const summary = summaryOf(workout, anySport)
  if (summary === null) return null
  const { course, heartrateAvg, heartrateMax, calories, ...one } = summary
  return storable({
    service: workout.source,
    report: workout.key,
    origin,
    kind: kindOf(sport),
    sport,
    name: one.name,
    started_at: one.startedAt,
    is_zoned: one.zoned,
    local_start: one.localStart,
    distance_m: orNull(one.distance),
    // Without any altitude, 0 would be a guess.
    elevation_m: orNull(one.elevation),
    duration_s: one.movingTime,
    elapsed_s: one.elapsedTime,
    energy_kcal: calories,
    heartrate_avg: heartrateAvg,
    heartrate_max: heartrateMax,
    description: one.description,
    ...(yield* placeOf({ polyline: course })),
    course,
    identities: one.identities,
    as_of: one.asOf
  })
})
