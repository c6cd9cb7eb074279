import { Effect } from "effect"
import { createServer } from "node:http"

const nul = "\u0000"
const bidi = "\u202e"
const lone = "\ud800"

/** Hostile additions to provider texts. */
const additions = [
  `${nul}${bidi}`,
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  lone,
  "__proto__",
  "' OR 1=1 --",
  "\u2028",
  "{{7*7}}"
]

const textMember =
  /^(name|title|text|description|note|notes|summary|overview|review|bio|content|city|subtitle|tagline|location|author|label|status_message|highlight)$/i

const deep = JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`) as unknown

/** Appends hostile characters to every text for people, and unknown members to every object. */
const withHostileTexts = (body: string): string => {
  let count = 0
  const spoil = (value: unknown, name: string): unknown => {
    if (typeof value === "string")
      return textMember.test(name) && value !== "" ? value + additions[count++ % additions.length]! : value
    if (Array.isArray(value)) return value.map((one) => spoil(one, name))
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, spoil(one, inner)]))
  }
  // Trakt's ids have 64 bits, which a number in JavaScript would round.
  const answer = JSON.parse(body.replace(/:(\d{16,})(?=[,}])/g, ':"@$1@"')) as unknown
  const text = JSON.stringify(spoil(answer, "")).replace(/"@(\d{16,})@"/g, "$1")
  // Unknown members: deep, large, and one that could pollute a prototype.
  return text.startsWith("{") && text.length > 2
    ? `${text.slice(0, -1)},"x_deep":${JSON.stringify(deep)},"x_large":"${"x".repeat(1_000_000)}","__proto__":{"polluted":true}}`
    : text
}

/** A proxy in front of the simulators at `target` that alters JSON answers. Returns its URL. */
export const hostileProxy = (target: string, spoil: (body: string) => string = withHostileTexts) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<{ readonly url: string; readonly close: () => void }>((resume) => {
        const server = createServer((request, response) => {
          void (async () => {
            const chunks: Array<Buffer> = []
            for await (const chunk of request) chunks.push(chunk as Buffer)
            const {
              host: _,
              connection: __,
              "content-length": ___,
              "transfer-encoding": ____,
              ...headers
            } = request.headers
            const answer = await fetch(target + request.url!, {
              method: request.method!,
              headers: headers as Record<string, string>,
              ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
              redirect: "manual"
            })
            const bytes = Buffer.from(await answer.arrayBuffer())
            const isJson =
              answer.ok && /json/.test(answer.headers.get("content-type") ?? "") && !/token|oauth/.test(request.url!)
            const forwarded = [...answer.headers].filter(
              ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name)
            )
            response.writeHead(answer.status, Object.fromEntries(forwarded))
            response.end(isJson ? spoil(bytes.toString("utf8")) : bytes)
          })().catch(() => response.destroy())
        })
        server.listen(0, "127.0.0.1", () => {
          const at = server.address()
          const url = typeof at === "object" && at !== null ? `http://127.0.0.1:${at.port}` : ""
          resume(Effect.succeed({ url, close: () => (server.closeAllConnections(), server.close()) }))
        })
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ url }) => url
  )
