import { HttpApiDecodeError } from "@effect/platform/HttpApiError"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Cause, Effect, Predicate } from "effect"
import { admissionOf } from "../front/requests.js"
import { type ErrorEnvelope, badRequest, notFound, serverError } from "./errors.js"

/**
 * Maps every failure behind the front to an error envelope. Unexpected failures are logged and answered without
 * details.
 */
export const envelope = (app: HttpApp.Default) =>
  Effect.catchAllCause(app, (cause) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      // The client has disconnected.
      if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
      const envelope = admissionOf(request).answered ? undefined : envelopeOf(Cause.squash(cause))
      return envelope !== undefined
        ? respond(envelope)
        : Effect.zipRight(Effect.logError("a request failed unexpectedly", cause), respond(serverError))
    })
  )

const respond = (error: ErrorEnvelope) =>
  Effect.sync(() => HttpServerResponse.unsafeJson(error, { status: error.status }))

const envelopeOf = (error: unknown): ErrorEnvelope | undefined => {
  if (error instanceof HttpApiDecodeError) return badRequest(readable(error.issues))
  if (isEnvelope(error)) return error
  if (!HttpServerError.isServerError(error)) return undefined
  if (error._tag === "RouteNotFound") return notFound
  return error._tag === "RequestError" ? badRequest("the body is not valid JSON; check its syntax") : undefined
}

const isEnvelope = (error: unknown): error is ErrorEnvelope =>
  Predicate.hasProperty(error, "error") && Predicate.hasProperty(error, "status") && Predicate.isNumber(error.status)

/**
 * One line for the first invalid field: its name and what it must be, never its value. A union has one issue for each
 * member.
 */
const readable = (issues: HttpApiDecodeError["issues"]): string => {
  const absent = new Set(issues.filter(({ _tag }) => _tag === "Missing").map(({ path }) => path.join(".")))
  const wrong = issues.find(({ _tag }) => _tag !== "Missing")
  // For a union, a field missing in one member is not an error if another member was meant.
  if (wrong === undefined && absent.size > 1) return `${Array.from(absent).join(" or ")} is missing`
  const name = (wrong ?? issues[0])?.path.join(".") ?? ""
  if (name === "") return "the body must be a JSON object of the documented form"
  const messages = issues
    .filter(({ path }) => path.join(".") === name)
    .map(({ message }) => message.split(", actual ")[0]!.replaceAll(/\s+/g, " "))
  const own = messages.find((message) => !message.startsWith("Expected "))
  if (own !== undefined) return `${name} ${own}`
  const kinds = messages
    .map((message) => message.slice("Expected ".length))
    .filter((kind) => kind !== "null" && kind !== "undefined")
  return `${name} must be ${Array.from(new Set(kinds), (kind) => (kind === "string" ? "one text" : kind)).join(" or ")}`
}
