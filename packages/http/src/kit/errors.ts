import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Data, Schema } from "effect"
import { field } from "@daybook/core/shared"

/** The lens of the key does not allow what the handler would answer. */
export class LensDenial extends Data.TaggedError("LensDenial") {}

/** The error envelope: the body of every error response. */
export interface ErrorEnvelope {
  readonly error: string
  readonly status: number
}

const envelope = <const S extends number, E extends string>(
  name: string,
  status: S,
  error: Schema.Schema<E>,
  description: string
) =>
  Schema.Struct({
    // The platform drops the example where the error is one of a few literals.
    error: field(error, "One-line description of the error", "limit must be a whole number from 1 to 50" as E),
    status: field(Schema.Literal(status), "Status")
  }).annotations({ identifier: name, description, ...HttpApiSchema.annotations({ status }) })

export const BadRequest = envelope(
  "BadRequest",
  400,
  Schema.String,
  "The request is invalid; `error` says what to correct"
)
export const Unauthorized = envelope(
  "Unauthorized",
  401,
  Schema.Literal("Unauthorized"),
  "The key is missing, unknown, expired or revoked; send a valid key"
)
export const Forbidden = envelope("Forbidden", 403, Schema.Literal("Forbidden"), "The operation needs an admin key")
export const Refusal = envelope(
  "Refused",
  403,
  Schema.Literal("Forbidden"),
  "The webhook does not come from the provider or concerns another account"
)
export const NotFound = envelope(
  "NotFound",
  404,
  Schema.Literal("Not found"),
  "The resource does not exist, or there is no data for the request"
)
export const RequestTimeout = envelope(
  "RequestTimeout",
  408,
  Schema.Literal("Request timeout"),
  "The request did not arrive in time; send it again"
)
export const Contradiction = envelope(
  "Conflict",
  409,
  Schema.String,
  "The request conflicts with stored data; `error` says how to resolve it"
)
export const HistoryGone = Schema.Struct({
  error: field(
    Schema.String,
    "One-line description of the error",
    "this cursor is older than what is kept: begin again with since=0"
  ),
  status: field(Schema.Literal(410), "Status"),
  code: field(Schema.Literal("resync"), "What to do: read everything again")
}).annotations({
  identifier: "HistoryGone",
  description: "The history does not reach back to the cursor; begin again with `since=0`",
  ...HttpApiSchema.annotations({ status: 410 })
})
export const TooLarge = envelope(
  "PayloadTooLarge",
  413,
  Schema.Literal("Payload too large"),
  "The body exceeds the limit, which is 1 MB unless the operation states another"
)
export const UriTooLong = envelope(
  "UriTooLong",
  414,
  Schema.Literal("URI too long"),
  "Path and query exceed 8192 characters; shorten the request"
)
export const ExpectationFailed = envelope(
  "ExpectationFailed",
  417,
  Schema.Literal("Expectation failed"),
  "`Expect` supports only `100-continue`"
)
export const TooManyRequests = envelope(
  "TooManyRequests",
  429,
  Schema.Literal("Too Many Requests"),
  "The rate limit is exceeded; retry after the seconds in `Retry-After`"
)
export const HeadersTooLarge = envelope(
  "HeadersTooLarge",
  431,
  Schema.Literal("Request header fields too large"),
  "Request line and headers exceed 32 KB; send fewer or shorter headers"
)
export const ServerError = envelope(
  "ServerError",
  500,
  Schema.Literal("Internal server error"),
  "An unexpected error occurred; the host's log names it by `X-Request-Id`"
)
export const Unavailable = envelope(
  "Unavailable",
  503,
  Schema.Literal("Service unavailable"),
  "The database is unreachable; try again later"
)
/** A server that cannot store a body for now. 507 is WebDAV's; databases on a full disk answer 503 as well. */
export const NoSpace = envelope(
  "NoSpace",
  503,
  Schema.String,
  "The disk of the host is full or has too little space; free some, then send the body again"
)

export const badRequest = (error: string): typeof BadRequest.Type => ({ error, status: 400 })
export const unauthorized: typeof Unauthorized.Type = { error: "Unauthorized", status: 401 }
export const forbidden: typeof Forbidden.Type = { error: "Forbidden", status: 403 }
export const notFound: typeof NotFound.Type = { error: "Not found", status: 404 }
export const requestTimeout: typeof RequestTimeout.Type = { error: "Request timeout", status: 408 }
export const contradiction = (error: string): typeof Contradiction.Type => ({ error, status: 409 })
export const historyGone = (error: string): typeof HistoryGone.Type => ({ error, status: 410, code: "resync" })
export const tooLarge: typeof TooLarge.Type = { error: "Payload too large", status: 413 }
export const uriTooLong: typeof UriTooLong.Type = { error: "URI too long", status: 414 }
export const expectationFailed: typeof ExpectationFailed.Type = { error: "Expectation failed", status: 417 }
export const tooManyRequests: typeof TooManyRequests.Type = { error: "Too Many Requests", status: 429 }
export const headersTooLarge: typeof HeadersTooLarge.Type = { error: "Request header fields too large", status: 431 }
export const serverError: typeof ServerError.Type = { error: "Internal server error", status: 500 }
export const noSpace = (error: string): typeof NoSpace.Type => ({ error, status: 503 })
export const unavailable: typeof Unavailable.Type = { error: "Service unavailable", status: 503 }
