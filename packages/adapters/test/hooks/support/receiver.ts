import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as it arrived: headers, and the bytes of the body as text. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly url: string
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A receiver on this machine that records all requests. `reply` answers them. */
export const receiver = (reply: (delivery: Delivery, place: number) => Reply | Promise<Reply>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const deliveries: Array<Delivery> = []
      const server = createServer((request, response) => {
        const parts: Array<Buffer> = []
        request.on("data", (part: Buffer) => parts.push(part))
        request.on("end", () => {
          const delivery = { headers: request.headers, url: request.url ?? "", body: Buffer.concat(parts).toString() }
          const place = deliveries.push(delivery) - 1
          void Promise.resolve(reply(delivery, place)).then(({ body = "", headers = {}, status }) => {
            response.writeHead(status, headers).end(body)
          })
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      return { deliveries, url: `http://127.0.0.1:${port}/in`, server }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          })
      )
  )
