import { type Allowance, type ApiKey, type CallerRequests, slidingWindow } from "@daybook/core/keys"
import { Option } from "effect"
import type { HeaderList } from "./send.js"

const windowMs = 60_000
/** Callers tracked at a time, per kind, so that many addresses cannot evict a key. */
const callers = 10_000
/** Pictures allowed per call. */
const picturesPerCall = 20

export interface Limits {
  /** Counts a request against its key or, without a key, its address. Asynchronous if several hosts share the limit. */
  readonly take: (key: ApiKey | undefined, address: () => string, now: number) => Allowance | Promise<Allowance>
  /** Counts a picture against an address: a page filled by one call can show a hundred. */
  readonly takePicture: (address: () => string, now: number) => Allowance | Promise<Allowance>
  /** The remaining allowance of an address, without counting. */
  readonly peek: (address: string, now: number) => Allowance
  /** The requests counted so far. */
  readonly counts: () => ReadonlyArray<CallerRequests>
}

/** The limit that several hosts share. */
export interface SharedLimit {
  readonly isShared: () => boolean
  readonly take: (caller: string, limit: number) => Promise<Allowance>
}

/** `perWindow` requests in any 60 seconds per key without its own limit, and per address without a key. */
export const limits = (perWindow: number, shared: SharedLimit): Limits => {
  const keys = slidingWindow({ windowMs, callers })
  const addresses = slidingWindow({ windowMs, callers })
  const viewers = slidingWindow({ windowMs, callers })
  const windows = { key: keys, address: addresses, viewer: viewers }
  const labelled = (kind: string, counts: ReadonlyArray<CallerRequests>) =>
    counts.map(({ caller, times }) => ({ caller: `${kind} ${caller}`, times }))
  const count = (kind: keyof typeof windows, caller: string, limit: number, now: number) => {
    const window = windows[kind]
    const own = window.take(caller, limit, now)
    if (!own.allowed || !shared.isShared()) return own
    const reconcile = (all: Allowance): Allowance => {
      if (!all.allowed) window.release(caller)
      return all
    }
    // Without the database each host applies the limit alone.
    return shared.take(`${kind} ${caller}`, limit).then(reconcile, () => own)
  }
  return {
    take: (key, address, now) =>
      key === undefined
        ? count("address", address(), perWindow, now)
        : count(
            "key",
            String(key.id),
            Option.getOrElse(key.rateLimit, () => perWindow),
            now
          ),
    takePicture: (address, now) => count("viewer", address(), perWindow * picturesPerCall, now),
    peek: (address, now) => addresses.peek(address, perWindow, now),
    counts: () => [
      ...labelled("key", keys.requests()),
      ...labelled("address", addresses.requests()),
      ...labelled("viewer", viewers.requests())
    ]
  }
}

const seconds = (ms: number) => String(Math.ceil(ms / 1_000))

/** The rate limit headers, alternating between name and value. */
export const rateHeaders = (allowance: Allowance, now: number): HeaderList => {
  const headers: HeaderList = [
    "X-RateLimit-Limit",
    String(allowance.limit),
    "X-RateLimit-Remaining",
    String(allowance.remaining),
    "X-RateLimit-Reset",
    seconds(allowance.resetAt)
  ]
  if (!allowance.allowed) headers.push("Retry-After", seconds(Math.max(1, allowance.resetAt - now)))
  return headers
}
