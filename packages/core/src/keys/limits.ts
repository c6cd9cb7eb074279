import { Context, type Effect, type Scope } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** Whether a request is allowed, and the values of the rate-limit headers. Times are epoch milliseconds. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** When the oldest counted request leaves the window. */
  readonly resetAt: number
}

/** The counted requests of a caller: epoch milliseconds, oldest first. */
export interface CallerRequests {
  readonly caller: string
  readonly times: ReadonlyArray<number>
}

export interface SlidingWindow {
  /** Counts one request of a caller, unless it exceeds the limit. Rejected requests do not count. */
  readonly take: (caller: string, limit: number, now: number) => Allowance
  /** The remaining requests of a caller, without counting. */
  readonly peek: (caller: string, limit: number, now: number) => Allowance
  /** Removes the newest request of a caller, which was rejected elsewhere. */
  readonly release: (caller: string) => void
  readonly requests: () => ReadonlyArray<CallerRequests>
}

/** The counted requests of one caller: a ring buffer of times that grows up to the limit. */
interface Log {
  times: Float64Array
  start: number
  size: number
}

/**
 * An exact sliding window: never more than `limit` requests in any `windowMs`. It stores at most `callers` logs. When
 * it is full, those with the fewest requests go, the least recently used first: a caller at its limit cannot get rid
 * of its count by requests of many others.
 */
export const slidingWindow = (options: { readonly windowMs: number; readonly callers: number }): SlidingWindow => {
  const logs = new Map<string, Log>()
  let latest: string | undefined
  /** A quarter at a time, so that a flood of callers does not sort all of them for each. */
  const evict = (now: number): void => {
    const counts = Array.from(logs, ([caller, log]) => ({ caller, count: countIn(log, now - options.windowMs) }))
    const order = counts.sort((a, b) => a.count - b.count)
    for (const { caller } of order.slice(0, Math.max(1, options.callers >> 2))) logs.delete(caller)
  }
  const logOf = (caller: string, now: number): Log => {
    const existing = logs.get(caller)
    // A map that is changed in every request would leave garbage in every request.
    if (existing !== undefined && caller === latest) return existing
    latest = caller
    if (existing !== undefined) {
      logs.delete(caller)
      logs.set(caller, existing)
      return existing
    }
    if (logs.size >= options.callers) evict(now)
    const fresh: Log = { times: new Float64Array(16), start: 0, size: 0 }
    logs.set(caller, fresh)
    return fresh
  }
  return {
    take: (caller, limit, now) => {
      const log = logOf(caller, now)
      while (log.size > 0 && log.times[log.start]! <= now - options.windowMs) {
        log.start = (log.start + 1) % log.times.length
        log.size--
      }
      const allowed = log.size < limit
      if (allowed) push(log, now)
      const oldest = log.size === 0 ? now : log.times[log.start]!
      return { allowed, limit, remaining: Math.max(0, limit - log.size), resetAt: oldest + options.windowMs }
    },
    peek: (caller, limit, now) => {
      const log = logs.get(caller)
      const times = log === undefined ? [] : timesOf(log).filter((time) => time > now - options.windowMs)
      const remaining = Math.max(0, limit - times.length)
      return { allowed: true, limit, remaining, resetAt: (times[0] ?? now) + options.windowMs }
    },
    release: (caller) => {
      const log = logs.get(caller)
      if (log !== undefined && log.size > 0) log.size--
    },
    requests: () => Array.from(logs, ([caller, log]) => ({ caller, times: timesOf(log) }))
  }
}

const timesOf = ({ size, start, times }: Log): ReadonlyArray<number> =>
  Array.from({ length: size }, (_, index) => times[(start + index) % times.length]!)

/** Requests after a time. */
const countIn = ({ size, start, times }: Log, after: number): number => {
  let old = 0
  while (old < size && times[(start + old) % times.length]! <= after) old++
  return size - old
}

const push = (log: Log, now: number) => {
  if (log.size === log.times.length) {
    const grown = new Float64Array(log.times.length * 2)
    for (let index = 0; index < log.size; index++) grown[index] = log.times[(log.start + index) % log.times.length]!
    log.times = grown
    log.start = 0
  }
  log.times[(log.start + log.size) % log.times.length] = now
  log.size++
}

/**
 * Request counts shared with the other hosts on the same database. A single host counts in memory without queries; when
 * a second host joins, both count here.
 */
export class SharedLimits extends Context.Tag("@daybook/core/SharedLimits")<
  SharedLimits,
  {
    /**
     * Joins as a host for as long as the scope lives. Completes once every other host counts here too. `counted`
     * returns the requests that this host counted so far.
     */
    readonly join: (requests: () => ReadonlyArray<CallerRequests>) => Effect.Effect<void, StorageFailure, Scope.Scope>
    /** True while hosts must count together. */
    readonly isShared: () => boolean
    /** Counts one request of a caller across all hosts, unless it exceeds the limit. */
    readonly take: (caller: string, limit: number) => Effect.Effect<Allowance, StorageFailure>
  }
>() {}
