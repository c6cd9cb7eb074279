import { Effect } from "effect"
import type { Row } from "../support/Bench.js"
import { compareWithBareServer } from "../support/compareWithBareServer.js"
import * as Daybook from "../support/daybook.js"
import { atLeast } from "../support/Line.js"

/** Twice what the public service reaches, which is about a twelfth of bare `node:http`. */
const bar = 0.17

/** Health checks, which are never cached, compared with bare `node:http`. */
export const health: Row = {
  name: "liveness",
  measure: (bench) =>
    Effect.gen(function* () {
      const dataset = yield* bench.dataset
      const { port } = yield* Daybook.serve(dataset)
      const figure = yield* compareWithBareServer(dataset.cwd, port, "/v1/health", {}, 200)
      return [atLeast("liveness", bar, { ...figure, what: "/v1/health" })]
    })
}
