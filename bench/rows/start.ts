import { Effect } from "effect"
import type { Bench, Row } from "../support/Bench.js"
import * as Daybook from "../support/daybook.js"
import type { Dataset } from "../support/Dataset.js"
import { emptyStorage, temporary } from "../support/Engine.js"
import { nodeMemory, idleAfter, subtraction } from "../support/nodeMemory.js"
import { ask } from "../support/http.js"
import { atMost } from "../support/Line.js"
import { memoryOf } from "../support/memory.js"
import { median } from "../support/statistics.js"

const rounds = 5
const seconds = { embedded: 1.0, server: 0.7 }
const secondsOfNew = 2.5
const path = "/v1/listening/recent"

/** Starts a host and measures the seconds to the first answer. */
const firstAnswer = (dataset: Dataset) =>
  Effect.gen(function* () {
    const start = performance.now()
    const host = yield* Daybook.serve(dataset)
    yield* ask({ port: host.port, path, headers: { authorization: `Bearer ${dataset.key}` } })
    return { host, seconds: (performance.now() - start) / 1_000 }
  })

const idleMemory = (pid: number) =>
  Effect.map(Effect.zipRight(Effect.sleep(idleAfter), memoryOf(pid)), ({ now }) => now)

/** Starts a host on a new folder or database and measures the seconds to the first answer. */
const firstAnswerOfNew = (bench: Bench) =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* temporary
      const env = { ...(yield* emptyStorage(bench.engine, folder, bench.serverUrl)), DAYBOOK_TIMEZONE: "UTC" }
      const start = performance.now()
      const { port } = yield* Daybook.serve({ cwd: folder, env })
      yield* ask({ port, path: "/v1/health", headers: {} })
      return (performance.now() - start) / 1_000
    })
  )

/** Start time of a host on existing data, and its idle memory. */
export const start: Row = {
  name: "start",
  measure: (bench) =>
    Effect.gen(function* () {
      const dataset = yield* bench.dataset
      const newTimes = yield* Effect.replicateEffect(firstAnswerOfNew(bench), rounds)
      const times = yield* Effect.replicateEffect(Effect.scoped(firstAnswer(dataset)), rounds)
      const total = yield* Effect.scoped(Effect.flatMap(firstAnswer(dataset), ({ host }) => idleMemory(host.pid)))
      const node = (yield* nodeMemory(bench)).now
      return [
        atMost("start", seconds[bench.engine], {
          what: "daybook serve to the first 200",
          unit: "s",
          value: median(times.map((one) => one.seconds)),
          note: `median of ${rounds} starts`
        }),
        atMost("start", secondsOfNew, {
          what: "daybook serve to the first 200, new database",
          unit: "s",
          value: median(newTimes),
          note: `median of ${rounds} starts`
        }),
        atMost("start", 150, {
          what: "idle memory of a host without Node and engine",
          unit: "MB",
          value: total - node,
          note: subtraction(total, node)
        })
      ]
    })
}
