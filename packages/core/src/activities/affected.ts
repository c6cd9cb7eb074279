import { Chunk, Effect, Option, Stream } from "effect"
import { DeclaredStore, type RecordRef, type RecordRow, recordNamed } from "../declared/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { StorageFailure } from "../shared/errors.js"
import { farthestApart } from "../workouts/index.js"
import { type ActivityReport, activities } from "./domain.js"

const reportRecord = recordNamed(activities, "report")!

const dayMillis = 86_400_000
/** Days of the home time zone and days at a place differ by at most one, each way. */
const dayMargin = 2 * dayMillis
/** Rows per query. */
const portion = 1_000

/** The last day of a calendar. */
const latest = Date.parse("9990-12-31T00:00:00Z")

/** Epoch milliseconds. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The records of a type on the days of a span. */
const rowsIn = (
  of: RecordRef,
  { from, to }: Span
): Effect.Effect<ReadonlyArray<RecordRow>, StorageFailure, DeclaredStore | Calendar> =>
  Effect.gen(function* () {
    const store = yield* DeclaredStore
    const { dateOf } = yield* Calendar
    const days = { from: dateOf(from - dayMargin), to: dateOf(to + dayMargin) }
    const query = { days, equals: {}, sort: "id", order: "asc" } as const
    const pages = Stream.paginateChunkEffect(1, (page) =>
      Effect.map(store.list(of, { ...query, page: { page, limit: portion } }), ({ rows }) => [
        Chunk.unsafeFromArray(rows),
        rows.length < portion ? Option.none() : Option.some(page + 1)
      ])
    )
    return Chunk.toReadonlyArray(yield* Stream.runCollect(pages))
  })

/** The reports of all sources that start in a span, half-open. */
export const reportsWithin = ({ from, to }: Span) =>
  Effect.map(rowsIn(reportRecord, { from, to: Math.min(to, latest) }), (rows) =>
    rows
      .map(({ values }) => values as unknown as ActivityReport)
      .filter(({ started_at }) => started_at >= from && started_at < to)
  )

/** Reports in order of time, in parts that are too far apart to be of the same activities. */
const partsOf = (reports: ReadonlyArray<ActivityReport>): ReadonlyArray<ReadonlyArray<ActivityReport>> => {
  const parts: Array<Array<ActivityReport>> = []
  for (const report of reports.toSorted((one, other) => one.started_at - other.started_at)) {
    const last = parts.at(-1)?.at(-1)
    if (last !== undefined && report.started_at - last.started_at <= farthestApart) parts.at(-1)!.push(report)
    else parts.push([report])
  }
  return parts
}

/**
 * All reports that may be of the same activities as reports that start at some times, before or after a change. Reads
 * the days around, and more of them while a chain of reports leads out of them.
 */
export const affectedBy = (
  starts: ReadonlyArray<number>
): Effect.Effect<ReadonlyArray<ActivityReport>, StorageFailure, DeclaredStore | Calendar> =>
  Effect.gen(function* () {
    const changed = {
      from: starts.reduce((least, at) => Math.min(least, at), Infinity),
      to: starts.reduce((most, at) => Math.max(most, at), -Infinity)
    }
    for (let margin = dayMillis; ; margin *= 4) {
      const read = { from: changed.from - margin, to: changed.to + margin }
      const rows = yield* rowsIn(reportRecord, read)
      const parts = partsOf(rows.map(({ values }) => values as unknown as ActivityReport)).filter((part) =>
        starts.some((at) => at >= part[0]!.started_at - farthestApart && at <= part.at(-1)!.started_at + farthestApart)
      )
      const reports = parts.flat()
      const span = reports.reduce<Span>(
        ({ from, to }, { started_at }) => ({ from: Math.min(from, started_at), to: Math.max(to, started_at) }),
        changed
      )
      if (span.from - farthestApart < read.from || span.to + farthestApart > read.to) continue
      return reports
    }
  })
