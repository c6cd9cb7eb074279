import { Effect } from "effect"
import type { BareAnswer } from "../processes/bareHost.js"
import type { Row } from "../support/Bench.js"
import * as Daybook from "../support/daybook.js"
import type { Dataset } from "../support/Dataset.js"
import { helper } from "../support/helper.js"
import { type Answer, ask, headerOf } from "../support/http.js"
import { atLeast } from "../support/Line.js"
import { load } from "../support/load.js"
import { median } from "../support/statistics.js"

const connections = 16
const rounds = 8
const seconds = 1
const bar = 0.7

/** A short answer, one of the usual size, and the longest. */
const paths = [
  "/v1/listening/streaks",
  "/v1/listening/top/artists?period=12month&include_sparklines=true",
  "/v1/listening/history?limit=200"
]

/** Headers that `node:http` sets by itself. */
const automatic = new Set(["date", "connection", "keep-alive"])

const bareAnswerOf = ({ body, headers, status }: Answer): BareAnswer => {
  const kept = headers.flatMap((name, index) =>
    index % 2 === 1 || automatic.has(name.toLowerCase()) ? [] : [name, headers[index + 1] ?? ""])
  return { status, headers: kept, body }
}

/** The host and the bare server in turn, a second each, so that whatever else the machine does troubles both. */
const compared = (dataset: Dataset, port: number, path: string, headers: Readonly<Record<string, string>>, status: number) =>
  Effect.scoped(Effect.gen(function*() {
    const answer = yield* ask({ port, path, headers }, status)
    const bare = yield* helper<{ readonly port: number }>("bareHost", bareAnswerOf(answer), { cwd: dataset.cwd })
    const options = { path, headers, status, connections, seconds }
    const round = Effect.all({ value: load({ ...options, port }), yardstick: load({ ...options, port: bare.ready.port }) })
    yield* round
    const measured = yield* Effect.replicateEffect(round, rounds)
    return {
      unit: "requests/s",
      value: median(measured.map(({ value }) => value)),
      yardstick: median(measured.map(({ yardstick }) => yardstick)),
      note: `${answer.body.length.toLocaleString("en-US")} bytes; ${connections} connections, ${rounds} rounds in turn`
    }
  }))

/** What is asked again while nothing has changed: the whole path of a request, and what `node:http` alone could do. */
export const unchanged: Row = {
  name: "unchanged",
  measure: (bench) =>
    Effect.gen(function*() {
      const dataset = yield* bench.dataset
      const { port } = yield* Daybook.serve(dataset)
      const authorized = { authorization: `Bearer ${dataset.key}` }
      return yield* Effect.forEach(paths, (path) =>
        Effect.gen(function*() {
          const first = yield* ask({ port, path, headers: authorized })
          const name = path.replace("/v1/listening", "")
          const whole = yield* compared(dataset, port, path, authorized, 200)
          const lines = [atLeast("unchanged", bar, { ...whole, what: `unchanged ${name}` })]
          if (path !== paths[1]) return lines
          const conditional = { ...authorized, "if-none-match": headerOf(first, "etag") }
          const none = yield* compared(dataset, port, path, conditional, 304)
          return [...lines, atLeast("unchanged", bar, { ...none, what: `304 ${name}` })]
        })).pipe(Effect.map((lines) => lines.flat()))
    })
}
