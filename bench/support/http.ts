import { Effect } from "effect"
import { Agent, request } from "node:http"
import { BenchFailure } from "./BenchFailure.js"

export interface Answer {
  readonly status: number
  /** Alternating names and values, as received. */
  readonly headers: ReadonlyArray<string>
  /** One character per byte. */
  readonly body: string
  readonly milliseconds: number
}

export interface Request {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** One keep-alive connection, so that the time does not include the connection setup. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const send = ({ headers, path, port }: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const milliseconds = performance.now() - start
        resolve({
          status: response.statusCode ?? 0,
          headers: response.rawHeaders,
          body: Buffer.concat(chunks).toString("latin1"),
          milliseconds
        })
      })
    })
      .on("error", reject)
      .end()
  })

/** Sends one request. Fails when the answer has another status. */
export const ask = (options: Request, status = 200): Effect.Effect<Answer, BenchFailure> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => send(options),
      catch: (cause) => new BenchFailure({ message: `${options.path} was not answered: ${String(cause)}` })
    }),
    (answer) =>
      answer.status === status
        ? Effect.succeed(answer)
        : Effect.fail(
            new BenchFailure({
              message: `${options.path} answered ${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}`
            })
          )
  )

/** The value of a header with a lower-case name, or an empty string. */
export const headerOf = ({ headers }: Answer, name: string): string =>
  headers[headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name) + 1] ?? ""

/** The body of a JSON answer. */
export const textOf = ({ body }: Answer): string => Buffer.from(body, "latin1").toString("utf8")
