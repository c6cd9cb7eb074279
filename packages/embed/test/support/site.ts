import { Effect } from "effect"
import { type RequestListener, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { script } from "@daybook/embed/script"

/** A server on a free port. Ended with the scope. */
const listening = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer(listener)
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
        return server
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

/** What a site says and allows: nothing inline, and of other origins the host alone. */
export interface Site {
  body: string
  host: string
}

/** Somebody's site, on an origin of its own. */
export const siteOf = (site: Site) =>
  listening((_request, response) => {
    const { body, host } = site
    const policy = `default-src 'none'; script-src ${host}; connect-src ${host}; img-src ${host} data:`
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy })
    const head = `<meta charset="utf-8"><title>A site</title><link rel="icon" href="data:,">`
    const module = `<script type="module" src="${host}/p/embed.js"></script>`
    response.end(
      `<!doctype html><html lang="en"><head>${head}${module}</head><main><h1>A site</h1>${body}</main></html>`
    )
  })

/** A host that answers as a test says, and counts what it was requests. */
export interface FakeHost {
  readonly url: string
  readonly requests: Array<string>
  /** The answers by path without query; a number is a status. */
  readonly answers: Map<string, unknown>
  /** Whether it ends connections without an answer. */
  isOffline: boolean
}

export const fakeHost = Effect.gen(function* () {
  const fake = { requests: [] as Array<string>, answers: new Map<string, unknown>(), isOffline: false }
  const url = yield* listening((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?")
    if (fake.isOffline) return void response.destroy()
    const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "authorization" }
    if (request.method === "OPTIONS") return void response.writeHead(204, cors).end()
    if (path === "/p/embed.js")
      return void response.writeHead(200, { ...cors, "content-type": "text/javascript" }).end(script)
    fake.requests.push(request.url!)
    const answer = fake.answers.get(path)
    const status = typeof answer === "number" ? answer : answer === undefined ? 404 : 200
    const body = status === 200 ? answer : { error: `status ${status}`, status }
    response.writeHead(status, { ...cors, "content-type": "application/json" }).end(JSON.stringify(body))
  })
  return Object.assign(fake, { url }) satisfies FakeHost as FakeHost
})
