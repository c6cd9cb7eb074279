import { type Allowance, type ApiKey, slidingWindow } from "@daybook/core/keys"
import { Option } from "effect"
import type { HeaderList } from "./send.js"

/** `api.md` §8. */
const windowMs = 60_000
/** Callers remembered at once, keys and addresses apart, so that a crowd of addresses pushes no key out. */
const callers = 10_000

export interface Limits {
  /** Counts a request: of its key, or else of the address that `address` tells. */
  readonly take: (key: ApiKey | undefined, address: () => string, now: number) => Allowance
}

/** `perWindow` requests a key in any 60 seconds, where the key has no limit of its own, and as many an address without one. */
export const limits = (perWindow: number): Limits => {
  const keys = slidingWindow({ windowMs, callers })
  const addresses = slidingWindow({ windowMs, callers })
  return {
    take: (key, address, now) =>
      key === undefined
        ? addresses.take(address(), perWindow, now)
        : keys.take(String(key.id), Option.getOrElse(key.rateLimit, () => perWindow), now)
  }
}

const seconds = (ms: number) => String(Math.ceil(ms / 1_000))

/** The rate headers (contract §0.3): names and values in turn. */
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
