import { type Allowance, type ApiKey, type Counted, slidingWindow } from "@daybook/core/keys"
import { Option } from "effect"
import type { HeaderList } from "./send.js"

/** `api.md` §8. */
const windowMs = 60_000
/** Callers remembered at once, keys and addresses apart, so that a crowd of addresses pushes no key out. */
const callers = 10_000
/** Pictures for every call. */
const picturesPerCall = 20

export interface Limits {
  /** Counts a request: of its key, or else of the address that `address` tells. Later where other hosts count, too. */
  readonly take: (key: ApiKey | undefined, address: () => string, now: number) => Allowance | Promise<Allowance>
  /** Counts a picture of an address: a page that one call has filled shows a hundred of them. */
  readonly takePicture: (address: () => string, now: number) => Allowance | Promise<Allowance>
  /** What an address has left: for what is not counted. */
  readonly look: (address: string, now: number) => Allowance
  /** What was counted so far. */
  readonly counted: () => ReadonlyArray<Counted>
}

/** The count that all hosts keep together, while there are several. */
export interface Together {
  readonly isShared: () => boolean
  readonly take: (caller: string, limit: number) => Promise<Allowance>
}

/** `perWindow` requests a key in any 60 seconds, where the key has no limit of its own, and as many an address without one. */
export const limits = (perWindow: number, together: Together): Limits => {
  const keys = slidingWindow({ windowMs, callers })
  const addresses = slidingWindow({ windowMs, callers })
  const viewers = slidingWindow({ windowMs, callers })
  const windows = { key: keys, address: addresses, viewer: viewers }
  const named = (kind: string, counted: ReadonlyArray<Counted>) => counted.map(({ caller, times }) => ({ caller: `${kind} ${caller}`, times }))
  const count = (kind: keyof typeof windows, caller: string, limit: number, now: number) => {
    const window = windows[kind]
    const own = window.take(caller, limit, now)
    if (!own.allowed || !together.isShared()) return own
    const judged = (all: Allowance): Allowance => {
      if (!all.allowed) window.giveBack(caller)
      return all
    }
    // Without the database each host still holds to the limit by itself.
    return together.take(`${kind} ${caller}`, limit).then(judged, () => own)
  }
  return {
    take: (key, address, now) =>
      key === undefined
        ? count("address", address(), perWindow, now)
        : count("key", String(key.id), Option.getOrElse(key.rateLimit, () => perWindow), now),
    takePicture: (address, now) => count("viewer", address(), perWindow * picturesPerCall, now),
    look: (address, now) => addresses.look(address, perWindow, now),
    counted: () => [...named("key", keys.counted()), ...named("address", addresses.counted()), ...named("viewer", viewers.counted())]
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
