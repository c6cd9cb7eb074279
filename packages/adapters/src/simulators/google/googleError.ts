import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

/** The body of Google's refusals, for faults as well. */
export const googleErrorBody = (code: number, reason: string, message: string) => ({ error: { code, message, errors: [{ domain: reason.endsWith("LimitExceeded") ? "usageLimits" : "global", reason, message }] } })

export const googleError = (code: number, reason: string, message: string) => HttpServerResponse.unsafeJson(googleErrorBody(code, reason, message), { status: code })
