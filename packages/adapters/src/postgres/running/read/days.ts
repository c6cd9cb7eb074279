import { type Fact, isEverywhen, metresPerMile, type RunningStore } from "@daybook/core/running"
import type { DaySpan } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import type { Context } from "effect"
import { storage } from "../../storage.js"
import { ranWithin } from "./within.js"

type Store = Context.Tag.Service<RunningStore>

/** What is asked day by day, hour by hour and run by run. */
export const days = (sql: SqlClient.SqlClient): Pick<Store, "days" | "daysByMiles" | "daySpans" | "points" | "pacePoints" | "hours"> => ({
  days: (from, to) =>
    storage("RunningStore.days")(sql<Fact.DayTotals>`
      SELECT day AS date, runs, distance FROM running_days WHERE day >= ${from}::date AND day < ${to}::date ORDER BY day`),
  daysByMiles: (range) => {
    const perDay = isEverywhen(range)
      ? sql`SELECT distance FROM running_days`
      : sql`SELECT sum(distance) AS distance FROM running_activities AS run WHERE ${ranWithin(sql, range)} GROUP BY day`
    return storage("RunningStore.daysByMiles")(sql<{ miles: number; days: number }>`
      SELECT floor(distance / ${metresPerMile}::numeric)::int AS miles, count(*) AS days FROM (${perDay}) AS day
      WHERE distance >= ${metresPerMile}::numeric GROUP BY miles ORDER BY miles`)
  },
  daySpans: (until) =>
    storage("RunningStore.daySpans")(sql<DaySpan>`
      SELECT min(day) AS start, max(day) AS end
      FROM (
        SELECT day, day - (row_number() OVER (ORDER BY day))::int AS span FROM running_days WHERE day <= ${until}::date
      ) AS numbered
      GROUP BY span ORDER BY start`),
  points: (year) =>
    storage("RunningStore.points")(sql<Fact.RunPoint>`
      SELECT day AS date, distance, elevation
      FROM running_activities
      WHERE ${year === null ? sql`true` : sql`day >= make_date(${year}::int, 1, 1) AND day < make_date(${year + 1}::int, 1, 1)`}
      ORDER BY started_at, id`),
  pacePoints: (range) =>
    storage("RunningStore.pacePoints")(sql<Fact.PacePoint>`
      SELECT day AS date, distance, moving_time, ${ranWithin(sql, range)} AS shown
      FROM running_activities AS run WHERE distance > 0 AND moving_time > 0 ORDER BY started_at, id`),
  hours: (year) =>
    storage("RunningStore.hours")(sql<{ hour: number; runs: number }>`
      SELECT key::int AS hour, sum(runs)::int AS runs FROM running_sums
      WHERE kind = 'hour' AND ${year === null ? sql`true` : sql`year = ${year}::int`} GROUP BY key ORDER BY hour`)
})
