import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

/** The error envelope (`api.md` §2.2): every body that is not a success is one of these. */
export interface ErrorEnvelope {
  readonly error: string
  readonly status: number
}

const envelope = <const S extends number, E extends string>(name: string, status: S, error: Schema.Schema<E>, description: string) =>
  Schema.Struct({ error, status: Schema.Literal(status) }).annotations({
    identifier: name,
    description,
    ...HttpApiSchema.annotations({ status })
  })

export const BadRequest = envelope("BadRequest", 400, Schema.String, "Something in the request cannot be understood; `error` says what")
export const Unauthorized = envelope("Unauthorized", 401, Schema.Literal("Unauthorized"), "No key, or one that is not known, expired or revoked")
export const Forbidden = envelope("Forbidden", 403, Schema.Literal("Forbidden"), "A read key where an admin key is needed")
export const Refusal = envelope("Refused", 403, Schema.Literal("Forbidden"), "Not sent by the provider, or not about this account")
export const NotFound = envelope("NotFound", 404, Schema.Literal("Not found"), "No such thing, or no data for what was asked")
export const RequestTimeout = envelope("RequestTimeout", 408, Schema.Literal("Request timeout"), "The request did not arrive in time")
export const Contradiction = envelope("Conflict", 409, Schema.String, "The request contradicts what is stored; `error` says how")
export const TooLarge = envelope("PayloadTooLarge", 413, Schema.Literal("Payload too large"), "The body is larger than it may be: 1 MB, where nothing else is said")
export const UriTooLong = envelope("UriTooLong", 414, Schema.Literal("URI too long"), "Path and query are longer than 8192 characters")
export const ExpectationFailed = envelope(
  "ExpectationFailed",
  417,
  Schema.Literal("Expectation failed"),
  "`Expect` asks for something other than `100-continue`"
)
export const TooManyRequests = envelope("TooManyRequests", 429, Schema.Literal("Too Many Requests"), "Over the limit; `Retry-After` says how long to wait")
export const HeadersTooLarge = envelope(
  "HeadersTooLarge",
  431,
  Schema.Literal("Request header fields too large"),
  "Request line and headers are larger than 32 KB"
)
export const ServerError = envelope("ServerError", 500, Schema.Literal("Internal server error"), "Something failed that should not have")
export const Unavailable = envelope("Unavailable", 503, Schema.Literal("Service unavailable"), "The database cannot be reached; try again later")

export const badRequest = (error: string): typeof BadRequest.Type => ({ error, status: 400 })
export const unauthorized: typeof Unauthorized.Type = { error: "Unauthorized", status: 401 }
export const forbidden: typeof Forbidden.Type = { error: "Forbidden", status: 403 }
export const notFound: typeof NotFound.Type = { error: "Not found", status: 404 }
export const requestTimeout: typeof RequestTimeout.Type = { error: "Request timeout", status: 408 }
export const contradiction = (error: string): typeof Contradiction.Type => ({ error, status: 409 })
export const tooLarge: typeof TooLarge.Type = { error: "Payload too large", status: 413 }
export const uriTooLong: typeof UriTooLong.Type = { error: "URI too long", status: 414 }
export const expectationFailed: typeof ExpectationFailed.Type = { error: "Expectation failed", status: 417 }
export const tooManyRequests: typeof TooManyRequests.Type = { error: "Too Many Requests", status: 429 }
export const headersTooLarge: typeof HeadersTooLarge.Type = { error: "Request header fields too large", status: 431 }
export const serverError: typeof ServerError.Type = { error: "Internal server error", status: 500 }
export const unavailable: typeof Unavailable.Type = { error: "Service unavailable", status: 503 }
