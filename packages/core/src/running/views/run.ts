import { Schema } from "effect"
import { viewOf } from "../../kit/record.js"
import type { GearFact, RunFact } from "../facts.js"
import { type Split, measured, splitMeasured, splitNumber, splitTimes, workoutTypes } from "../model.js"
import {
  duration,
  feet,
  localText,
  miles,
  pace,
  InMetric,
  inMetric,
  kilometrePace,
  kilometres,
  metres,
  type Units
} from "../units.js"
import { Text, idField, field, publicField, closedField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"

const shownMeasures = viewOf(measured)

const Shoes = Schema.Struct({
  id: closedField(Schema.String, "Id of the shoes, as `GET /v1/running/gear` lists them", "g12345678"),
  name: closedField(Schema.String, "Name of the shoes", "Tideline blue")
})

/** One run. `date` is wall-clock time at the place, in the provider's form. */
export const RunView = Schema.Struct({
  id: classified("closed", idField),
  strava_id: closedField(Schema.Number, "Id of the activity at Strava, also used as its id here", 15230000042),
  name: publicField(Schema.String, "Name at the provider", "Lunch Run"),
  date: publicField(
    Schema.String,
    "Local start in the provider's form: wall-clock time that ends in Z although it is not UTC",
    "2026-03-14T08:05:00Z"
  ),
  distance_mi: publicField(Schema.Number, "Distance in miles, two decimals", 5.31),
  duration: publicField(Schema.String, "Moving time as `M:SS` or `H:MM:SS`", "46:12"),
  duration_s: publicField(Schema.Number, "Moving time in seconds", 2772),
  pace: publicField(Text, "Pace from moving time and distance, `M:SS/mi`; null without a distance", "8:42/mi"),
  elevation_ft: publicField(Schema.Number, "Elevation gain in feet", 164),
  ...shownMeasures.schemas,
  polyline: classified("course", field(Text, "Route in Google's encoded polyline format", "_p~iF~ps|U_ulLnnqC")),
  split_count: publicField(Schema.Number, "Number of splits; without any, the splits of the run answer 404", 6),
  is_race: publicField(Schema.Boolean, "Whether the run was a race", false),
  workout_type: publicField(Schema.Literal(...workoutTypes), "Workout type", "long_run"),
  strava_url: closedField(Text, "Address of the activity at Strava", "https://www.strava.com/activities/15230000042"),
  distance_km: publicField(InMetric.distance, "Distance in kilometres, two decimals; only with `units=metric`", 8.55),
  elevation_m: publicField(InMetric.height, "Elevation gain in metres; only with `units=metric`", 50),
  pace_per_km: publicField(
    InMetric.pace,
    "Pace from moving time and distance, `M:SS/km`; only with `units=metric`",
    "5:24/km"
  ),
  gear: closedField(
    Schema.optional(Schema.NullOr(Shoes)),
    "Shoes of the run, as corrections say, else as the provider; null if nobody says; only of a single run"
  )
}).annotations({ identifier: "Run" })
export type RunView = typeof RunView.Type

export const runView =
  (units: Units) =>
  (run: RunFact): RunView => ({
    id: run.id,
    strava_id: run.id,
    name: run.name,
    date: localText(run.localStart),
    distance_mi: miles(run.distance),
    duration: duration(run.movingTime),
    duration_s: run.movingTime,
    pace: pace(run.distance, run.movingTime),
    elevation_ft: feet(run.elevation),
    ...shownMeasures.of(run),
    polyline: run.polyline,
    split_count: run.splitCount,
    is_race: run.workoutType === "race",
    workout_type: run.workoutType,
    strava_url: run.id > 0 ? `https://www.strava.com/activities/${run.id}` : null,
    ...inMetric(units, () => ({
      distance_km: kilometres(run.distance),
      elevation_m: metres(run.elevation),
      pace_per_km: kilometrePace(run.distance, run.movingTime)
    }))
  })

/** A run with its shoes, as `GET /v1/running/activities/{id}` answers it. */
export const runInShoes =
  (units: Units) =>
  (run: RunFact, gear: Pick<GearFact, "id" | "name"> | null): RunView => ({ ...runView(units)(run), gear })

export const Runs = Schema.Struct({ data: publicField(Schema.Array(RunView), "Requested data") }).annotations({
  identifier: "Runs"
})
export const runs = (rows: ReadonlyArray<RunFact>, units: Units): typeof Runs.Type => ({
  data: rows.map(runView(units))
})

const shownSplit = { number: viewOf(splitNumber), times: viewOf(splitTimes), measured: viewOf(splitMeasured) }

/** `GET /v1/running/activities/{id}/splits`: one split per mile; the last one may be shorter. */
export const Splits = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownSplit.number.schemas,
        distance_mi: publicField(Schema.Number, "Distance in miles, two decimals", 5.31),
        ...shownSplit.times.schemas,
        elevation_ft: publicField(Schema.Number, "Elevation gain in feet", 164),
        pace: publicField(Text, "Pace from moving time and distance, `M:SS/mi`; null without a distance", "8:42/mi"),
        ...shownSplit.measured.schemas,
        distance_km: publicField(
          InMetric.distance,
          "Distance in kilometres, two decimals; only with `units=metric`",
          8.55
        ),
        elevation_m: publicField(InMetric.height, "Elevation gain in metres; only with `units=metric`", 50),
        pace_per_km: publicField(
          InMetric.pace,
          "Pace from moving time and distance, `M:SS/km`; only with `units=metric`",
          "5:24/km"
        )
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "RunSplits" })

export const splits = (rows: ReadonlyArray<Split>, units: Units): typeof Splits.Type => ({
  data: rows.map((row) => ({
    ...shownSplit.number.of(row),
    distance_mi: miles(row.distance),
    ...shownSplit.times.of(row),
    elevation_ft: feet(row.elevation),
    pace: pace(row.distance, row.movingTime),
    ...shownSplit.measured.of(row),
    ...inMetric(units, () => ({
      distance_km: kilometres(row.distance),
      elevation_m: metres(row.elevation),
      pace_per_km: kilometrePace(row.distance, row.movingTime)
    }))
  }))
})
