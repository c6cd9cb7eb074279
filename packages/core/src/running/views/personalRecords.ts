import { Schema } from "effect"
import type { Record } from "../facts.js"
import { distances } from "../model.js"
import { duration, localText, pace, InMetric, inMetric, kilometrePace, type Units } from "../units.js"
import { streaksOf } from "../../kit/streaks.js"
import { type DaySpan, LocalDate, daysOfSpan } from "../../shared/LocalDate.js"
import { publicField, closedField } from "../../shared/fields.js"

/** `GET /v1/running/prs`: elapsed times over the stretch. */
export const PersonalRecords = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        distance: publicField(Schema.Literal(...distances.map(({ key }) => key)), "Key of the distance", "5k"),
        distance_label: publicField(Schema.String, "Label of the distance", "5K"),
        time: publicField(Schema.String, "Time as `M:SS` or `H:MM:SS`", "22:41"),
        time_s: publicField(Schema.Number, "Time in seconds", 1361),
        pace: publicField(
          Schema.NullOr(Schema.String),
          "Pace from moving time and distance, `M:SS/mi`; null without a distance",
          "8:42/mi"
        ),
        pace_per_km: publicField(
          InMetric.pace,
          "Pace from moving time and distance, `M:SS/km`; only with `units=metric`",
          "5:24/km"
        ),
        date: publicField(Schema.String, "Start of the run in local time", "2026-03-14T08:05:00Z"),
        activity_id: closedField(Schema.Number, "Id of the run", 15230000042),
        activity_name: publicField(Schema.String, "Name of the run", "Spring 5K")
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "PersonalRecords" })

export const personalRecords = (records: ReadonlyArray<Record>, units: Units): typeof PersonalRecords.Type => ({
  data: distances.flatMap(({ key, label, metres }) => {
    const record = records.find(({ distance }) => distance === key)
    return record === undefined
      ? []
      : [
          {
            distance: key,
            distance_label: label,
            time: duration(record.elapsedTime),
            time_s: record.elapsedTime,
            pace: pace(metres, record.elapsedTime),
            ...inMetric(units, () => ({ pace_per_km: kilometrePace(metres, record.elapsedTime) })),
            date: localText(record.localStart),
            activity_id: record.runId,
            activity_name: record.runName
          }
        ]
  })
})

/** `GET /v1/running/eddington`. */
export const Eddington = Schema.Struct({
  number: publicField(Schema.Number, "The Eddington number", 15),
  explanation: publicField(Schema.String, "Explanation of the number in a sentence", "15 days with at least 15 miles"),
  progress: publicField(
    Schema.Struct({
      target: publicField(Schema.Number, "Next number", 16),
      days_completed: publicField(Schema.Number, "Days with at least that many miles so far", 11),
      runs_needed: publicField(Schema.Number, "Days still needed", 5)
    }),
    "Progress towards the next number"
  )
}).annotations({ identifier: "Eddington" })

/** How many days have at least so many full miles. `days` counts those with exactly so many. */
const daysWith = (days: ReadonlyArray<{ readonly miles: number; readonly days: number }>, miles: number) =>
  days.reduce((sum, row) => (row.miles >= miles ? sum + row.days : sum), 0)

/** The largest n with at least n days of at least n miles. */
export const eddingtonNumber = (days: ReadonlyArray<{ readonly miles: number; readonly days: number }>): number => {
  let number = 0
  while (daysWith(days, number + 1) >= number + 1) number++
  return number
}

export const eddington = (
  days: ReadonlyArray<{ readonly miles: number; readonly days: number }>
): typeof Eddington.Type => {
  const number = eddingtonNumber(days)
  const [dayWord, mileWord] = number === 1 ? ["day", "mile"] : ["days", "miles"]
  const target = number + 1
  const completed = daysWith(days, target)
  return {
    number,
    explanation:
      number === 0
        ? "No day with a mile or more yet"
        : `At least ${number} ${dayWord} with ${number} ${mileWord} or more each`,
    progress: { target, days_completed: completed, runs_needed: Math.max(0, target - completed) }
  }
}

const Streak = Schema.Struct({
  days: publicField(Schema.Number, "Length of the streak in days", 157),
  start: publicField(Schema.NullOr(LocalDate), "First day; null if there is no streak", "2026-03-03"),
  end: publicField(Schema.NullOr(LocalDate), "Last day; null if there is no streak")
})
const CurrentStreak = Schema.Struct({
  ...Streak.fields,
  days: publicField(Schema.Number, "Length of the current streak in days; 0 if there is none", 12)
})

/** `GET /v1/running/streaks`. */
export const RunningStreaks = Schema.Struct({
  data: publicField(
    Schema.Struct({
      current: publicField(CurrentStreak, "Current streak: the consecutive days that end today or yesterday"),
      longest: publicField(Streak, "Longest streak; the earliest one if several have the same length")
    }),
    "Requested data"
  )
}).annotations({ identifier: "RunningStreaks" })

const none: typeof Streak.Type = { days: 0, start: null, end: null }

const streakOf = (span: DaySpan | undefined): typeof Streak.Type =>
  span === undefined ? none : { days: daysOfSpan(span), start: span.start, end: span.end }

/** The current and the longest of spans in ascending order. */
export const streaks = (spans: ReadonlyArray<DaySpan>, today: LocalDate): typeof RunningStreaks.Type => {
  const { current, longest } = streaksOf(spans, today)
  return { data: { current: streakOf(current), longest: streakOf(longest) } }
}
