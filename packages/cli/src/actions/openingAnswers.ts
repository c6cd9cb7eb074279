import { Waiting } from "@daybook/adapters/opening"
import { Effect } from "effect"
import { type Server, createServer } from "node:http"

const seconds = "1"

/** Answers every request with what the host does, as an error envelope. */
const answering = (text: () => string): Server =>
  createServer((request, response) => {
    request.resume()
    response
      .writeHead(503, {
        "content-type": "application/json",
        "cache-control": "no-store",
        "retry-after": seconds,
        connection: "close"
      })
      .end(JSON.stringify({ error: text(), status: 503 }))
  })

const listening = (server: Server, host: string, port: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    // Without these answers, clients find nobody there, and the data is opened as well.
    server.once("error", () => resume(Effect.void))
    server.listen({ host, port }, () => resume(Effect.void))
  })

const closed = (server: Server): Effect.Effect<void> =>
  Effect.async((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

/**
 * Listens in place of the host while it opens its data again, and answers 503 with what it waits for: the page shows
 * which domain is computed. `close` frees the port for the host; the end of the scope does, too.
 */
export const openingAnswers = (host: string, port: number) =>
  Effect.gen(function* () {
    const outer = yield* Waiting
    let text = "opening the data again"
    const server = answering(() => text)
    yield* Effect.acquireRelease(listening(server, host, port), () => closed(server))
    const during = <A, E, R>(what: string, work: Effect.Effect<A, E, R>) =>
      outer.during(
        what,
        Effect.suspend(() => {
          text = what
          return work
        })
      )
    return { close: closed(server), waiting: { ...outer, during }, address: () => server.address() }
  })
