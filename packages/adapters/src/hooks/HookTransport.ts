import { type AttemptResult, type HookRequest, HookTransport } from "@daybook/core/hooks"
import { BadInput } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { isIP } from "node:net"
import { performance } from "node:perf_hooks"
import type { Dispatcher } from "undici"
import { type Resolve, connector, systemResolve, closedAddress, errorCode } from "@daybook/sources/fetch"
import { publicUrl } from "../Settings.js"
import { hookAllowedHosts } from "./settings.js"
import { type TargetRules, targetRules } from "./targets.js"

/** The whole attempt, from the DNS query to the end of the response. */
const timeLimit = 15_000
/** A name that takes longer is checked by the attempts. */
const resolveLimit = 3_000
const maxReplyBytes = 2_048

const closed = "leads to a private address, or to http: DAYBOOK_HOOKS_ALLOW can name hosts that hooks may call"

const literalOf = (url: URL) => {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(host) === 0 ? null : host
}

/** The addresses of a host name; none if they are not known in time. */
const addressesOf = (host: string, resolve: Resolve) =>
  Effect.async<ReadonlyArray<string>>((resume) =>
    resolve(host, (error, addresses) =>
      resume(Effect.succeed(error === null ? addresses.map(({ address }) => address) : []))
    )
  ).pipe(Effect.timeoutTo({ duration: resolveLimit, onSuccess: (all) => all, onTimeout: () => [] }))

/** Why a URL may not be called; null if it may. Attempts make the same checks on the address that they connect to. */
const refusal = (text: string, { resolve, rules }: Omit<Attempts, "limit">): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    if (!URL.canParse(text)) return "must be an https address"
    const url = new URL(text)
    const general = rules.refusalOf(url)
    if (general !== null) return general
    const literal = literalOf(url)
    const addresses = literal === null ? yield* addressesOf(url.hostname, resolve) : [literal]
    if (addresses.length === 0 && url.protocol === "http:" && !rules.isNamed(url)) return closed
    return addresses.every((address) => rules.accepts(url, address)) ? null : closed
  })

/** The beginning of a body as one line without control characters. The rest is not read. */
const replyOf = async (body: Dispatcher.ResponseData["body"], maxBytes: number): Promise<string> => {
  const parts: Array<Buffer> = []
  let size = 0
  try {
    for await (const part of body) {
      const bytes = Buffer.from(part as Uint8Array)
      parts.push(bytes)
      size += bytes.byteLength
      if (size >= maxBytes) break
    }
  } catch {
    // The status has arrived: a body that breaks off changes nothing.
  } finally {
    body.destroy()
  }
  return Buffer.concat(parts)
    .subarray(0, maxBytes)
    .toString("utf8")
    .replace(/\uFFFD+$/, "")
    .replace(/[\r\n\t]+/g, " ")
    .replace(/\p{Cc}/gu, "")
}

const headerOf = ({ headers }: Dispatcher.ResponseData, name: string): string | null => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** A service that counts requests says after the last one when it takes more: ListenBrainz does. */
const retryAfterOf = (response: Dispatcher.ResponseData): string | null => {
  const after = headerOf(response, "retry-after")
  if (response.statusCode >= 300 && after !== null) return after
  const isUsedUp = response.statusCode === 429 || headerOf(response, "x-ratelimit-remaining")?.trim() === "0"
  return isUsedUp ? headerOf(response, "x-ratelimit-reset-in") : null
}

type Reply = Omit<AttemptResult, "duration">

/** What all attempts share. */
interface Attempts {
  readonly rules: TargetRules
  readonly resolve: Resolve
  /** Milliseconds for a whole attempt. */
  readonly limit: number
}

const failed = (reply: string): Reply => ({ status: null, reply, retryAfter: null })

/** Unlike a request, it also ends while a name is resolved or a connection is opened. */
const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
  })

const call = async (sent: HookRequest, { limit, resolve, rules }: Attempts): Promise<Reply> => {
  const { body, headers, method = "POST", replyBytes = maxReplyBytes, url: text } = sent
  const url = new URL(text)
  const general = rules.refusalOf(url)
  if (general !== null) return failed(`the address ${general}`)
  const literal = literalOf(url)
  if (literal !== null && !rules.accepts(url, literal)) return failed(`the address ${closed}`)
  // A connection of its own: each attempt checks the address that it connects to.
  const dispatcher = connector((address) => rules.accepts(url, address), resolve)
  try {
    const signal = AbortSignal.timeout(limit)
    const path = `${url.pathname}${url.search}`
    const request = dispatcher.request({
      origin: url.origin,
      path,
      method,
      headers: { "accept-encoding": "identity", ...headers },
      body: method === "GET" ? null : body,
      signal,
      // The signal alone ends an attempt: the limits of the dispatcher are shorter.
      headersTimeout: 0,
      bodyTimeout: 0
    })
    const response = await Promise.race([request, abortOf(signal)])
    return {
      status: response.statusCode,
      reply: await replyOf(response.body, replyBytes),
      retryAfter: retryAfterOf(response)
    }
  } finally {
    await dispatcher.destroy()
  }
}

const reasonOf = (error: unknown, limit: number): string => {
  const code = errorCode(error)
  if (code === closedAddress) return `the address ${closed}`
  if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${limit / 1_000} seconds`
  return `the receiver could not be reached${/^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ""}`
}

/** Uses the system resolver, or `resolve`. Tests set a shorter `limit`, in milliseconds. */
export const make = (
  allow: ReadonlyArray<string>,
  address: string,
  resolve: Resolve = systemResolve,
  limit = timeLimit
) => {
  const attempts: Attempts = { rules: targetRules(allow), resolve, limit }
  return HookTransport.of({
    agent: address === "" ? "daybook/0.1" : `daybook/0.1 (+${address})`,
    check: (url) =>
      Effect.flatMap(refusal(url, attempts), (reason) =>
        reason === null ? Effect.void : new BadInput({ message: `url ${reason}` })
      ),
    send: (request) =>
      Effect.promise(async (): Promise<AttemptResult> => {
        const start = performance.now()
        const reply = await call(request, attempts).catch((error: unknown) => failed(reasonOf(error, limit)))
        return { ...reply, duration: Math.round(performance.now() - start) }
      })
  })
}

export const layer = Layer.effect(
  HookTransport,
  Effect.zipWith(hookAllowedHosts.config, publicUrl.config, (allow, address) => make(allow, address))
)
