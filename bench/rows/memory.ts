import { yearOf } from "@daybook/core/shared"
import { Effect, Option } from "effect"
import { concrete } from "../reads/concrete.js"
import { routesOf } from "../reads/routes.js"
import { calendarOf } from "../reads/subjects.js"
import type { Bench, Row } from "../support/Bench.js"
import { type Reader, requestCold } from "../support/cold.js"
import * as Daybook from "../support/daybook.js"
import { nodeMemory, idleAfter, subtraction } from "../support/nodeMemory.js"
import { atMost } from "../support/Line.js"
import { load } from "../support/load.js"
import { memoryOf } from "../support/memory.js"
import { totalMemory } from "../support/totalMemory.js"
import { domainRows } from "./reads.js"

const connections = 16
/** For each path. */
const seconds = 0.25

/** Requests every GET of the contract once and returns the paths that were answered. */
const requestAll = (reader: Reader, year: number) =>
  Effect.gen(function* () {
    const routes = (yield* Effect.forEach(domainRows, ({ name }) => routesOf(reader, name))).flat()
    const paths = yield* Effect.forEach(routes, (route) =>
      Effect.option(Effect.tap(concrete(reader, route, year), (path) => requestCold(reader, path)))
    )
    return paths.flatMap(Option.toArray)
  })

/** Sixteen clients request every path for a moment. Paths that stream are skipped. */
const loadAll = ({ key, port }: Reader, paths: ReadonlyArray<string>) =>
  Effect.forEach(
    paths,
    (path) =>
      Effect.ignore(
        load({ port, path, headers: { authorization: `Bearer ${key}` }, status: 200, connections, seconds })
      ),
    { discard: true }
  )

/** Megabytes of a host with its embedded engine. */
const maxTogetherMb = { rest: 200, load: 260 }
const maxAloneMb = 150

const aloneLine = (when: string, total: number, node: number) =>
  atMost("memory", maxAloneMb, {
    what: `memory of a host ${when}, without Node and engine`,
    unit: "MB",
    value: total - node,
    note: subtraction(total, node)
  })

const togetherLine = (bench: Bench, when: string, bar: number, value: number) =>
  bench.engine === "server"
    ? []
    : [
        atMost("memory", bar, {
          what: `memory of a host and its engine ${when}`,
          unit: "MB",
          value,
          note: "sum of PSS"
        })
      ]

/** How a host is started: bare, and as the service file and the container start it. */
const starts = [
  { how: "", env: {} },
  { how: ", MALLOC_ARENA_MAX=2", env: { MALLOC_ARENA_MAX: "2" } }
]

/** Starts a host and measures it at rest, at its peak with every answer made once, and under load. */
const measureHost = (bench: Bench, node: number, { env, how }: (typeof starts)[number]) =>
  Effect.gen(function* () {
    const dataset = yield* bench.dataset
    const { pid, port } = yield* Daybook.serve({ cwd: dataset.cwd, env: { ...dataset.env, ...env } })
    const together = totalMemory(pid, dataset.env["DAYBOOK_DATA_DIR"] ?? "")
    yield* Effect.sleep(idleAfter)
    const rest = yield* memoryOf(pid)
    const restTogether = yield* together
    const reader = { port, key: dataset.key }
    const paths = yield* requestAll(reader, yearOf(yield* calendarOf(dataset.env).today) - 1)
    const cold = yield* memoryOf(pid)
    yield* loadAll(reader, paths)
    const loaded = yield* memoryOf(pid)
    return [
      aloneLine(`at rest${how}`, rest.now, node),
      aloneLine(`with ${paths.length} answers made once${how}`, cold.most, node),
      aloneLine(`under load of ${connections} connections${how}`, loaded.most, node),
      ...togetherLine(bench, `at rest${how}`, maxTogetherMb.rest, restTogether),
      ...togetherLine(bench, `after load of ${connections} connections${how}`, maxTogetherMb.load, yield* together)
    ]
  })

/** The memory of a host on existing data, for each start. */
export const memory: Row = {
  name: "memory",
  measure: (bench) =>
    Effect.gen(function* () {
      const node = (yield* nodeMemory(bench)).now
      const lines = yield* Effect.forEach(starts, (start) => Effect.scoped(measureHost(bench, node, start)))
      return lines.flat()
    })
}
