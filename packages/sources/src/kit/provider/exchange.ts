import type { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Clock, Duration, Effect, Exit, Option, Stream, Metric, MetricBoundaries } from "effect"
import { closedAddress } from "../../fetch/publicAddresses.js"
import * as Answer from "./Answer.js"
import { about, lasting, type Setback, transient } from "./retries.js"

interface Limits {
  readonly timeout: Duration.Duration
  readonly maxBytes: number
}

/** Sends one request and reads the response to its end, within the limits. Records metrics of every call. */
export const exchange = (
  source: string,
  client: HttpClient.HttpClient,
  request: HttpClientRequest.HttpClientRequest,
  limits: Limits
) =>
  withMetrics(
    source,
    client.execute(request).pipe(
      Effect.flatMap((response) =>
        Effect.map(body(response, limits.maxBytes), (text) =>
          Answer.make(response.status, response.headers, text)
        ).pipe(Effect.mapError((error) => about(setbackOf(error), cutAnswer(request, response))))
      ),
      Effect.mapError(setbackOf),
      Effect.timeoutFail({
        duration: limits.timeout,
        onTimeout: () => transient("unavailable", `did not answer within ${Duration.toSeconds(limits.timeout)} s`)
      })
    )
  )

const setbackOf = (error: Setback | HttpClientError.HttpClientError): Setback =>
  error._tag === "Setback" ? error : callFailureOf(error)

/** An answer of which the end did not arrive. */
const cutAnswer = (
  request: HttpClientRequest.HttpClientRequest,
  { status }: HttpClientResponse.HttpClientResponse
) => ({ host: new URL(request.url).host, status, line: null })

const withMetrics = <E>(source: string, call: Effect.Effect<Answer.Answer, E>) =>
  Effect.flatMap(Clock.currentTimeMillis, (start) =>
    Effect.onExit(call, (exit) =>
      Effect.map(Clock.currentTimeMillis, (end) =>
        countCall(source, Exit.isSuccess(exit) ? exit.value.status : undefined, end - start)
      )
    )
  )

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

/**
 * A third faster than `TextDecoder`, which matters for a history of hundreds of megabytes. Unlike it, `toString` keeps
 * a byte order mark.
 */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString("utf8")
  return text.startsWith("\ufeff") ? text.slice(1) : text
}

const tooLarge = (maxBytes: number): Effect.Effect<never, Setback> =>
  lasting("bad_answer", `sends more than ${Math.floor(maxBytes / 1_048_576)} MB in one answer`)

const isEmptyBody = (error: Setback | HttpClientError.ResponseError) =>
  error._tag === "ResponseError" && error.reason === "EmptyBody"

const trusted = Option.some("set the address that it leads to, if you trust it")

/** The message of an HTTP error contains the URL, and URLs contain keys. Only the error code is used. */
export const callFailureOf = (error: HttpClientError.HttpClientError): Setback =>
  error._tag === "RequestError" && error.reason === "InvalidUrl"
    ? lasting("bad_answer", "has an invalid base URL in the settings")
    : codeOf(error) === closedAddress
      ? lasting("bad_answer", "leads into a private network", trusted)
      : transient("unavailable", describeErrorCode(codeOf(error)))

const errorDescriptions: ReadonlyArray<readonly [RegExp, string]> = [
  [/^ECONNREFUSED$/, "cannot be reached: connection refused"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "cannot be reached: its host name is unknown"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "cannot be reached: no route to the host"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED|HPE_.*)$/, "cut the connection"],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, "did not answer in time"],
  [/CERT|SSL|TLS/, "shows a certificate that is not trusted"]
]

/** Describes an error code. Continues a sentence that begins with the unreachable host or provider. */
export const describeErrorCode = (code: string | undefined): string =>
  code === undefined
    ? "could not be read: the connection failed"
    : (errorDescriptions.find(([pattern]) => pattern.test(code))?.[1] ?? `could not be read: ${code}`)

const maxCauseDepth = 5

/** The system's error code, however deeply the client has wrapped it. */
const codeOf = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > maxCauseDepth) return undefined
  if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code
  return "cause" in error ? codeOf(error.cause, depth + 1) : undefined
}

const secondsBuckets = MetricBoundaries.fromIterable([0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30])

const calls = Metric.counter("daybook_provider_calls_total", {
  description: "Calls to providers, by the HTTP status of the answer, or none where there was none",
  incremental: true
})

const durations = Metric.histogram(
  "daybook_provider_call_seconds",
  secondsBuckets,
  "How long providers took to answer, from the sending to the last byte"
)

/** Counts a call of a source. `status` is undefined if there was no response. */
const countCall = (source: string, status: number | undefined, millis: number): void => {
  Metric.tagged(
    Metric.tagged(calls, "source", source),
    "status",
    status === undefined ? "none" : String(status)
  ).unsafeUpdate(1, [])
  Metric.tagged(durations, "source", source).unsafeUpdate(millis / 1_000, [])
}
