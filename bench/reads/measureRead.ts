import { Effect } from "effect"
import type pg from "pg"
import type { Read, Row } from "../queries/index.js"
import { toQuery } from "../queries/sql.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { type Cold, requestCold } from "../support/cold.js"
import { textOf } from "../support/http.js"
import { median } from "../support/statistics.js"

const warmUps = 3
const rounds = 15

/** The times of a read in milliseconds, and of its hand-written SQL if there is any. */
export interface Measurement {
  readonly path: string
  readonly value: number
  readonly yardstick: number | null
  readonly note: string
  readonly most: number
}

export const query = (
  client: pg.Client,
  text: string,
  values: Array<unknown> = []
): Effect.Effect<ReadonlyArray<Row>, BenchFailure> =>
  Effect.tryPromise({
    try: async () => (await client.query<Row>(text, values)).rows,
    catch: (cause) => new BenchFailure({ message: `PostgreSQL refuses ${text.trim().slice(0, 200)}: ${String(cause)}` })
  })

const spread = (times: ReadonlyArray<number>) =>
  `fastest ${Math.min(...times).toFixed(2)}, slowest ${Math.max(...times).toFixed(1)} ms`

/** Measures an uncached read. */
export const measureRead = (cold: Cold, path: string): Effect.Effect<Measurement, BenchFailure> =>
  Effect.gen(function* () {
    yield* Effect.replicateEffect(requestCold(cold, path), warmUps, { discard: true })
    const times = (yield* Effect.replicateEffect(requestCold(cold, path), rounds)).map(
      ({ milliseconds }) => milliseconds
    )
    return { path, value: median(times), yardstick: null, note: spread(times), most: Math.max(...times) }
  })

/** Measures the read and its SQL alternately. Fails when their results differ. */
export const compareWithSql = (
  cold: Cold,
  domain: string,
  read: Read,
  client: pg.Client
): Effect.Effect<Measurement, BenchFailure> =>
  Effect.gen(function* () {
    const { text, values } = toQuery(read.sql)
    const path = `/v1/${domain}${read.path}`
    const expected = JSON.stringify(read.fromAnswer(JSON.parse(textOf(yield* requestCold(cold, path)))))
    const actual = JSON.stringify(read.fromRows(yield* query(client, text, values)))
    if (expected !== actual) {
      return yield* new BenchFailure({
        message: `${path} and its yardstick differ: ${difference(expected, actual)}; correct the SQL in bench/queries`
      })
    }
    const times: Array<number> = []
    const yardsticks: Array<number> = []
    for (let round = 0; round < warmUps + rounds; round++) {
      const { milliseconds } = yield* requestCold(cold, path)
      const start = performance.now()
      yield* query(client, text, values)
      if (round < warmUps) continue
      times.push(milliseconds)
      yardsticks.push(performance.now() - start)
    }
    const note = `${spread(times)}; hand-written SQL fastest ${Math.min(...yardsticks).toFixed(2)}`
    return { path, value: median(times), yardstick: median(yardsticks), note, most: Math.max(...times) }
  })

const difference = (expected: string, actual: string): string => {
  const at = Array.from(expected).findIndex((letter, index) => letter !== actual[index])
  const from = Math.max(0, at - 40)
  return `…${expected.slice(from, at + 40)}… and …${actual.slice(from, at + 40)}…`
}
