import { Effect } from "effect"
import type { BareAnswer } from "../processes/bareHost.js"
import { helper } from "./helper.js"
import { type Answer, ask } from "./http.js"
import { load } from "./load.js"
import { median } from "./statistics.js"

const connections = 16
const rounds = 8
const seconds = 1

/** Headers that `node:http` sets by itself. */
const automatic = new Set(["date", "connection", "keep-alive"])

const bareAnswerOf = ({ body, headers, status }: Answer): BareAnswer => {
  const forwarded = headers.flatMap((name, index) =>
    index % 2 === 1 || automatic.has(name.toLowerCase()) ? [] : [name, headers[index + 1] ?? ""]
  )
  return { status, headers: forwarded, body }
}

/** Loads the host and the bare server alternately for a second each, so that other load affects both. */
export const compareWithBareServer = (
  cwd: string,
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  status: number
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const answer = yield* ask({ port, path, headers }, status)
      const bare = yield* helper<{ readonly port: number }>("bareHost", bareAnswerOf(answer), { cwd })
      const options = { path, headers, status, connections, seconds }
      const round = Effect.all({
        value: load({ ...options, port }),
        yardstick: load({ ...options, port: bare.ready.port })
      })
      yield* round
      const measured = yield* Effect.replicateEffect(round, rounds)
      return {
        unit: "requests/s",
        value: median(measured.map(({ value }) => value)),
        yardstick: median(measured.map(({ yardstick }) => yardstick)),
        note: `${answer.body.length.toLocaleString("en-US")} bytes; ${connections} connections, ${rounds} alternating rounds`
      }
    })
  )
