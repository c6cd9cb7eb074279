import type { AttemptResult, HookHealth } from "./model.js"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The waits after the failed attempts of a message. The first attempt is made at once. */
export const retryDelays: ReadonlyArray<number> = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour
]

/** Waits differ by a tenth, so that receivers are not called by all messages at the same instant. */
export const jitterShare = 0.1

/** A hook is disabled when it had no success for so long while there were so many failures. */
const disabledAfter = 5 * day
const minFailures = 10

const maxPause = 24 * hour

/** Statuses of a receiver that is overloaded or unreachable for a while. */
const pausing: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The receiver wants no further messages. */
const goneStatus = 410

/** The wait before the next attempt, milliseconds. Null if the message is given up. `random` is from 0 to 1. */
export const retryDelay = (attempts: number, random: number): number | null => {
  const delay = retryDelays[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 - jitterShare + 2 * jitterShare * random))
}

/** The pause that a `Retry-After` asks for, milliseconds: a number of seconds or an HTTP date. Null without one. */
export const pauseOf = ({ retryAfter, status }: AttemptResult, now: number): number | null => {
  if (retryAfter === null || status === null || !pausing.has(status)) return null
  return waitOf(retryAfter, now)
}

/** A number of seconds or an HTTP date as a wait, milliseconds; null for any other text, or a time that has passed. */
export const waitOf = (retryAfter: string, now: number): number | null => {
  const text = retryAfter.trim()
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, maxPause) : null
}

export const isSuccess = ({ accepted = true, status }: AttemptResult): boolean =>
  accepted && status !== null && status >= 200 && status < 300

/** What an attempt means for its message and its hook. Times are epoch milliseconds. */
export interface Verdict {
  readonly outcome: "delivered" | "retried" | "given_up" | "disabled"
  /** When the message is sent again; null if it is not. */
  readonly dueAt: number | null
  /** The hook sends nothing before; null without a pause. */
  readonly pausedUntil: number | null
  readonly health: HookHealth
  /** Why the hook is disabled; null if it is not. */
  readonly disabledReason: string | null
}

/** Judges an attempt. `attempts` counts this one, `health` is the hook's before it. */
export const judge = (
  result: AttemptResult,
  attempts: number,
  health: HookHealth,
  now: number,
  random: number
): Verdict => {
  if (isSuccess(result)) {
    const recovered = { lastSuccessAt: now, failingSince: null, failures: 0 }
    return { outcome: "delivered", dueAt: null, pausedUntil: null, health: recovered, disabledReason: null }
  }
  const failing = { ...health, failingSince: health.failingSince ?? now, failures: health.failures + 1 }
  const disabledReason = reasonToDisable(result, failing, now)
  if (disabledReason !== null)
    return { outcome: "disabled", dueAt: null, pausedUntil: null, health: failing, disabledReason }
  const delay = retryDelay(attempts, random)
  const pause = pauseOf(result, now)
  return {
    outcome: delay === null ? "given_up" : "retried",
    dueAt: delay === null ? null : now + Math.max(delay, pause ?? 0),
    pausedUntil: pause === null ? null : now + pause,
    health: failing,
    disabledReason: null
  }
}

const reasonToDisable = (result: AttemptResult, { failingSince, failures }: HookHealth, now: number): string | null => {
  if (result.status === goneStatus) return "the receiver answered 410: it wants no further messages"
  return failingSince !== null && now - failingSince >= disabledAfter && failures >= minFailures
    ? `no success in five days and ${failures} failures; the last: ${failureOf(result)}`
    : null
}

/** One line about a failed attempt. */
export const failureOf = ({ accepted = true, reply, status }: AttemptResult): string =>
  status === null || !accepted ? reply : `the receiver answered ${status}`
