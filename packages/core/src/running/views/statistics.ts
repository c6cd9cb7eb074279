import { Schema } from "effect"
import { viewOf } from "../../kit/record.js"
import type { CityFact, GearFact, MonthTotals, RunFact, Totals, YearTotals } from "../facts.js"
import { cityFields, shoeIdentity, shoeUse } from "../model.js"
import {
  feet,
  localText,
  longDuration,
  miles,
  pace,
  InMetric,
  inMetric,
  kilometrePace,
  kilometres,
  metres,
  type Units
} from "../units.js"
import { Text, yearField, publicField } from "../../shared/fields.js"
import { RunView, runView } from "./run.js"

/** `GET /v1/running/stats`. */
export const RunningStats = Schema.Struct({
  data: publicField(
    Schema.Struct({
      total_runs: publicField(Schema.Number, "Number of runs", 105),
      total_distance_mi: publicField(Schema.Number, "Distance in miles", 702.75),
      total_elevation_ft: publicField(Schema.Number, "Elevation gain in feet", 29124),
      total_duration: publicField(Schema.String, "Moving time as `H:MM:SS`", "395:39:25"),
      avg_pace: publicField(Text, "Pace from moving time and distance, `M:SS/mi`; null without a distance", "8:43/mi"),
      years_active: publicField(Schema.Number, "Number of years with runs", 4),
      first_run: publicField(Text, "Start of the first run in local time", "2023-11-23T06:10:22Z"),
      eddington_number: publicField(
        Schema.Number,
        "Eddington number: the largest E with at least E miles on E days",
        15
      ),
      total_distance_km: publicField(InMetric.distance, "Distance in kilometres; only with `units=metric`", 1130.97),
      total_elevation_m: publicField(InMetric.height, "Elevation gain in metres; only with `units=metric`", 8877),
      avg_pace_per_km: publicField(
        InMetric.pace,
        "Pace from moving time and distance, `M:SS/km`; only with `units=metric`",
        "5:25/km"
      )
    }),
    "Requested data"
  )
}).annotations({ identifier: "RunningStats" })

/** Sums of runs in metric units. */
const totalsInMetric = (totals: Totals) => ({
  total_distance_km: kilometres(totals.distance),
  total_elevation_m: metres(totals.elevation),
  avg_pace_per_km: kilometrePace(totals.pacedDistance, totals.pacedTime)
})

export const stats = (
  totals: Totals,
  yearsActive: number,
  firstRun: number | null,
  eddington: number,
  units: Units
): typeof RunningStats.Type => ({
  data: {
    total_runs: totals.runs,
    total_distance_mi: miles(totals.distance),
    total_elevation_ft: feet(totals.elevation),
    total_duration: longDuration(totals.movingTime),
    avg_pace: pace(totals.pacedDistance, totals.pacedTime),
    years_active: yearsActive,
    first_run: firstRun === null ? null : localText(firstRun),
    eddington_number: eddington,
    ...inMetric(units, () => totalsInMetric(totals))
  }
})

const fields = {
  year: yearField,
  total_runs: publicField(Schema.Number, "Number of runs", 105),
  total_distance_mi: publicField(Schema.Number, "Distance in miles", 702.75),
  total_elevation_ft: publicField(Schema.Number, "Elevation gain in feet", 29124),
  total_duration_s: publicField(Schema.Number, "Moving time in seconds", 367452),
  avg_pace: publicField(Text, "Pace from moving time and distance, `M:SS/mi`; null without a distance", "8:43/mi"),
  longest_run_mi: publicField(Schema.Number, "Longest run in miles", 17.46),
  race_count: publicField(Schema.Number, "Number of races", 2),
  total_distance_km: publicField(InMetric.distance, "Distance in kilometres; only with `units=metric`", 1130.97),
  total_elevation_m: publicField(InMetric.height, "Elevation gain in metres; only with `units=metric`", 8877),
  avg_pace_per_km: publicField(
    InMetric.pace,
    "Pace from moving time and distance, `M:SS/km`; only with `units=metric`",
    "5:25/km"
  ),
  longest_run_km: publicField(InMetric.distance, "Longest run in kilometres; only with `units=metric`", 28.1)
}

/** One year in `GET /v1/running/stats/years`. */
export const RunningYear = Schema.Struct(fields).annotations({ identifier: "RunningYear" })

const yearFields = fields

export const yearView =
  (units: Units) =>
  (totals: YearTotals): typeof RunningYear.Type => ({
    year: totals.year,
    total_runs: totals.runs,
    total_distance_mi: miles(totals.distance),
    total_elevation_ft: feet(totals.elevation),
    total_duration_s: totals.movingTime,
    avg_pace: pace(totals.pacedDistance, totals.pacedTime),
    longest_run_mi: miles(totals.longest),
    race_count: totals.races,
    ...inMetric(units, () => ({ ...totalsInMetric(totals), longest_run_km: kilometres(totals.longest) }))
  })

/** How many of the year's longest runs its review lists. */
export const topRuns = 5

/** `GET /v1/running/year/{year}`. */
export const RunningYearInReview = Schema.Struct({
  ...yearFields,
  monthly: publicField(
    Schema.Array(
      Schema.Struct({
        month: publicField(Schema.String, "Month as `YYYY-MM`", "2026-03"),
        runs: publicField(Schema.Number, "Number of runs in the month", 9),
        distance_mi: publicField(Schema.Number, "Distance in miles, two decimals", 5.31),
        duration_s: publicField(Schema.Number, "Moving time in seconds", 2772),
        elevation_ft: publicField(Schema.Number, "Elevation gain in feet", 164),
        distance_km: publicField(
          InMetric.distance,
          "Distance in kilometres, two decimals; only with `units=metric`",
          8.55
        ),
        elevation_m: publicField(InMetric.height, "Elevation gain in metres; only with `units=metric`", 50)
      })
    ),
    "One entry for each month with data"
  ),
  top_runs: publicField(Schema.Array(RunView), "Longest runs, at most 5")
}).annotations({ identifier: "RunningYearInReview" })

const text = (value: number, width: number) => String(value).padStart(width, "0")

export const yearInReview = (
  totals: YearTotals,
  months: ReadonlyArray<MonthTotals>,
  longest: ReadonlyArray<RunFact>,
  units: Units
): typeof RunningYearInReview.Type => ({
  ...yearView(units)(totals),
  monthly: months.map((month) => ({
    month: `${text(totals.year, 4)}-${text(month.month, 2)}`,
    runs: month.runs,
    distance_mi: miles(month.distance),
    duration_s: month.movingTime,
    elevation_ft: feet(month.elevation),
    ...inMetric(units, () => ({ distance_km: kilometres(month.distance), elevation_m: metres(month.elevation) }))
  })),
  top_runs: longest.map(runView(units))
})

const shownCity = viewOf(cityFields)

/** `GET /v1/running/cities`. */
export const Cities = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownCity.schemas,
        total_distance_mi: publicField(Schema.Number, "Distance in miles", 702.75),
        total_distance_km: publicField(InMetric.distance, "Distance in kilometres; only with `units=metric`", 1130.97)
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "RunningCities" })

export const cities = (rows: ReadonlyArray<CityFact>, units: Units): typeof Cities.Type => ({
  data: rows.map((row) => ({
    ...shownCity.of(row),
    total_distance_mi: miles(row.distance),
    ...inMetric(units, () => ({ total_distance_km: kilometres(row.distance) }))
  }))
})

const shownShoe = { identity: viewOf(shoeIdentity), use: viewOf(shoeUse) }

/** `GET /v1/running/gear`. */
export const Gear = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        ...shownShoe.identity.schemas,
        distance_mi: publicField(Schema.Number, "Distance in miles, two decimals", 5.31),
        distance_km: publicField(
          InMetric.distance,
          "Distance in kilometres, two decimals; only with `units=metric`",
          8.55
        ),
        ...shownShoe.use.schemas
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "RunningGear" })

export const gear = (rows: ReadonlyArray<GearFact>, units: Units): typeof Gear.Type => ({
  data: rows.map((row) => ({
    ...shownShoe.identity.of(row),
    distance_mi: miles(row.distance),
    ...inMetric(units, () => ({ distance_km: kilometres(row.distance) })),
    ...shownShoe.use.of(row)
  }))
})
