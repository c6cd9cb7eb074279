import { Schema } from "effect"
import type { RunFact } from "../facts.js"
import { InMetric, inMetric, kilometrePace, kilometres, metres, type Units } from "../metric.js"
import { workoutTypes } from "../records.js"
import { duration, feet, localText, miles, pace } from "../units.js"
import { Amount, Text } from "../../shared/fields.js"

/** One run wherever runs are listed (contract §3, A). `date` is wall-clock time at the place, as the provider writes it. */
export const RunView = Schema.Struct({
  id: Schema.Number,
  strava_id: Schema.Number,
  name: Schema.String,
  date: Schema.String.annotations({ description: "Local start in the provider's form: wall-clock time, although it ends in Z" }),
  distance_mi: Schema.Number,
  duration: Schema.String,
  duration_s: Schema.Number,
  pace: Text,
  elevation_ft: Schema.Number,
  heartrate_avg: Amount,
  heartrate_max: Amount,
  cadence: Amount,
  calories: Amount,
  suffer_score: Amount,
  city: Text,
  state: Text,
  polyline: Text,
  is_race: Schema.Boolean,
  workout_type: Schema.Literal(...workoutTypes),
  strava_url: Text,
  distance_km: InMetric.distance,
  elevation_m: InMetric.height,
  pace_per_km: InMetric.pace
}).annotations({ identifier: "Run" })
export type RunView = typeof RunView.Type

export const runView = (units: Units) => (run: RunFact): RunView => ({
  id: run.id,
  strava_id: run.id,
  name: run.name,
  date: localText(run.localStart),
  distance_mi: miles(run.distance),
  duration: duration(run.movingTime),
  duration_s: run.movingTime,
  pace: pace(run.distance, run.movingTime),
  elevation_ft: feet(run.elevation),
  heartrate_avg: run.heartrateAvg,
  heartrate_max: run.heartrateMax,
  cadence: run.cadence,
  calories: run.calories,
  suffer_score: run.sufferScore,
  city: run.city,
  state: run.state,
  polyline: run.polyline,
  is_race: run.workoutType === "race",
  workout_type: run.workoutType,
  strava_url: run.id > 0 ? `https://www.strava.com/activities/${run.id}` : null,
  ...inMetric(units, () => ({
    distance_km: kilometres(run.distance),
    elevation_m: metres(run.elevation),
    pace_per_km: kilometrePace(run.distance, run.movingTime)
  }))
})

export const Runs = Schema.Struct({ data: Schema.Array(RunView) }).annotations({ identifier: "Runs" })
export const runs = (rows: ReadonlyArray<RunFact>, units: Units): typeof Runs.Type => ({ data: rows.map(runView(units)) })
