import type { SourceRanks } from "@daybook/core/ranks"
import {
  type Fact,
  type LocalRange,
  type RunningStore,
  cityFields,
  distances,
  effortFields,
  isEverywhen,
  metresPerMile
} from "@daybook/core/running"
import type { DaySpan } from "@daybook/core/shared"
import { type Context, Effect, Option } from "effect"
import { type ColumnsOf, boolean, date, nullable, number, text } from "../kit/columns.js"
import { byColumns, rowsColumn, rowsOf, toRows } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { gear } from "./gear.js"
import { localStart, ofYear, ranWithin, shownRuns, sumSelect, totalColumns, totalSelect } from "./rows.js"

const yearColumns: ColumnsOf<Fact.YearTotals> = { year: number, ...totalColumns }
const monthColumns: ColumnsOf<Fact.MonthTotals> = { month: number, ...totalColumns }

type Store = Queries<Context.Tag.Service<RunningStore>, SourceRanks>

const milesColumns: ColumnsOf<Fact.DaysOfMiles> = { miles: number, days: number }

/** Days in a range by their full miles, ascending. */
const daysByMilesOf = (range: LocalRange) => {
  const perDay = isEverywhen(range)
    ? sql`SELECT distance FROM running_days`
    : sql`SELECT sum(distance) AS distance FROM ${shownRuns} AS run WHERE ${ranWithin(range)} GROUP BY day`
  return sql`
    SELECT floor(distance / ${metresPerMile}::numeric)::int AS miles, count(*) AS days FROM (${perDay}) AS day
    WHERE distance >= ${metresPerMile}::numeric GROUP BY miles ORDER BY miles`
}

const summaryColumns = { ...totalColumns, yearsActive: number, firstRun: nullable(number), daysByMiles: rowsColumn }

/** The totals come from the sums of years where a range is complete. */
const summary: Store["summary"] = (range) =>
  Effect.gen(function* () {
    const isWhole = isEverywhen(range)
    const runs = sql`${shownRuns} AS run WHERE ${ranWithin(range)}`
    const [row] = yield* sql(summaryColumns)`
      SELECT total.*, (SELECT ${localStart} FROM ${runs} ORDER BY run.started_at, run.id LIMIT 1) AS first_run,
        ${rowsOf(daysByMilesOf(range))} AS days_by_miles
      FROM (
        SELECT ${isWhole ? sumSelect : totalSelect},
          ${isWhole ? sql`count(*)` : sql`count(DISTINCT extract(year FROM run.day))`} AS years_active
        FROM ${isWhole ? sql`running_sums WHERE kind = 'year'` : runs}
      ) AS total`
    const { daysByMiles, firstRun, yearsActive, ...totals } = row!
    return { totals, yearsActive, firstRun, daysByMiles: yield* toRows(milesColumns, daysByMiles) }
  })

/** Totals of all runs, of ranges, of years and of months. */
export const totals: Pick<Store, "summary" | "years" | "year" | "months"> = {
  summary,
  years: (range) =>
    isEverywhen(range)
      ? sql(yearColumns)`
          SELECT year, ${sumSelect} FROM running_sums WHERE kind = 'year' GROUP BY year ORDER BY year DESC`
      : sql(yearColumns)`
          SELECT extract(year FROM run.day)::int AS year, ${totalSelect}
          FROM ${shownRuns} AS run WHERE ${ranWithin(range)} GROUP BY 1 ORDER BY 1 DESC`,
  year: (year) =>
    Effect.map(
      sql(yearColumns)`
        SELECT year, ${sumSelect} FROM running_sums WHERE kind = 'year' AND year = ${year}::int GROUP BY year`,
      ([row]) => Option.fromNullable(row)
    ),
  months: (year) =>
    sql(monthColumns)`
      SELECT key::int AS month, ${sumSelect} FROM running_sums
      WHERE kind = 'month' AND year = ${year}::int GROUP BY key ORDER BY key::int`
}

const recordColumns: ColumnsOf<Fact.Record> = {
  ...columnsOf(effortFields),
  runId: number,
  runName: text,
  localStart: number
}

const cityFactColumns: ColumnsOf<Fact.CityFact> = { ...columnsOf(cityFields), distance: number }

/** Records, shoes and cities. */
export const bests: Pick<Store, "records" | "gear" | "cities"> = {
  records: sql(recordColumns)`
    SELECT asked.distance, best.elapsed_time, run.id AS run_id, run.name AS run_name, ${localStart}
    FROM unnest(${distances.map(({ key }) => key)}::text[]) WITH ORDINALITY AS asked (distance, place)
    CROSS JOIN LATERAL (
      SELECT elapsed_time, activity_id FROM running_efforts AS effort WHERE effort.distance = asked.distance
      ORDER BY effort.elapsed_time, effort.started_at, effort.activity_id LIMIT 1
    ) AS best
    JOIN ${shownRuns} AS run ON run.id = best.activity_id
    ORDER BY asked.place`,
  gear,
  cities: sql(cityFactColumns)`
    SELECT key::jsonb ->> 0 AS city, key::jsonb ->> 1 AS state, key::jsonb ->> 2 AS country,
      sum(runs)::int AS runs, sum(distance)::float8 AS distance
    FROM running_sums WHERE kind = 'city' GROUP BY key ORDER BY runs DESC, city, state, country`
}

const dayTotalsColumns: ColumnsOf<Fact.DayTotals> = { date, runs: number, distance: number }

const daySpanColumns: ColumnsOf<DaySpan> = { start: text, end: text }

const runPointColumns: ColumnsOf<Fact.RunPoint> = { date, distance: number, elevation: number }

const pacePointColumns: ColumnsOf<Fact.PacePoint> = { date, distance: number, movingTime: number, shown: boolean }

/** Queries by day, by hour and by run. */
export const days: Pick<Store, "days" | "daysByMiles" | "daySpans" | "points" | "pacePoints" | "hours"> = {
  days: (from, to) =>
    sql(dayTotalsColumns)`
      SELECT day AS date, runs, distance FROM running_days
      WHERE day >= ${from}::date AND day < ${to}::date ORDER BY day`,
  daysByMiles: (range) => sql(milesColumns)`${daysByMilesOf(range)}`,
  daySpans: (until) =>
    sql(daySpanColumns)`
      SELECT min(day) AS start, max(day) AS end
      FROM (
        SELECT day, day - (row_number() OVER (ORDER BY day))::int AS span FROM running_days WHERE day <= ${until}::date
      ) AS numbered
      GROUP BY span ORDER BY start`,
  points: (year) =>
    byColumns(
      runPointColumns,
      sql`
        SELECT day AS date, distance, elevation
        FROM ${shownRuns} AS run WHERE ${ofYear(year)} ORDER BY started_at, id`
    ),
  pacePoints: (range) =>
    byColumns(
      pacePointColumns,
      sql`
        SELECT day AS date, distance, moving_time, ${ranWithin(range)} AS shown
        FROM ${shownRuns} AS run WHERE distance > 0 AND moving_time > 0 ORDER BY started_at, id`
    ),
  hours: (year) =>
    sql({ hour: number, runs: number })`
      SELECT key::int AS hour, sum(runs)::int AS runs FROM running_sums
      WHERE kind = 'hour' AND ${year === null ? sql`true` : sql`year = ${year}::int`} GROUP BY key ORDER BY hour`
}
