import type { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Clock, Duration, Effect, Exit, Stream } from "effect"
import * as Answer from "./Answer.js"
import { countCall } from "./metrics.js"
import { lasting, type Setback, transient } from "./Setback.js"

interface Limits {
  readonly timeout: Duration.Duration
  readonly maxBytes: number
}

/** Sends one request for a source and reads the answer to its end, within the limits. Each is counted. */
export const exchange = (source: string, client: HttpClient.HttpClient, request: HttpClientRequest.HttpClientRequest, limits: Limits) =>
  counted(source, client.execute(request).pipe(
    Effect.flatMap((response) =>
      Effect.map(body(response, limits.maxBytes), (text) => Answer.make(response.status, response.headers, text))
    ),
    Effect.mapError((error) => error._tag === "Setback" ? error : setbackOf(error)),
    Effect.timeoutFail({
      duration: limits.timeout,
      onTimeout: () => transient("unavailable", `did not answer within ${Duration.toSeconds(limits.timeout)} s`)
    })
  ))

const counted = <E>(source: string, call: Effect.Effect<Answer.Answer, E>) =>
  Effect.flatMap(Clock.currentTimeMillis, (start) =>
    Effect.onExit(call, (exit) =>
      Effect.map(Clock.currentTimeMillis, (end) => countCall(source, Exit.isSuccess(exit) ? exit.value.status : undefined, end - start))))

const body = (response: HttpClientResponse.HttpClientResponse, maxBytes: number) =>
  Effect.suspend(() => {
    const parts: Array<Uint8Array> = []
    let size = 0
    return Stream.runForEach(response.stream, (part) => {
      size += part.length
      parts.push(part)
      return size > maxBytes ? tooLarge(maxBytes) : Effect.void
    }).pipe(
      Effect.catchIf(isEmptyBody, () => Effect.void),
      Effect.map(() => textOf(Buffer.concat(parts, size)))
    )
  })

/** Faster by a third than a `TextDecoder`, which counts for a history of hundreds of megabytes; it leaves a byte order mark. */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString("utf8")
  return text.startsWith("\ufeff") ? text.slice(1) : text
}

const tooLarge = (maxBytes: number): Effect.Effect<never, Setback> =>
  lasting("bad_answer", `sends more than ${Math.floor(maxBytes / 1_048_576)} MB in one answer`)

const isEmptyBody = (error: Setback | HttpClientError.ResponseError) => error._tag === "ResponseError" && error.reason === "EmptyBody"

/** An HTTP error's own message holds the URL, and URLs hold keys: only the kind of trouble is taken from it. */
export const setbackOf = (error: HttpClientError.HttpClientError): Setback =>
  error._tag === "RequestError" && error.reason === "InvalidUrl"
    ? lasting("bad_answer", "has a base URL in the settings that is no URL")
    : transient("unavailable", trouble(codeOf(error)))

const troubles: ReadonlyArray<readonly [RegExp, string]> = [
  [/^ECONNREFUSED$/, "cannot be reached: connection refused"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "cannot be reached: its host name is unknown"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "cannot be reached: the network has no way to it"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED|HPE_.*)$/, "cut the connection"],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, "did not answer in time"],
  [/CERT|SSL|TLS/, "shows a certificate that is not trusted"]
]

/** Continues a sentence that begins with who could not be reached. */
export const trouble = (code: string | undefined): string =>
  code === undefined
    ? "could not be read: the connection failed"
    : troubles.find(([pattern]) => pattern.test(code))?.[1] ?? `could not be read: ${code}`

const deepestCause = 5

/** The system's name for what went wrong, however deep the client wrapped it. */
const codeOf = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > deepestCause) return undefined
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code
  return "cause" in error ? codeOf(error.cause, depth + 1) : undefined
}
