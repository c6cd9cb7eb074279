import type { SourceState } from "@daybook/core/sync"
import { Data, Duration, Option } from "effect"
import type { Answer } from "./Answer.js"

/**
 * The meaning of a response for its call. `Good`: it can be read. `Again`: a retry may help, after `wait` if the
 * provider gives one. `Stop`: no retry helps, and no call is made during `closedFor`. `what` continues a sentence that
 * begins with the provider's name.
 */
export type Verdict = Data.TaggedEnum<{
  Good: {}
  Again: { readonly state: SourceState; readonly what: string; readonly wait: Option.Option<Duration.Duration> }
  Stop: {
    readonly state: SourceState
    readonly what: string
    readonly next: Option.Option<string>
    readonly closedFor: Option.Option<Duration.Duration>
  }
}>

const { Again, Good, Stop } = Data.taggedEnum<Verdict>()

export const good: Verdict = Good()

export const again = (
  state: SourceState,
  what: string,
  wait: Option.Option<Duration.Duration> = Option.none()
): Verdict => Again({ state, what, wait })

export const stop = (
  state: SourceState,
  what: string,
  more: { readonly next?: string; readonly closedFor?: Duration.Duration } = {}
): Verdict =>
  Stop({ state, what, next: Option.fromNullable(more.next), closedFor: Option.fromNullable(more.closedFor) })

/** Interprets the HTTP status alone. */
export const ofStatus = (answer: Answer): Verdict => {
  const { status } = answer
  if (status >= 200 && status < 300) return good
  if (status === 401) return stop("unauthorized", "refuses the key or login (HTTP 401)")
  if (status === 403) return stop("forbidden", "refuses access (HTTP 403)")
  if (status === 404 || status === 410) return stop("not_found", `has no such thing (HTTP ${status})`)
  if (status === 429) return again("rate_limited", "got too many calls (HTTP 429)", retryAfter(answer))
  if (status === 408 || status >= 500) return again("unavailable", `failed (HTTP ${status})`, retryAfter(answer))
  if (status >= 300 && status < 400) return stop("bad_answer", `points elsewhere (HTTP ${status})`)
  return stop("bad_answer", `rejects the request (HTTP ${status})`)
}

/** The wait that `Retry-After` asks for, as seconds or as a date (RFC 9110 §10.2.3). A date needs the `Date` header. */
export const retryAfter = (answer: Answer): Option.Option<Duration.Duration> => {
  const value = answer.headers["retry-after"]?.trim()
  if (value === undefined || value === "") return Option.none()
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Option.some(Duration.seconds(Number(value)))
  const until = Date.parse(value)
  const from = Date.parse(answer.headers["date"] ?? "")
  return Number.isNaN(until) || Number.isNaN(from)
    ? Option.none()
    : Option.some(Duration.millis(Math.max(0, until - from)))
}
