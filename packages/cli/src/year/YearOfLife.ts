import { Attending } from "@daybook/core/attending"
import { Collecting } from "@daybook/core/collecting"
import { Listening } from "@daybook/core/listening"
import { Reading } from "@daybook/core/reading"
import { Running, type Units } from "@daybook/core/running"
import { type BadInput, Calendar, type NoData, yearOf } from "@daybook/core/shared"
import { Watching } from "@daybook/core/watching"
import { Effect } from "effect"

const newest = { page: 1, limit: 5 }

/** A room that has nothing to say of the year, or does not reach back that far, is left out. */
const orNull = <A, E, R>(room: Effect.Effect<A, E | NoData | BadInput, R>) =>
  Effect.catchIf(room, isSilence, () => Effect.succeed(null))

const isSilence = (error: unknown): error is NoData | BadInput =>
  typeof error === "object" && error !== null && "_tag" in error && (error._tag === "NoData" || error._tag === "BadInput")

const running = Effect.fn("year.running")(function*(year: number, units: Units) {
  const running = (yield* Running).in(units)
  const review = yield* running.year(year)
  const { data } = yield* running.cumulative([year])
  return { ...review, cumulative: data[String(year).padStart(4, "0")] ?? [] }
})

const collecting = Effect.fn("year.collecting")(function*(year: number) {
  const collecting = yield* Collecting
  const filters = { from: `${year}-01-01`, to: `${year}-12-31` }
  const records = yield* collecting.recentRecords(newest, filters)
  const discs = yield* collecting.recentDiscs(newest, filters)
  const total = { records: records.pagination.total, discs: discs.pagination.total }
  return total.records + total.discs === 0 ? null : { total_records: total.records, total_discs: total.discs, newest_records: records.data, newest_discs: discs.data }
})

/** One year in all rooms, each as the API tells it; null where there is nothing. */
export const yearOfLife = Effect.fn("yearOfLife")(function*(year: number, units: Units) {
  return {
    year,
    through: yield* Effect.map(Effect.flatMap(Calendar, ({ today }) => today), (today) => today < `${year}-12-31` ? today : `${year}-12-31`),
    listening: yield* orNull(Effect.flatMap(Listening, (room) => room.year({ year, sparklines: true }))),
    running: yield* orNull(running(year, units)),
    watching: yield* orNull(Effect.flatMap(Watching, (room) => room.year(year))),
    collecting: yield* orNull(collecting(year)),
    reading: yield* orNull(Effect.flatMap(Reading, (room) => room.year(year))),
    attending: yield* orNull(Effect.flatMap(Attending, (room) => room.year(year)))
  }
})
export type YearOfLife = Effect.Effect.Success<ReturnType<typeof yearOfLife>>

/** The years that have something in them, newest first. */
export const knownYears = Effect.gen(function*() {
  const heard = yield* Effect.flatMap(Listening, (room) => room.years)
  const run = yield* Effect.flatMap(Running, (room) => room.years({}))
  const attended = yield* Effect.flatMap(Attending, (room) => room.stats({}))
  const all = [...heard.data, ...run.data, ...attended.by_year].map(({ year }) => Number(year))
  return Array.from(new Set(all)).sort((a, b) => b - a)
})

/** The year that it is at home. */
export const thisYear = Effect.flatMap(Calendar, ({ today }) => Effect.map(today, yearOf))
