import { Effect } from "effect"
import { Agent, request } from "node:http"
import { BenchFailure } from "./BenchFailure.js"

export interface Answer {
  readonly status: number
  /** Names and values in turn, as they came. */
  readonly headers: ReadonlyArray<string>
  /** Each byte as one character. */
  readonly body: string
  readonly milliseconds: number
}

export interface Asked {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** One connection at a time, kept open: what is timed is the answer, not the greeting. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const fetched = ({ headers, path, port }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const milliseconds = performance.now() - start
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body: Buffer.concat(chunks).toString("latin1"), milliseconds })
      })
    }).on("error", reject).end()
  })

/** Asks once, and fails where the answer has another status than it must have. */
export const ask = (asked: Asked, status = 200): Effect.Effect<Answer, BenchFailure> =>
  Effect.flatMap(
    Effect.tryPromise({ try: () => fetched(asked), catch: (cause) => new BenchFailure({ message: `${asked.path} was not answered: ${String(cause)}` }) }),
    (answer) =>
      answer.status === status
        ? Effect.succeed(answer)
        : Effect.fail(new BenchFailure({ message: `${asked.path} answered ${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}` }))
  )

/** The value of a header, lower case; empty where it is not there. */
export const headerOf = ({ headers }: Answer, name: string): string =>
  headers[headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name) + 1] ?? ""

/** The body of a JSON answer. */
export const textOf = ({ body }: Answer): string => Buffer.from(body, "latin1").toString("utf8")
