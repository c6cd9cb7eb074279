/** What a request may do, and what to tell in the rate headers (`api.md` §8). Times are epoch milliseconds. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** When the oldest counted request leaves the window. */
  readonly resetAt: number
}

/** What a caller was counted for: instants in epoch milliseconds, oldest first. */
export interface Counted {
  readonly caller: string
  readonly times: ReadonlyArray<number>
}

export interface SlidingWindow {
  /** Counts one request of a caller, unless it is over the limit; refused requests do not use up the window. */
  readonly take: (caller: string, limit: number, now: number) => Allowance
  /** What a caller has left, without counting anything or remembering the caller. */
  readonly look: (caller: string, limit: number, now: number) => Allowance
  /** Forgets the newest request of a caller, which was refused elsewhere. */
  readonly giveBack: (caller: string) => void
  readonly counted: () => ReadonlyArray<Counted>
}

/** One caller's counted requests: a ring of times that grows up to the limit. */
interface Log {
  times: Float64Array
  start: number
  size: number
}

/**
 * An exact sliding window: never more than `limit` in any `windowMs`. Memory is bounded by `callers` logs; the one
 * silent for longest goes first.
 */
export const slidingWindow = (options: { readonly windowMs: number; readonly callers: number }): SlidingWindow => {
  const logs = new Map<string, Log>()
  const logOf = (caller: string): Log => {
    const known = logs.get(caller)
    if (known !== undefined) {
      logs.delete(caller)
      logs.set(caller, known)
      return known
    }
    if (logs.size >= options.callers) logs.delete(logs.keys().next().value!)
    const fresh: Log = { times: new Float64Array(16), start: 0, size: 0 }
    logs.set(caller, fresh)
    return fresh
  }
  return {
    take: (caller, limit, now) => {
      const log = logOf(caller)
      while (log.size > 0 && log.times[log.start]! <= now - options.windowMs) {
        log.start = (log.start + 1) % log.times.length
        log.size--
      }
      const allowed = log.size < limit
      if (allowed) push(log, now)
      const oldest = log.size === 0 ? now : log.times[log.start]!
      return { allowed, limit, remaining: Math.max(0, limit - log.size), resetAt: oldest + options.windowMs }
    },
    look: (caller, limit, now) => {
      const log = logs.get(caller)
      const times = log === undefined ? [] : timesOf(log).filter((time) => time > now - options.windowMs)
      const remaining = Math.max(0, limit - times.length)
      return { allowed: true, limit, remaining, resetAt: (times[0] ?? now) + options.windowMs }
    },
    giveBack: (caller) => {
      const log = logs.get(caller)
      if (log !== undefined && log.size > 0) log.size--
    },
    counted: () => Array.from(logs, ([caller, log]) => ({ caller, times: timesOf(log) }))
  }
}

const timesOf = ({ size, start, times }: Log): ReadonlyArray<number> =>
  Array.from({ length: size }, (_, index) => times[(start + index) % times.length]!)

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
