import { Effect } from "effect"
import pg from "pg"
import { queriesOf } from "../reads/queries.js"
import type { Read } from "../queries/index.js"
import { toQuery } from "../queries/sql.js"
import type { Bench, Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { type Cold, coldHost } from "../support/cold.js"
import { connectClient } from "../support/Engine.js"
import { atLeast } from "../support/Line.js"
import { load } from "../support/load.js"
import { median } from "../support/statistics.js"

const connections = 16
const rounds = 5
const seconds = 1
const bar = 0.5

/** A short read, a page, a chart, and reads that count much. */
const measured: Readonly<Record<string, ReadonlyArray<string>>> = {
  listening: ["/stats", "/recent", "/top/artists", "/streaks", "/calendar"],
  running: ["/activities"],
  watching: ["/stats"]
}

/** Runs the SQL of a read over as many connections as the host gets requests, and counts the answers a second. */
const loadSql = (address: string, read: Read): Effect.Effect<number, BenchFailure> =>
  Effect.tryPromise({
    try: async () => {
      const { text, values } = toQuery(read.sql)
      const clients = await Promise.all(
        Array.from({ length: connections }, async () => {
          const client = new pg.Client(address)
          await client.connect()
          return client
        })
      )
      const start = performance.now()
      const end = start + seconds * 1_000
      let answered = 0
      try {
        await Promise.all(
          clients.map(async (client) => {
            while (performance.now() < end) {
              await client.query(text, values)
              if (performance.now() < end) answered++
            }
          })
        )
      } finally {
        await Promise.all(clients.map((client) => client.end()))
      }
      return answered / seconds
    },
    catch: (cause) => new BenchFailure({ message: `the SQL of ${read.path} failed under load: ${String(cause)}` })
  })

const compare = (cold: Cold, domain: string, read: Read) =>
  Effect.gen(function* () {
    const path = `/v1/${domain}${read.path}`
    const options = { port: cold.port, path, headers: { authorization: `Bearer ${cold.key}` }, status: 200 }
    const round = Effect.all({
      value: load({ ...options, connections, seconds }),
      yardstick: loadSql(cold.address, read)
    })
    yield* round
    const all = yield* Effect.replicateEffect(round, rounds)
    return atLeast("concurrent", bar, {
      what: `first reads of /${domain}${read.path}, ${connections} connections`,
      unit: "requests/s",
      value: median(all.map(({ value }) => value)),
      yardstick: median(all.map(({ yardstick }) => yardstick)),
      note: `hand-written SQL over ${connections} connections; ${rounds} alternating rounds`
    })
  })

/** Uncached reads under load, compared with their hand-written SQL through the same driver. */
export const concurrent: Row = {
  name: "concurrent",
  measure: (bench: Bench) =>
    Effect.gen(function* () {
      const { env } = yield* bench.dataset
      const cold = yield* coldHost(bench)
      const client = yield* connectClient(cold.address)
      const lines = yield* Effect.forEach(Object.entries(measured), ([domain, paths]) =>
        Effect.flatMap(queriesOf(domain, client, env), (queries) =>
          Effect.forEach(
            queries.filter(({ path }) => paths.includes(path)),
            (read) => compare(cold, domain, read)
          )
        )
      )
      return lines.flat()
    })
}
