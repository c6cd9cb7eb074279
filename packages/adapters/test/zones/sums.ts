import { Collecting } from "@daybook/core/collecting"
import { DeclaredQueries } from "@daybook/core/domain"
import { Listening } from "@daybook/core/listening"
import { Reading } from "@daybook/core/reading"
import { Running } from "@daybook/core/running"
import { Watching } from "@daybook/core/watching"
import { Effect } from "effect"
import { declaredRecords, type Kind } from "./lists.js"

/** Counts by period. Periods without records are left out. */
type Counts = ReadonlyMap<string, number>

type Grain = "day" | "week" | "month" | "year"

/** The period of a day: ISO weeks by the Thursday that they contain. */
export const periodOf: Readonly<Record<Grain, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => {
    const at = new Date(`${day}T00:00:00Z`)
    at.setUTCDate(at.getUTCDate() + 4 - (at.getUTCDay() || 7))
    const week = 1 + Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / (7 * 86_400_000))
    return `${at.getUTCFullYear()}-W${String(week).padStart(2, "0")}`
  },
  month: (day) => day.slice(0, 7),
  year: (day) => day.slice(0, 4)
}

/** What a domain says of records of some kinds by a grain. */
export interface Sum {
  readonly kinds: ReadonlyArray<Kind>
  readonly grain: Grain
  readonly counts: Counts
}

const countsBy = <Row>(rows: ReadonlyArray<Row>, period: (row: Row) => string | number, count: (row: Row) => number) =>
  new Map(rows.filter((row) => count(row) > 0).map((row) => [String(period(row)), count(row)]))

const byDate = (rows: ReadonlyArray<{ readonly date: string; readonly count: number }>) =>
  countsBy(
    rows,
    ({ date }) => date,
    ({ count }) => count
  )

const byPeriod = (rows: ReadonlyArray<{ readonly period: string; readonly count: number }>) =>
  countsBy(
    rows,
    ({ period }) => period,
    ({ count }) => count
  )

const films = ["film", "diary"] as const
const runs = ["run", "placed run"] as const

/** The sums of listening, running and watching. */
const sumsOfPlays = (years: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const listening = yield* Listening
    const running = (yield* Running).in("imperial")
    const watching = yield* Watching
    const sums: Array<Sum> = []
    const played = yield* Effect.forEach(years, listening.calendar)
    const months = (yield* listening.trends("scrobbles", {})).data
    sums.push(
      { kinds: ["play"], grain: "day", counts: byDate(played.flatMap(({ days }) => days)) },
      {
        kinds: ["play"],
        grain: "month",
        counts: byPeriod(months.map(({ period, value }) => ({ period, count: value })))
      }
    )
    const ofYears = (yield* listening.years).data.map(
      ({ total_scrobbles, year }) => [String(year), total_scrobbles] as const
    )
    sums.push({ kinds: ["play"], grain: "year", counts: new Map(ofYears) })
    const ran = yield* Effect.forEach(years, running.calendar)
    sums.push({ kinds: runs, grain: "day", counts: byDate(ran.flatMap(({ data }) => data)) })
    const ranByYear = (yield* running.years({})).data.map(({ total_runs, year }) => [String(year), total_runs] as const)
    sums.push({ kinds: runs, grain: "year", counts: new Map(ranByYear) })
    const watched = yield* Effect.forEach(years, watching.calendar)
    const weekly = yield* watching.trends("weekly", {})
    const monthly = yield* watching.trends("monthly", {})
    sums.push(
      { kinds: films, grain: "day", counts: byDate(watched.flatMap(({ data }) => data)) },
      { kinds: films, grain: "week", counts: byPeriod(weekly.data) },
      { kinds: films, grain: "month", counts: byPeriod(monthly.data) }
    )
    return sums
  })

/** The sums of collecting and reading. */
const sumsOfThings = (years: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const collecting = yield* Collecting
    const reading = yield* Reading
    const collected = yield* Effect.forEach(years, collecting.calendar)
    const read = (yield* Effect.forEach(years, reading.calendar)).flatMap(({ days }) => days)
    return [
      { kinds: ["record", "disc"], grain: "day", counts: byDate(collected.flatMap(({ days }) => days)) },
      { kinds: ["saved"], grain: "day", counts: byDate(read.map(({ date, saved }) => ({ date, count: saved }))) },
      {
        kinds: ["finished"],
        grain: "day",
        counts: byDate(read.map(({ date, finished }) => ({ date, count: finished })))
      }
    ] satisfies ReadonlyArray<Sum>
  })

const trendOf = { week: "weekly", month: "monthly", year: "yearly" } as const

const sumsOfDeclared = (years: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const declared = yield* DeclaredQueries
    const sums: Array<Sum> = []
    for (const { kinds, of } of declaredRecords) {
      const days = yield* Effect.forEach(years, (year) => declared.calendar(of, year))
      sums.push({ kinds, grain: "day", counts: byDate(days.flatMap(({ days }) => days)) })
      for (const grain of ["week", "month", "year"] as const) {
        const { data } = yield* declared.trends(of, trendOf[grain], {})
        sums.push({ kinds, grain, counts: byPeriod(data) })
      }
    }
    return sums
  })

/** Every sum by days, weeks, months and years that the domains answer. */
export const sumsOf = (years: ReadonlyArray<number>) =>
  Effect.map(Effect.all([sumsOfPlays(years), sumsOfThings(years), sumsOfDeclared(years)]), (sums) =>
    sums.flat<ReadonlyArray<ReadonlyArray<Sum>>>()
  )
