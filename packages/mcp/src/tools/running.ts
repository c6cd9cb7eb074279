import { Effect } from "effect"
import { ask, askIfAny } from "../Ask.js"
import { idOf } from "../kit/ids.js"
import { amount, answerWith, listWith, object, objects, words } from "../kit/output.js"
import { fields, number, oneOf, optional, paged, sorted, text, when, whole } from "../kit/params.js"
import { rangeOfYear, wholeTime } from "../kit/when.js"
import { datesOf, itemsOf, listPart, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import { badArgument, ToolError } from "../ToolError.js"
import { firstYear, lastYear } from "./totals.js"

const domains = ["running"] as const
const maxPageSize = 100
const types = ["default", "race", "long_run", "workout"] as const

/** A wall-clock time without the provider's `Z`. */
const wall = (text: string) => text.replace("Z", "")

export const runs = readTool({
  name: "runs",
  title: "Runs",
  description:
    "Runs with distance, time and pace, newest first or sorted. type=race lists races, type=long_run long runs. For " +
    "splits call fetch with a run's id and include=[splits].",
  domains,
  example: { when: "this-month" },
  input: {
    city: optional(text("exact")),
    type: optional(oneOf(types)),
    min_mi: optional(number(0, 1000)),
    max_mi: optional(number(0, 1000)),
    ...when("all"),
    ...paged,
    ...fields,
    ...sorted(["date", "distance", "duration", "pace", "elevation"])
  },
  output: listWith({ name: words, date: words, distance_mi: amount, duration_s: amount, pace: words }),
  run: ({ city, fields, limit = 20, max_mi, min_mi, order, sort, type, when }, { place }) =>
    Effect.gen(function* () {
      const range = yield* rangeOf(when, "all")
      const filters = { ...datesOf(range), city, type, min_distance: min_mi, max_distance: max_mi, sort, order }
      const { rows, total } = yield* rowsFrom(place, limit, maxPageSize, (page) =>
        ask("running.activities", { ...filters, ...page })
      )
      const items = itemsOf(
        rows,
        (run) => ({
          id: idOf("running", "activity", run.id),
          name: run.name,
          date: wall(run.date),
          distance_mi: run.distance_mi,
          duration_s: run.duration_s,
          pace: run.pace,
          elevation_ft: run.elevation_ft,
          ...(run.workout_type === "default" ? {} : { type: run.workout_type }),
          city: run.city
        }),
        fields
      )
      return {
        heading: `runs, ${wordsOf(range)} (${total} in all)`,
        domains,
        range,
        list: listPart(items, total, place)
      }
    })
})

const distances = [
  "400m",
  "1/2 mile",
  "1k",
  "mile",
  "2 mile",
  "5k",
  "10k",
  "15k",
  "10 mile",
  "20k",
  "half_marathon",
  "marathon",
  "50k"
] as const
const raceDistances: ReadonlyArray<string> = ["5k", "10k", "half_marathon", "marathon"]
const maxRaces = 20

export const runRecords = readTool({
  name: "run_records",
  title: "Personal records",
  description:
    "Best times by distance (personal records, PRs), races, and the Eddington number: E days with at least E miles.",
  domains,
  example: { distance: "5k" },
  input: { distance: optional(oneOf(distances)) },
  output: answerWith({ records: objects, races: objects, eddington: object }),
  run: ({ distance }) =>
    Effect.gen(function* () {
      const isRace = distance === undefined || raceDistances.includes(distance)
      const [records, races, eddington] = yield* Effect.all(
        [
          ask("running.records"),
          isRace ? ask("running.races", { distance }) : Effect.succeed({ data: [] }),
          ask("running.eddington")
        ],
        { concurrency: 3 }
      )
      const own = records.data.filter((record) => distance === undefined || record.distance === distance)
      if (own.length === 0 && races.data.length === 0)
        return yield* new ToolError({
          code: "no_data",
          message: `There is no record${distance === undefined ? "" : ` for ${distance}`}.`,
          next: 'Call run_records without arguments, or runs with {"sort": "distance"}.'
        })
      return {
        heading: "personal records",
        domains,
        data: {
          records: own.map(({ activity_id, activity_name, date, distance, pace, time, time_s }) => ({
            distance,
            time,
            time_s,
            pace,
            date: wall(date),
            run: activity_name,
            id: idOf("running", "activity", activity_id)
          })),
          races: races.data
            .slice(0, maxRaces)
            .map(({ date, distance_mi, duration, id, name }) => ({
              name,
              date: wall(date),
              distance_mi,
              time: duration,
              id: idOf("running", "activity", id)
            })),
          eddington: { number: eddington.number, ...eddington.progress }
        }
      }
    })
})

const charts = ["pace", "cumulative", "elevation", "time_of_day"] as const
const maxPoints = 60

/** At most 60 of the rows, evenly apart, with the first and the last. */
const thinned = <A>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  rows.length <= maxPoints
    ? rows
    : Array.from({ length: maxPoints }, (_, index) => rows[Math.round((index * (rows.length - 1)) / (maxPoints - 1))]!)

type Series = ReadonlyArray<Readonly<Record<string, string | number>>>

const seriesOf = (chart: Exclude<(typeof charts)[number], "pace">, year: number | undefined) => {
  switch (chart) {
    case "cumulative":
      return Effect.map(askIfAny("running.cumulative", { years: year }), (answer): Series =>
        Object.entries(answer?.data ?? {}).flatMap(([of, points]) =>
          points.map(({ cumulative_mi, day }) => ({ year: Number(of), day_of_year: day, cumulative_mi }))
        )
      )
    case "elevation":
      return Effect.map(ask("running.elevation", { year }), ({ data }): Series =>
        data.map(({ cumulative_elevation_ft, date, elevation_ft }) => ({ date, elevation_ft, cumulative_elevation_ft }))
      )
    case "time_of_day":
      return Effect.map(ask("running.timeOfDay", { year }), ({ data }): Series => data)
  }
}

export const runTrends = readTool({
  name: "run_trends",
  title: "Running trends",
  description:
    "A series of at most 60 points: pace with its rolling average ('am I getting faster'), cumulative miles of a year, " +
    "elevation, or runs by hour. when is for pace, year for the others.",
  domains,
  example: { chart: "pace", when: "this-year" },
  input: { chart: oneOf(charts), year: optional(whole(firstYear, lastYear)), ...when("all") },
  output: answerWith({ points: objects, summary: object }),
  run: ({ chart, when, year }) =>
    Effect.gen(function* () {
      if (chart !== "pace") {
        if (when !== undefined && when !== "all")
          return yield* badArgument(
            "`when` is for chart=pace.",
            `Call run_trends with {"chart": "${chart}", "year": 2025}.`
          )
        const points = yield* seriesOf(chart, year)
        const nothingIn = points.length > 0 ? undefined : year === undefined ? wholeTime : rangeOfYear(year)
        return { heading: `${chart} ${year ?? ""}`.trim(), domains, data: { points: thinned(points) }, nothingIn }
      }
      const range = yield* rangeOf(year === undefined ? when : String(year), "all")
      const trend = yield* askIfAny("running.paceTrend", datesOf(range))
      const points = (trend?.data ?? []).map(({ date, pace_min_per_mile, rolling_avg_min_per_mile }) => ({
        date,
        pace_min_per_mile,
        rolling_avg_min_per_mile
      }))
      const [first, last] = [points[0], points.at(-1)]
      const change = (last?.rolling_avg_min_per_mile ?? 0) - (first?.rolling_avg_min_per_mile ?? 0)
      return {
        heading: `pace, ${wordsOf(range)}; a lower pace is faster`,
        domains,
        range,
        data: {
          points: thinned(points),
          summary: {
            runs: points.length,
            runs_in_average: trend?.window,
            first_average: first?.rolling_avg_min_per_mile,
            last_average: last?.rolling_avg_min_per_mile,
            change_min_per_mile: Math.round(change * 100) / 100
          }
        },
        nothingIn: points.length === 0 ? range : undefined
      }
    })
})
