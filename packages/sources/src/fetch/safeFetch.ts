import { Context, Data, Duration, Effect, Layer } from "effect"
import { isIP } from "node:net"
import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import type { Dispatcher } from "undici"
import * as Setting from "../kit/settings.js"
import { userAgent } from "../kit/provider/userAgent.js"
import { errorCode } from "./errorCode.js"
import { type Resolve, connector } from "./connector.js"
import { closedAddress, isClosedUrl, isPublicAddress } from "./publicAddresses.js"

/** The body exceeds the limit. */
class TooMuch extends Error {
  readonly code = "DAYBOOK_TOO_MUCH"
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & { destroy: (error?: Error) => unknown }>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/**
 * Reads and decompresses a body. Counts decompressed bytes as they arrive, so a decompression
 * bomb stops at the limit.
 */
export const readBounded = async (body: Readable, encoding: string, maxBytes: number): Promise<Uint8Array> => {
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
  const steps = names.reverse().map((name) => decoders[name])
  if (steps.length > 2 || steps.some((step) => step === undefined))
    throw new TypeError(`unknown content encoding ${encoding.slice(0, 40)}`)
  let stream: AsyncIterable<Buffer | string> & { destroy: (error?: Error) => unknown } = body
  for (const step of steps) {
    const decoder = step!() as ReturnType<typeof createGunzip>
    const source = stream as Readable
    source.on("error", (error) => decoder.destroy(error))
    stream = source.pipe(decoder)
  }
  const parts: Array<Buffer> = []
  let size = 0
  for await (const part of stream) {
    const bytes = Buffer.from(part)
    size += bytes.byteLength
    if (size > maxBytes) {
      body.destroy()
      stream.destroy()
      throw new TooMuch()
    }
    parts.push(bytes)
  }
  return Buffer.concat(parts, size)
}

/** The response from an address. */
export interface Fetched {
  readonly status: number
  /** The final address after redirects. */
  readonly url: string
  /** Lower case, with parameters; "" if the header is missing. */
  readonly contentType: string
  /** The header as sent; "" if it is missing. */
  readonly cacheControl?: string
  readonly bytes: Uint8Array
}

/**
 * Daybook does not fetch this address, or its content is too large. A retry does not help. `message` continues "the
 * address …".
 */
export class FetchRefused extends Data.TaggedError("FetchRefused")<{ readonly message: string }> {}

/** No answer, or not in time. A retry may help. `status` is that of an answer that was cut. */
export class FetchFailed extends Data.TaggedError("FetchFailed")<{
  readonly message: string
  readonly status?: number | undefined
}> {}

export interface FetchOptions {
  /** Default: 20 MB. */
  readonly maxBytes?: number
  readonly accept?: string
  /** Sent to this origin only; dropped when it redirects to another one. */
  readonly headers?: Readonly<Record<string, string>>
  /** `host` or `host:port` of a configured provider; it may have a private address. */
  readonly allow?: ReadonlyArray<string>
  /** `false` fetches from public hosts only, whatever the settings allow. */
  readonly allowsPrivate?: boolean
  /** Redirects that are followed; 3 by default. */
  readonly redirects?: number
  /** 10 seconds by default. */
  readonly patience?: Duration.Duration
}

/** Fetches pictures and pages that provider records link to. Never reaches into the operator's own network. */
export class SafeFetch extends Context.Tag("@daybook/sources/SafeFetch")<
  SafeFetch,
  { readonly get: (url: string, options?: FetchOptions) => Effect.Effect<Fetched, FetchRefused | FetchFailed> }
>() {}

const maxRedirects = 3
const maxWait = Duration.seconds(10)
const defaultMaxBytes = 20 * 1_048_576

export interface SafeFetchOptions {
  /** Hosts that may have a private address: `host` or `host:port`. */
  readonly allow: ReadonlyArray<string>
  readonly resolve?: Resolve
}

/** Uses the system resolver, or `resolve`. Closes its connections with the scope. */
export const make = ({ allow, resolve }: SafeFetchOptions) =>
  Effect.gen(function* () {
    const close = (connector: Dispatcher) => Effect.promise(() => connector.destroy())
    const guarded = yield* Effect.acquireRelease(
      Effect.sync(() => connector(isPublicAddress, resolve)),
      close
    )
    const open = yield* Effect.acquireRelease(
      Effect.sync(() => connector(() => true, resolve)),
      close
    )
    const get = (address: string, options: FetchOptions = {}): Effect.Effect<Fetched, FetchRefused | FetchFailed> => {
      const { allowsPrivate = true, patience = maxWait } = options
      const exempt = allowsPrivate ? [...allow, ...(options.allow ?? [])] : []
      const allowed = new Set(exempt.map((host) => host.trim().toLowerCase()))
      return Effect.tryPromise({
        try: (signal) => follow({ address, options, signal, pick: (url) => connectorFor(url, allowed, guarded, open) }),
        catch: (error) => failureOf(error)
      }).pipe(
        Effect.timeoutFail({
          duration: patience,
          onTimeout: () => new FetchFailed({ message: `did not answer within ${Duration.toSeconds(patience)} s` })
        })
      )
    }
    return { get }
  })

export const allowedHosts = Setting.withDefault(
  Setting.list(
    "DAYBOOK_FETCH_ALLOW",
    (host) => isIP(host) !== 0 || (URL.canParse(`http://${host}`) && !/[/?#@]/.test(host)),
    "hosts such as nas.local or 10.0.0.2:8080, with commas between",
    "private hosts that pictures and articles may be loaded from"
  ),
  [],
  { absence: "none" }
)

export const layer = Layer.scoped(
  SafeFetch,
  Effect.flatMap(allowedHosts.config, (allow) => make({ allow }))
)

interface Journey {
  readonly address: string
  readonly options: FetchOptions
  readonly signal: AbortSignal
  readonly pick: (url: URL) => Dispatcher
}

/** Follows redirects and checks each target like the first address. */
const follow = async ({ address, options, pick, signal }: Journey): Promise<Fetched> => {
  let url = webAddress(address)
  const { origin } = url
  const { redirects = maxRedirects } = options
  for (let hop = 0; hop <= redirects; hop++) {
    const headers = {
      "user-agent": userAgent,
      accept: options.accept ?? "*/*",
      "accept-encoding": "identity",
      ...(url.origin === origin ? options.headers : {})
    }
    const response = await pick(url).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: "GET",
      signal,
      headers
    })
    const target = locationOf(response)
    if (target === undefined) {
      const limit = limitOf(response, options)
      const bytes = await readBounded(response.body, headerOf(response, "content-encoding"), limit).catch((error) => {
        throw failureOf(error, response.statusCode)
      })
      return {
        status: response.statusCode,
        url: url.href,
        contentType: headerOf(response, "content-type").toLowerCase(),
        cacheControl: headerOf(response, "cache-control"),
        bytes
      }
    }
    await response.body.dump({ limit: 65_536, signal }).catch(() => undefined)
    url = webAddress(target, url)
  }
  throw new FetchRefused({ message: `redirects ${redirects === 0 ? "elsewhere" : `more than ${redirects} times`}` })
}

const webAddress = (text: string, base?: URL): URL => {
  if (!URL.canParse(text, base?.href)) throw new FetchRefused({ message: "is no web address" })
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol)) throw new FetchRefused({ message: "is neither http nor https" })
  if (url.username !== "" || url.password !== "") throw new FetchRefused({ message: "holds a login" })
  return url
}

/** The URL parser has already normalized odd spellings of addresses (`0x7f.1`, `2130706433`). */
const connectorFor = (url: URL, allowed: ReadonlySet<string>, guarded: Dispatcher, open: Dispatcher): Dispatcher => {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port
  if (allowed.has(url.hostname) || allowed.has(`${url.hostname}:${port}`)) return open
  if (isClosedUrl(url)) throw closed()
  return guarded
}

const closed = () =>
  new FetchRefused({ message: "leads into a private network; DAYBOOK_FETCH_ALLOW can name hosts that may" })

const headerOf = ({ headers }: Dispatcher.ResponseData, name: string): string => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(",") : (value ?? "")
}

const locationOf = (response: Dispatcher.ResponseData): string | undefined => {
  const location = headerOf(response, "location")
  return [301, 302, 303, 307, 308].includes(response.statusCode) && location !== "" ? location : undefined
}

const limitOf = (response: Dispatcher.ResponseData, { maxBytes = defaultMaxBytes }: FetchOptions): number => {
  if (Number(headerOf(response, "content-length") || 0) > maxBytes) {
    response.body.destroy()
    throw tooMuch()
  }
  return maxBytes
}

const tooMuch = () => new FetchRefused({ message: "holds more than Daybook takes" })

const failureOf = (error: unknown, status?: number): FetchRefused | FetchFailed => {
  if (error instanceof FetchRefused || error instanceof FetchFailed) return error
  const code = errorCode(error)
  if (code === closedAddress) return closed()
  if (code === "DAYBOOK_TOO_MUCH") return tooMuch()
  const message = `could not be read${/^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ""}`
  return new FetchFailed({ message, status })
}
