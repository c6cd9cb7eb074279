import { Either } from "effect"
import { type Answer, Verdict } from "../provider/index.js"

/** Google's reasons (https://developers.google.com/workspace/calendar/api/guides/errors): `{"error":{"errors":[{"reason":"rateLimitExceeded"}],"code":403}}`. */
const reasonsOf = (answer: Answer): ReadonlyArray<string> => {
  const error = field(Either.getOrNull(answer.json), "error")
  const errors = field(error, "errors")
  const listed = Array.isArray(errors) ? errors.map((one: unknown) => field(one, "reason")) : []
  return [...listed, field(error, "status")].filter((reason) => typeof reason === "string")
}

const field = (value: unknown, name: string): unknown => typeof value === "object" && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined

const tooMany = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|RESOURCE_EXHAUSTED)$/

/** What an answer of Google's means; `api` is what people call the interface. */
export const judge = (api: string) => (answer: Answer): Verdict.Verdict => {
  if (answer.status !== 403) return Verdict.ofStatus(answer)
  const reasons = reasonsOf(answer)
  if (reasons.some((reason) => tooMany.test(reason))) return Verdict.again("rate_limited", "got too many calls (HTTP 403)", Verdict.retryAfter(answer))
  if (reasons.includes("dailyLimitExceeded")) return Verdict.stop("rate_limited", "allows no more calls today", { next: "sync again tomorrow: it goes on where it was" })
  if (reasons.includes("accessNotConfigured") || reasons.includes("SERVICE_DISABLED")) {
    return Verdict.stop("forbidden", "is not turned on for this client", { next: `turn on the ${api} in the Google Cloud console, then sync again` })
  }
  return Verdict.stop("forbidden", "is not allowed by the login (HTTP 403)", { next: "run `daybook connect google` again and leave every box ticked" })
}

/** The login is no good any more: nothing but another one helps. */
export const advice = { unauthorized: "run `daybook connect google`" }
