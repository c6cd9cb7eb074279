import { Effect } from "effect"
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** The fields that an endpoint received, as a form or JSON. */
export interface Arrived {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

/** The behaviour of an authorization server. */
export interface Behaviour {
  /** Responses to the device's polls in order; the last one repeats. */
  readonly polls?: ReadonlyArray<readonly [status: number, body: unknown]>
  /** The response of the token endpoint instead of a token. */
  readonly refuses?: readonly [status: number, body: unknown]
  /** The user's action on the page. */
  readonly grants?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, unknown>>
}

const answer = {
  token_type: "Bearer",
  access_token: "the-access-token",
  expires_in: 21600,
  refresh_token: "the-refresh-token",
  scope: "read activity:read_all"
}

/** A local authorization server with the pages and endpoints of all login methods. */
export const authority = (behaviour: Behaviour = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const arrived: Array<Arrived> = []
      let challenge = ""
      let polls = 0
      const poll = () => {
        const all = behaviour.polls ?? []
        return all[Math.min(polls++, all.length - 1)]
      }
      const answers: Readonly<
        Record<string, (fields: Readonly<Record<string, string>>, base: string) => readonly [number, unknown] | URL>
      > = {
        "/authorize": (fields) => {
          challenge = fields["code_challenge"] ?? ""
          const back = new URL(fields["redirect_uri"]!)
          for (const [name, value] of Object.entries({
            state: fields["state"]!,
            ...(behaviour.grants ?? { code: "c0de" })
          }))
            back.searchParams.set(name, value)
          return back
        },
        "/token": (fields) => {
          if (behaviour.refuses !== undefined) return behaviour.refuses
          if (fields["grant_type"]?.endsWith("device_code")) return poll() ?? [200, answer]
          const proven =
            createHash("sha256")
              .update(fields["code_verifier"] ?? "")
              .digest("base64url") === challenge
          if (fields["grant_type"] === "authorization_code" && !(fields["code"] === "c0de" && proven))
            return [400, { error: "invalid_grant" }]
          return [200, { ...answer, ...behaviour.more }]
        },
        "/device/code": (_, base) => [
          200,
          {
            device_code: "d1",
            user_code: "ABCD-EFGH",
            verification_uri: `${base}/activate`,
            expires_in: 600,
            interval: 5
          }
        ],
        "/api/v2/pins": () => [201, { id: 77, code: "strongcode", expiresIn: 1800, authToken: null }],
        "/api/v2/pins/77": () => poll() ?? [404, {}]
      }
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const url = new URL(request.url ?? "/", "http://127.0.0.1")
          const text = Buffer.concat(chunks).toString("utf8")
          const isJson = request.headers["content-type"]?.startsWith("application/json") ?? false
          const fields = {
            ...Object.fromEntries(url.searchParams),
            ...(isJson ? (JSON.parse(text) as Record<string, string>) : Object.fromEntries(new URLSearchParams(text)))
          }
          arrived.push({ path: url.pathname, fields })
          const result = answers[url.pathname]?.(fields, base) ?? [404, {}]
          if (result instanceof URL) return response.writeHead(302, { location: result.href }).end()
          response
            .writeHead(result[0], { "content-type": "application/json" })
            .end(result[1] === null ? "" : JSON.stringify(result[1]))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { base, arrived, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
