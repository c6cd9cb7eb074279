import { yearOf } from "@daybook/core/shared"
import { Effect } from "effect"
import { concrete } from "../reads/concrete.js"
import { heavier } from "../reads/heavier.js"
import { compareWithSql, type Measurement, measureRead } from "../reads/measureRead.js"
import { queriesOf } from "../reads/queries.js"
import { routesOf } from "../reads/routes.js"
import { calendarOf } from "../reads/subjects.js"
import type { Bench, Row } from "../support/Bench.js"
import type { BenchFailure } from "../support/BenchFailure.js"
import { type Cold, coldHost } from "../support/cold.js"
import { connectClient } from "../support/Engine.js"
import { atMost, type Line, within } from "../support/Line.js"

const maxReadMs = 50
const growth = 2

/** A stable name: dates change with the day, ids with the data. */
const nameOf = (path: string) =>
  `first read of ${path
    .slice("/v1".length)
    .replace(/\d{4}-\d{2}-\d{2}/g, "DAY")
    .replace(/\/\d{1,3}(?=\/|$)|\/\d{5,}(?=\/|$)/g, "/ID")}`

/** The time of the same read on the dataset `life`, if it was measured. */
const timeOnLife = ({ engine, results, size }: Bench, row: string, what: string) =>
  size !== "large"
    ? undefined
    : results[`life-${engine}`]?.lines.find((line) => line.row === row && line.what === what)?.value

const linesOf = (bench: Bench, row: string, { note, path, value, yardstick }: Measurement): ReadonlyArray<Line> => {
  const what = nameOf(path)
  const life = timeOnLife(bench, row, what)
  return [
    yardstick === null
      ? atMost(row, maxReadMs, { what, unit: "ms", value, note })
      : within(row, 1.5, 2, { what, unit: "ms", value, yardstick, note }),
    ...(life === undefined
      ? []
      : [within(row, growth, 2, { what: `${what}, large against life`, unit: "ms", value, yardstick: life })])
  ]
}

/** On the embedded database no single read may exceed the limit. */
const worstOf = ({ engine, size }: Bench, row: string, all: ReadonlyArray<Measurement>): ReadonlyArray<Line> => {
  if (engine !== "embedded" || size === "large" || all.length === 0) return []
  const worst = all.reduce((a, b) => (a.most > b.most ? a : b))
  return [
    atMost(row, maxReadMs, { what: `slowest first read of ${row}`, unit: "ms", value: worst.most, note: worst.path })
  ]
}

/** A read that cannot be measured becomes a failing line; the others are still measured. */
const orFailingLine = (
  row: string,
  path: string,
  lines: Effect.Effect<ReadonlyArray<Line>, BenchFailure>
): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.catchAll(lines, ({ message }) =>
    Effect.succeed([atMost(row, 0, { what: `${path}, not measured`, unit: "failures", value: 1, note: message })])
  )

const withoutQuery = (path: string) => path.replace(/\?.*/, "")

/** Uncached reads of one domain: the full path of limit, key, parameters, database and schema. */
const reads = (domain: string): Row => ({
  name: domain,
  measure: (bench) =>
    Effect.gen(function* () {
      const { env } = yield* bench.dataset
      const cold: Cold = yield* coldHost(bench)
      const client = yield* connectClient(cold.address)
      const queries = yield* queriesOf(domain, client, env)
      const year = yearOf(yield* calendarOf(env).today) - 1
      const all: Array<Measurement> = []
      const record = (one: Measurement) => {
        all.push(one)
        return linesOf(bench, domain, one)
      }
      const byHand = yield* Effect.forEach(queries, (read) =>
        orFailingLine(domain, `/${domain}${read.path}`, Effect.map(compareWithSql(cold, domain, read, client), record))
      )
      const handWritten = new Set(queries.map(({ path }) => `/v1/${domain}${path}`))
      const withoutSql = (path: string) => Effect.map(measureRead(cold, path), record)
      const routes = yield* Effect.forEach(yield* routesOf(cold, domain), (route) =>
        orFailingLine(
          domain,
          route,
          Effect.flatMap(concrete(cold, route, year), (path) =>
            handWritten.has(path) || (domain === "listening" && Array.from(handWritten, withoutQuery).includes(path))
              ? Effect.succeed([])
              : withoutSql(path)
          )
        )
      )
      const heavy = yield* Effect.forEach(
        (heavier[domain] ?? []).map((path) => `/v1/${domain}${path.replace("{year}", String(year))}`),
        (path) => (handWritten.has(path) ? Effect.succeed([]) : orFailingLine(domain, path, withoutSql(path)))
      )
      return [...[...byHand, ...routes, ...heavy].flat(), ...worstOf(bench, domain, all)]
    })
})

/** First reads of every GET of the contract, compared with hand-written SQL where it exists. */
export const domainRows = [
  "listening",
  "running",
  "watching",
  "collecting",
  "reading",
  "attending",
  "feed",
  "health",
  "admin"
].map(reads)
