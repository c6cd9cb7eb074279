import { Effect } from "effect"
import { type Socket, connect } from "node:net"
import { BenchFailure } from "./BenchFailure.js"

export interface LoadOptions {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The status that every answer must have. */
  readonly status: number
  readonly connections: number
  readonly seconds: number
}

const headEnd = Buffer.from("\r\n\r\n")

/** The part of an answer that is still expected. */
interface Pending {
  head: Buffer | null
  bodyLeft: number
}

const lengthOf = (head: string, status: number): number => {
  if (Number(head.slice(9, 12)) !== status) throw new Error(`answered ${head.slice(9, 12)} instead of ${status}`)
  if (status === 304) return 0
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length === undefined) throw new Error("answered without a length")
  return Number(length)
}

/** Processes a chunk and returns whether the answer is complete. One request is active at a time. */
const take = (pending: Pending, chunk: Buffer, status: number): boolean => {
  if (pending.bodyLeft > 0) {
    pending.bodyLeft -= chunk.length
    return pending.bodyLeft <= 0
  }
  const bytes = pending.head === null ? chunk : Buffer.concat([pending.head, chunk])
  const end = bytes.indexOf(headEnd)
  if (end < 0) {
    pending.head = bytes
    return false
  }
  pending.head = null
  pending.bodyLeft = lengthOf(bytes.toString("latin1", 0, end), status) - (bytes.length - end - headEnd.length)
  return pending.bodyLeft <= 0
}

const drive = (
  socket: Socket,
  request: Buffer,
  status: number,
  count: () => void,
  failed: (error: Error) => void
): void => {
  const pending: Pending = { head: null, bodyLeft: 0 }
  socket.setNoDelay(true)
  socket.on("close", () => failed(new Error("the connection was closed")))
  socket.on("data", (chunk) => {
    try {
      if (!take(pending, chunk, status)) return
      pending.bodyLeft = 0
      count()
      socket.write(request)
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)))
    }
  })
  socket.write(request)
}

const textOf = ({ headers, path }: LoadOptions) =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    ""
  ].join("\r\n")

/**
 * Requests per second over keep-alive connections, each with one active request. Raw sockets and minimal parsing keep
 * this process from being the bottleneck.
 */
export const load = (options: LoadOptions): Effect.Effect<number, BenchFailure> =>
  Effect.async((resume) => {
    const request = Buffer.from(textOf(options), "latin1")
    let answered = 0
    let open = 0
    let over = false
    let timer: NodeJS.Timeout | undefined
    const end = (answer: Effect.Effect<number, BenchFailure>) => {
      if (over) return
      over = true
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      resume(answer)
    }
    const failed = (error: Error) =>
      end(Effect.fail(new BenchFailure({ message: `${options.path} under load: ${error.message}` })))
    /** Starts the clock when all connections are established. */
    const begin = () => {
      const start = performance.now()
      timer = setTimeout(
        () => end(Effect.succeed(answered / ((performance.now() - start) / 1_000))),
        options.seconds * 1_000
      )
      for (const socket of sockets) drive(socket, request, options.status, () => answered++, failed)
    }
    const sockets = Array.from({ length: options.connections }, () =>
      connect({ host: "127.0.0.1", port: options.port })
    )
    for (const socket of sockets)
      socket.once("error", failed).once("connect", () => ++open === sockets.length && begin())
  })
