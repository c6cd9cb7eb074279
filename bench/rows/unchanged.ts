import { Effect } from "effect"
import type { Row } from "../support/Bench.js"
import { compareWithBareServer } from "../support/compareWithBareServer.js"
import * as Daybook from "../support/daybook.js"
import { ask, headerOf } from "../support/http.js"
import { atLeast } from "../support/Line.js"

const bar = 0.7

/** A short answer, a typical one, and the longest. */
const paths = [
  "/v1/listening/streaks",
  "/v1/listening/top/artists?period=12month&include_sparklines=true",
  "/v1/listening/history?limit=200"
]

/** Repeated requests for unchanged data, compared with bare `node:http`. */
export const unchanged: Row = {
  name: "unchanged",
  measure: (bench) =>
    Effect.gen(function* () {
      const dataset = yield* bench.dataset
      const { port } = yield* Daybook.serve(dataset)
      const authorized = { authorization: `Bearer ${dataset.key}` }
      return yield* Effect.forEach(paths, (path) =>
        Effect.gen(function* () {
          const first = yield* ask({ port, path, headers: authorized })
          const name = path.replace("/v1/listening", "")
          const full = yield* compareWithBareServer(dataset.cwd, port, path, authorized, 200)
          const lines = [atLeast("unchanged", bar, { ...full, what: `unchanged ${name}` })]
          if (path !== paths[1]) return lines
          const conditional = { ...authorized, "if-none-match": headerOf(first, "etag") }
          const none = yield* compareWithBareServer(dataset.cwd, port, path, conditional, 304)
          return [...lines, atLeast("unchanged", bar, { ...none, what: `304 ${name}` })]
        })
      ).pipe(Effect.map((lines) => lines.flat()))
    })
}
