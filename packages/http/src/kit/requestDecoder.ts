import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Context, Either, Option, type ParseResult, Schema } from "effect"
import { type AdmittedRequest, admissionOf } from "../front/requests.js"
import { StreamsBody, Uploads } from "./body.js"
import { type ErrorEnvelope, badRequest } from "./errors.js"
import { issuesOf, readable } from "./invalid.js"
import { payloadDecoder } from "./payload.js"

/** What a handler gets: the decoded parts of a request, and the request. */
export interface DecodedRequest {
  readonly path?: unknown
  readonly urlParams?: unknown
  readonly payload?: unknown
  readonly request: AdmittedRequest
}

type DecodedParts = { -readonly [Name in keyof DecodedRequest]: DecodedRequest[Name] }

/**
 * Decodes requests to an endpoint, or gives the error that their parameters or body cause. `url` stands for the
 * request's own.
 */
export type RequestDecoder = (request: AdmittedRequest, url?: string) => Either.Either<DecodedRequest, ErrorEnvelope>

/** Decodes path, query and body, in this order. Endpoints with files read the body themselves. */
export const requestDecoder = (endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps): RequestDecoder => {
  const path = Option.map(endpoint.pathSchema, decoderOf)
  const query = Option.map(endpoint.urlParamsSchema, decoderOf)
  const payload = readsBody(endpoint) ? Option.none() : Option.map(endpoint.payloadSchema, payloadDecoder)
  const pathNames = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  return (request, url = request.url ?? "/") => {
    const { body, params } = admissionOf(request)
    const parts: DecodedParts = { request }
    if (Option.isSome(path)) {
      const values = pathNames.map((name) => [name, decodeURIComponent(params.get(name) ?? "")] as const)
      const decoded = path.value(Object.fromEntries(values))
      if (Either.isLeft(decoded)) return Either.left(invalid(decoded.left))
      parts.path = decoded.right
    }
    if (Option.isSome(query)) {
      const decoded = query.value(queryOf(url))
      if (Either.isLeft(decoded)) return Either.left(invalid(decoded.left))
      parts.urlParams = decoded.right
    }
    if (Option.isSome(payload)) {
      const decoded = payload.value(body)
      if (Either.isLeft(decoded)) return Either.left(decoded.left)
      parts.payload = decoded.right
    }
    return Either.right(parts)
  }
}

const readsBody = ({ annotations }: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps): boolean =>
  Option.isSome(Context.getOption(annotations, Uploads)) || Option.isSome(Context.getOption(annotations, StreamsBody))

const decoderOf = (schema: Schema.Schema.Any) => Schema.decodeUnknownEither(schema as Schema.Schema<unknown>)

const invalid = (error: ParseResult.ParseError): ErrorEnvelope => badRequest(readable(issuesOf(error)))

/** The query as sent; a repeated parameter is an array. */
const queryOf = (url: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  if (!url.includes("?")) return {}
  // A parameter may be called `constructor`.
  const values = Object.create(null) as Record<string, string | ReadonlyArray<string>>
  for (const [name, value] of new URL(url, "http://localhost").searchParams) {
    const before = values[name]
    values[name] = before === undefined ? value : typeof before === "string" ? [before, value] : [...before, value]
  }
  return values
}
