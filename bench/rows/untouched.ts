import { Effect } from "effect"
import type { Row } from "../support/Bench.js"
import * as Daybook from "../support/daybook.js"
import { ask, headerOf } from "../support/http.js"
import { atMost } from "../support/Line.js"
import { proxied } from "../support/proxied.js"

const paths = ["/v1/listening/recent", "/v1/listening/top/artists?period=12month", "/v1/listening/streaks"]
const rounds = 50

/** Repeated requests for unchanged data read no table, with status 200 or 304. */
export const untouched: Row = {
  name: "untouched",
  measure: (bench) =>
    Effect.gen(function* () {
      const { cwd, env, key, takeStatements } = yield* proxied(bench)
      const { port } = yield* Daybook.serve({ cwd, env })
      const headers = { authorization: `Bearer ${key}` }
      const first = yield* Effect.forEach(paths, (path) =>
        Effect.map(ask({ port, path, headers }), (answer) => ({ path, etag: headerOf(answer, "etag") }))
      )
      yield* takeStatements
      for (let round = 0; round < rounds; round++) {
        yield* Effect.forEach(first, ({ etag, path }) =>
          Effect.zipRight(
            ask({ port, path, headers }),
            ask({ port, path, headers: { ...headers, "if-none-match": etag } }, 304)
          )
        )
      }
      const statements = yield* takeStatements
      const reading = statements.filter(({ text }) => text.includes("listening_"))
      return [
        atMost("untouched", 0, {
          what: `table reads of ${2 * rounds * paths.length} unchanged answers`,
          unit: "statements",
          value: reading.length,
          note: `half of them 304; ${statements.length} statements of background work`
        })
      ]
    })
}
