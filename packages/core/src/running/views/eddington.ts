import { Schema } from "effect"

/** `GET /v1/running/eddington`. */
export const Eddington = Schema.Struct({
  number: Schema.Number,
  explanation: Schema.String,
  progress: Schema.Struct({ target: Schema.Number, days_completed: Schema.Number, runs_needed: Schema.Number })
}).annotations({ identifier: "Eddington" })

/** How many days hold at least so many whole miles; `days` says how many hold exactly so many. */
const daysWith = (days: ReadonlyArray<{ readonly miles: number; readonly days: number }>, miles: number) =>
  days.reduce((sum, row) => row.miles >= miles ? sum + row.days : sum, 0)

/** The largest number of which there are as many days with as many miles. */
export const eddingtonNumber = (days: ReadonlyArray<{ readonly miles: number; readonly days: number }>): number => {
  let number = 0
  while (daysWith(days, number + 1) >= number + 1) number++
  return number
}

export const eddington = (days: ReadonlyArray<{ readonly miles: number; readonly days: number }>): typeof Eddington.Type => {
  const number = eddingtonNumber(days)
  const target = number + 1
  const completed = daysWith(days, target)
  return {
    number,
    explanation: number === 0
      ? "No day with a mile or more yet"
      : `At least ${number} ${number === 1 ? "day" : "days"} with ${number} ${number === 1 ? "mile" : "miles"} or more each`,
    progress: { target, days_completed: completed, runs_needed: Math.max(0, target - completed) }
  }
}
