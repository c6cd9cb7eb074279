import { Effect } from "effect"
import type { Row } from "../support/Bench.js"
import * as Daybook from "../support/daybook.js"
import { ask, headerOf } from "../support/http.js"
import { atMost } from "../support/Line.js"
import { proxied } from "../support/proxied.js"

const paths = ["/v1/listening/recent", "/v1/listening/top/artists?period=12month", "/v1/listening/streaks"]
const rounds = 50

/** What is asked again while nothing has changed touches no table of the data, whole or as a 304. */
export const untouched: Row = {
  name: "untouched",
  measure: (bench) =>
    Effect.gen(function*() {
      const { cwd, env, key, taken } = yield* proxied(bench)
      const { port } = yield* Daybook.serve({ cwd, env })
      const headers = { authorization: `Bearer ${key}` }
      const first = yield* Effect.forEach(paths, (path) => Effect.map(ask({ port, path, headers }), (answer) => ({ path, etag: headerOf(answer, "etag") })))
      yield* taken
      for (let round = 0; round < rounds; round++) {
        yield* Effect.forEach(first, ({ etag, path }) =>
          Effect.zipRight(ask({ port, path, headers }), ask({ port, path, headers: { ...headers, "if-none-match": etag } }, 304)))
      }
      const statements = yield* taken
      const reading = statements.filter(({ text }) => text.includes("listening_"))
      return [
        atMost("untouched", 0, {
          what: `table reads of ${2 * rounds * paths.length} unchanged answers`,
          unit: "statements",
          value: reading.length,
          note: `half of them 304; ${statements.length} statements of the host's own meanwhile`
        })
      ]
    })
}
