import { Option, Schema } from "effect"
import { LocalDate, dayOfYear, yearOf } from "../../shared/LocalDate.js"
import type { PacePoint, DayTotals, RunPoint } from "../facts.js"
import {
  metresPerMile,
  paceText,
  round,
  InMetric,
  inMetric,
  kilometrePaceText,
  type Units,
  miles,
  kilometres,
  feet,
  metres
} from "../units.js"
import { yearField, countField, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"

/** `window` counts runs. */
export const PaceTrend = Schema.Struct({
  window: publicField(Schema.Number, "Number of runs in the rolling average", 30),
  data: publicField(
    Schema.Array(
      Schema.Struct({
        date: classified("public", LocalDate),
        pace: publicField(
          Schema.String,
          "Pace from moving time and distance, `M:SS/mi`; null without a distance",
          "8:42/mi"
        ),
        pace_min_per_mile: publicField(Schema.Number, "Pace of the run in minutes per mile", 8.7),
        rolling_avg: publicField(Schema.String, "Rolling average pace up to this run, weighted by distance", "8:47/mi"),
        rolling_avg_min_per_mile: publicField(Schema.Number, "Rolling average pace in minutes per mile", 8.78),
        pace_per_km: publicField(
          InMetric.pace,
          "Pace from moving time and distance, `M:SS/km`; only with `units=metric`",
          "5:24/km"
        ),
        pace_min_per_km: publicField(
          InMetric.minutes,
          "Pace of the run in minutes per kilometre; only with `units=metric`",
          5.41
        ),
        rolling_avg_per_km: publicField(
          InMetric.pace,
          "Rolling average pace up to this run, per kilometre; only with `units=metric`",
          "5:27/km"
        ),
        rolling_avg_min_per_km: publicField(
          InMetric.minutes,
          "Rolling average pace in minutes per kilometre; only with `units=metric`",
          5.46
        )
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "PaceTrend" })
export type PaceTrend = typeof PaceTrend.Type

/** Takes seconds per kilometre. */
const paces = (pace: number, average: number) => ({
  pace_per_km: kilometrePaceText(pace),
  pace_min_per_km: minutes(pace),
  rolling_avg_per_km: kilometrePaceText(average),
  rolling_avg_min_per_km: minutes(average)
})

const minutes = (seconds: number) => round(seconds / 60, 2)

/**
 * The pace of each run, oldest first, with the average pace over the window that ends with it. The average is total
 * time by total distance; runs outside the range count in it too. None if no run is in the range.
 */
export const paceTrend = (runs: ReadonlyArray<PacePoint>, window: number, units: Units): Option.Option<PaceTrend> => {
  let metres = 0
  let seconds = 0
  const data = runs.flatMap((run, index) => {
    const leaving = runs[index - window]
    metres += run.distance - (leaving?.distance ?? 0)
    seconds += run.movingTime - (leaving?.movingTime ?? 0)
    if (!run.shown) return []
    const pace = (run.movingTime * metresPerMile) / run.distance
    const average = (seconds * metresPerMile) / metres
    return [
      {
        date: run.date,
        pace: paceText(pace),
        pace_min_per_mile: minutes(pace),
        rolling_avg: paceText(average),
        rolling_avg_min_per_mile: minutes(average),
        ...inMetric(units, () => paces((pace * 1000) / metresPerMile, (average * 1000) / metresPerMile))
      }
    ]
  })
  return data.length === 0 ? Option.none() : Option.some({ window, data })
}

/** `GET /v1/running/calendar`: only days with runs. */
export const RunningCalendar = Schema.Struct({
  year: yearField,
  data: publicField(
    Schema.Array(
      Schema.Struct({
        date: classified("public", LocalDate),
        count: publicField(Schema.Number, "Number of runs on the day", 1),
        total_distance_mi: publicField(Schema.Number, "Distance in miles", 702.75),
        total_distance_km: publicField(InMetric.distance, "Distance in kilometres; only with `units=metric`", 1130.97)
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "RunningCalendar" })

export const calendarYear = (
  year: number,
  days: ReadonlyArray<DayTotals>,
  units: Units
): typeof RunningCalendar.Type => ({
  year,
  data: days.map(({ date, distance, runs }) => ({
    date,
    count: runs,
    total_distance_mi: miles(distance),
    ...inMetric(units, () => ({ total_distance_km: kilometres(distance) }))
  }))
})

/** By year, one point for each day that has a run. */
export const CumulativeDistance = Schema.Struct({
  data: publicField(
    Schema.Record({
      key: Schema.String,
      value: Schema.Array(
        Schema.Struct({
          day: publicField(Schema.Number, "The day of the year, 1 to 366", 74),
          cumulative_mi: publicField(Schema.Number, "Miles since the start of the year", 125.37),
          cumulative_km: publicField(
            InMetric.distance,
            "Kilometres since the start of the year; only with `units=metric`",
            201.76
          )
        })
      )
    }),
    "Points by year",
    { "2026": [{ day: 74, cumulative_mi: 125.37, cumulative_km: 201.76 }] }
  )
}).annotations({ identifier: "CumulativeDistance" })

export type CumulativeDistance = typeof CumulativeDistance.Type

/** Takes days of any years, ascending. None without days. */
export const cumulative = (days: ReadonlyArray<DayTotals>, units: Units): Option.Option<CumulativeDistance> => {
  const data: Record<string, Array<CumulativeDistance["data"][string][number]>> = {}
  let year = ""
  let metres = 0
  for (const { date, distance } of days) {
    const at = String(yearOf(date)).padStart(4, "0")
    if (at !== year) {
      year = at
      metres = 0
    }
    metres += distance
    const points = (data[year] ??= [])
    const run = metres
    points.push({
      day: dayOfYear(date),
      cumulative_mi: miles(run),
      ...inMetric(units, () => ({ cumulative_km: kilometres(run) }))
    })
  }
  return year === "" ? Option.none() : Option.some({ data })
}

/** `GET /v1/running/charts/elevation`: one point per run, oldest first. */
export const Elevation = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        date: classified("public", LocalDate),
        elevation_ft: publicField(Schema.Number, "Elevation gain in feet", 164),
        distance_mi: publicField(Schema.Number, "Distance in miles, two decimals", 5.31),
        cumulative_elevation_ft: publicField(Schema.Number, "Cumulative elevation gain in feet", 29124),
        elevation_m: publicField(InMetric.height, "Elevation gain in metres; only with `units=metric`", 50),
        distance_km: publicField(
          InMetric.distance,
          "Distance in kilometres, two decimals; only with `units=metric`",
          8.55
        ),
        cumulative_elevation_m: publicField(
          InMetric.height,
          "Cumulative elevation gain in metres; only with `units=metric`",
          8877
        )
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "RunningElevation" })

export const elevation = (points: ReadonlyArray<RunPoint>, units: Units): typeof Elevation.Type => {
  let climbed = 0
  return {
    data: points.map((run) => {
      climbed += run.elevation
      const all = climbed
      return {
        date: run.date,
        elevation_ft: feet(run.elevation),
        distance_mi: miles(run.distance),
        cumulative_elevation_ft: feet(all),
        ...inMetric(units, () => ({
          elevation_m: metres(run.elevation),
          distance_km: kilometres(run.distance),
          cumulative_elevation_m: metres(all)
        }))
      }
    })
  }
}

/** `GET /v1/running/charts/time-of-day`: always 24 rows, in local time. */
export const TimeOfDay = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        hour: publicField(Schema.Number, "Hour of the day in the run's local time, 0 to 23", 7),
        count: countField
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "RunningTimeOfDay" })

export const timeOfDay = (
  rows: ReadonlyArray<{ readonly hour: number; readonly runs: number }>
): typeof TimeOfDay.Type => {
  const counts = new Map(rows.map(({ hour, runs }) => [hour, runs]))
  return { data: Array.from({ length: 24 }, (_, hour) => ({ hour, count: counts.get(hour) ?? 0 })) }
}
