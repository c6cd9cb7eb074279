import { Attending } from "@daybook/core/attending"
import { Collecting } from "@daybook/core/collecting"
import { DeclaredDomains, DeclaredQueries, mainRecord } from "@daybook/core/domain"
import { Listening } from "@daybook/core/listening"
import { Reading } from "@daybook/core/reading"
import { Running, type Units } from "@daybook/core/running"
import { type BadInput, Calendar, type NoData, yearOf } from "@daybook/core/shared"
import { Watching } from "@daybook/core/watching"
import { Effect } from "effect"

const newest = { page: 1, limit: 5 }

/** Null for a domain without data in the year. */
const orNull = <A, E, R>(section: Effect.Effect<A, E | NoData | BadInput, R>) =>
  Effect.catchIf(section, isWithoutData, () => Effect.succeed(null))

const isWithoutData = (error: unknown): error is NoData | BadInput =>
  typeof error === "object" &&
  error !== null &&
  "_tag" in error &&
  (error._tag === "NoData" || error._tag === "BadInput")

const running = Effect.fn("year.running")(function* (year: number, units: Units) {
  const running = (yield* Running).in(units)
  const review = yield* running.year(year)
  const { data } = yield* running.cumulative([year])
  return { ...review, cumulative: data[String(year).padStart(4, "0")] ?? [] }
})

const collecting = Effect.fn("year.collecting")(function* (year: number) {
  const collecting = yield* Collecting
  const filters = { from: `${year}-01-01`, to: `${year}-12-31` }
  const records = yield* collecting.recentRecords(newest, filters)
  const discs = yield* collecting.recentDiscs(newest, filters)
  const total = { records: records.pagination.total, discs: discs.pagination.total }
  return total.records + total.discs === 0
    ? null
    : { total_records: total.records, total_discs: total.discs, newest_records: records.data, newest_discs: discs.data }
})

/** The years of the domains from outside with data. */
const declaredYears = Effect.fn("year.declared")(function* (year: number) {
  const queries = yield* DeclaredQueries
  const reviews = yield* Effect.forEach(yield* DeclaredDomains, (domain) => {
    const main = mainRecord(domain)
    return main === undefined
      ? Effect.succeed(null)
      : Effect.map(
          orNull(queries.year(main, year)),
          (review) => review && { name: domain.name, title: domain.title, review }
        )
  })
  return reviews.filter((review) => review !== null)
})

/**
 * The year in review of every domain, as the API returns it. Null for a domain without data; of domains from outside
 * only those with data.
 */
export const yearReview = Effect.fn("yearReview")(function* (year: number, units: Units) {
  return {
    year,
    through: yield* Effect.map(
      Effect.flatMap(Calendar, ({ today }) => today),
      (today) => (today < `${year}-12-31` ? today : `${year}-12-31`)
    ),
    listening: yield* orNull(Effect.flatMap(Listening, (domain) => domain.year({ year, sparklines: true }))),
    running: yield* orNull(running(year, units)),
    watching: yield* orNull(Effect.flatMap(Watching, (domain) => domain.year(year))),
    collecting: yield* orNull(collecting(year)),
    reading: yield* orNull(Effect.flatMap(Reading, (domain) => domain.year(year))),
    attending: yield* orNull(Effect.flatMap(Attending, (domain) => domain.year(year))),
    declared: yield* declaredYears(year)
  }
})
export type YearReview = Effect.Effect.Success<ReturnType<typeof yearReview>>

/** The years with plays, runs, attended events or records from outside, newest first. */
export const yearsWithData = Effect.gen(function* () {
  const plays = yield* Effect.flatMap(Listening, (domain) => domain.years)
  const runs = yield* Effect.flatMap(Running, (domain) => domain.years({}))
  const events = yield* Effect.flatMap(Attending, (domain) => domain.stats({}))
  const queries = yield* DeclaredQueries
  const main = (yield* DeclaredDomains).flatMap((domain) => mainRecord(domain) ?? [])
  const declared = yield* Effect.forEach(main, (record) => Effect.map(queries.years(record), ({ data }) => data))
  const all = [...plays.data, ...runs.data, ...events.by_year, ...declared.flat()].map(({ year }) => Number(year))
  return Array.from(new Set(all)).sort((a, b) => b - a)
})

/** The current year in the home time zone. */
export const thisYear = Effect.flatMap(Calendar, ({ today }) => Effect.map(today, yearOf))
