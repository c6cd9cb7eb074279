import { Effect } from "effect"
import { type IncomingMessage, type ServerResponse, createServer, request as send } from "node:http"
import type { AddressInfo } from "node:net"

interface ProxyOptions {
  /** Bytes of a response that are collected before they are passed on, unless the response says otherwise. */
  readonly buffer?: number
  /** Whether `X-Accel-Buffering` has no effect. */
  readonly isDeaf?: boolean
  /** A response without bytes for so many milliseconds is cut. */
  readonly idleMs?: number
}

/** A reverse proxy in front of `target` that collects bytes and cuts idle connections. Answers its address. */
export const proxy = (target: string, { buffer = 0, idleMs, isDeaf = false }: ProxyOptions) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let cuts = 0
      const forward = (request: IncomingMessage, response: ServerResponse) => {
        const { headers, method = "GET", url = "/" } = request
        const upstream = send(`${target}${url}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          response.flushHeaders()
          const limit = !isDeaf && answer.headers["x-accel-buffering"] === "no" ? 0 : buffer
          let collected: Array<Buffer> = []
          let size = 0
          let idle: NodeJS.Timeout | undefined
          const rest = () => {
            clearTimeout(idle)
            if (idleMs === undefined) return
            idle = setTimeout(() => {
              cuts++
              response.destroy()
            }, idleMs)
          }
          const pass = () => {
            if (collected.length > 0) response.write(Buffer.concat(collected))
            collected = []
            size = 0
          }
          rest()
          answer.on("data", (part: Buffer) => {
            rest()
            collected.push(part)
            size += part.byteLength
            if (size >= limit) pass()
          })
          answer.on("end", () => {
            pass()
            response.end()
          })
          answer.on("error", () => response.destroy())
          response.on("close", () => {
            clearTimeout(idle)
            upstream.destroy()
          })
        })
        upstream.on("error", () => response.destroy())
        request.pipe(upstream)
      }
      const server = createServer(forward)
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { server, url, cuts: () => cuts }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
