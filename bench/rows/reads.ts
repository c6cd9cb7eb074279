import { yearOf } from "@daybook/core/shared"
import { Effect } from "effect"
import type pg from "pg"
import { type Read, reads as ofListening, rooms as ofRooms } from "../queries/index.js"
import { concrete } from "../reads/concrete.js"
import { heavier } from "../reads/heavier.js"
import { alone, beside, type Measured } from "../reads/measured.js"
import { routesOf } from "../reads/routes.js"
import { calendarOf, subjectsOf } from "../reads/subjects.js"
import type { Bench, Row } from "../support/Bench.js"
import type { BenchFailure } from "../support/BenchFailure.js"
import { type Cold, coldHost } from "../support/cold.js"
import { connected } from "../support/Engine.js"
import { atMost, type Line, within } from "../support/Line.js"

const slowest = 50
const growth = 2

/** Dates in a path move with the day of measuring, ids with the data. */
const nameOf = (path: string) => `first read of ${path.slice("/v1".length).replace(/\d{4}-\d{2}-\d{2}/g, "DAY").replace(/\/\d{1,3}(?=\/|$)|\/\d{5,}(?=\/|$)/g, "/ID")}`

/** What the same read took on a life, where that was measured. */
const onLife = ({ engine, results, size }: Bench, row: string, what: string) =>
  size !== "large" ? undefined : results[`life-${engine}`]?.lines.find((line) => line.row === row && line.what === what)?.value

const linesOf = (bench: Bench, row: string, { note, path, value, yardstick }: Measured): ReadonlyArray<Line> => {
  const what = nameOf(path)
  const life = onLife(bench, row, what)
  return [
    yardstick === null ? atMost(row, slowest, { what, unit: "ms", value, note }) : within(row, 1.5, 2, { what, unit: "ms", value, yardstick, note }),
    ...(life === undefined ? [] : [within(row, growth, 2, { what: `${what}, large beside life`, unit: "ms", value, yardstick: life })])
  ]
}

/** Nothing on the embedded engine may take longer than this even once. */
const worstOf = ({ engine, size }: Bench, row: string, all: ReadonlyArray<Measured>): ReadonlyArray<Line> => {
  if (engine !== "embedded" || size === "large" || all.length === 0) return []
  const worst = all.reduce((a, b) => a.most > b.most ? a : b)
  return [atMost(row, slowest, { what: `the slowest of the first reads of ${row}`, unit: "ms", value: worst.most, note: worst.path })]
}

/** A read that cannot be measured is a line of its own: the others of its room are measured all the same. */
const orSaid = (row: string, path: string, lines: Effect.Effect<ReadonlyArray<Line>, BenchFailure>): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.catchAll(lines, ({ message }) => Effect.succeed([atMost(row, 0, { what: `${path}, not measured`, unit: "failures", value: 1, note: message })]))

const queriesOf = (room: string, client: pg.Client, env: Readonly<Record<string, string>>): Effect.Effect<ReadonlyArray<Read>, BenchFailure> =>
  room === "listening" ? Effect.map(subjectsOf(client, calendarOf(env)), ofListening) : Effect.map(calendarOf(env).today, (today) => ofRooms[room]?.(today) ?? [])

const withoutQuery = (path: string) => path.replace(/\?.*/, "")

/** First reads of one room: with nothing kept for them, all the way through limit, key, parameters, database and schema. */
const reads = (room: string): Row => ({
  name: room,
  measure: (bench) =>
    Effect.gen(function*() {
      const { env } = yield* bench.dataset
      const cold: Cold = yield* coldHost(bench)
      const client = yield* connected(cold.address)
      const queries = yield* queriesOf(room, client, env)
      const year = yearOf(yield* calendarOf(env).today) - 1
      const all: Array<Measured> = []
      const noted = (one: Measured) => {
        all.push(one)
        return linesOf(bench, room, one)
      }
      const byHand = yield* Effect.forEach(queries, (read) =>
        orSaid(room, `/${room}${read.path}`, Effect.map(beside(cold, room, read, client), noted)))
      const known = new Set(queries.map(({ path }) => `/v1/${room}${path}`))
      const asIs = (path: string) => Effect.map(alone(cold, path), noted)
      const routes = yield* Effect.forEach(yield* routesOf(cold, room), (route) =>
        orSaid(room, route, Effect.flatMap(concrete(cold, route, year), (path) =>
          known.has(path) || room === "listening" && Array.from(known, withoutQuery).includes(path) ? Effect.succeed([]) : asIs(path))))
      const heavy = yield* Effect.forEach((heavier[room] ?? []).map((path) => `/v1/${room}${path.replace("{year}", String(year))}`), (path) =>
        known.has(path) ? Effect.succeed([]) : orSaid(room, path, asIs(path)))
      return [...[...byHand, ...routes, ...heavy].flat(), ...worstOf(bench, room, all)]
    })
})

/** First reads of every GET of the contract: those with SQL by hand beside it, all against the bound. */
export const ofEveryRoom = ["listening", "running", "watching", "collecting", "reading", "attending", "feed", "health", "admin"].map(reads)
