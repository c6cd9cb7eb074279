import { Data, type Duration, Effect } from "effect"
import type { LoggedRequest } from "./RequestLog.js"

/**
 * What can go wrong with one answer.
 *
 * - `Status`: an error page; `retryAfter` in seconds, or a date, becomes the header.
 * - `Body`: exactly this JSON, with this status (200 unless given).
 * - `Html`: a web page where JSON was expected, status 200 unless given.
 * - `Truncated`: the true answer, cut in the middle.
 * - `Slow`: the true answer, late. `Hanging`: none, until the caller gives up.
 * - `WrongPages`: the true answer, but it says that there are this many pages.
 * - `Empty`: a well-formed answer that says there is nothing, where there is something.
 * - `Meanwhile`: the true answer, after something happened in the account, such as a play between two pages.
 */
export type Fault = Data.TaggedEnum<{
  Status: { readonly status: number; readonly retryAfter?: number | string }
  Body: { readonly json: unknown; readonly status?: number }
  Html: { readonly status?: number }
  Truncated: {}
  Slow: { readonly for: Duration.DurationInput }
  Hanging: {}
  WrongPages: { readonly pages: number }
  Empty: {}
  Meanwhile: { readonly happens: Effect.Effect<void> }
}>

export const Fault = Data.taggedEnum<Fault>()

/** The faults that are waiting to happen to a simulator's answers. A rule goes before the queue. */
export interface Faults {
  /** Each of the next requests meets one of these, in order. */
  readonly next: (...faults: ReadonlyArray<Fault>) => Effect.Effect<void>
  /** Every request that fits meets the fault, at most `times` times (default: always), until cleared. */
  readonly when: (fits: (request: LoggedRequest) => boolean, fault: Fault, times?: number) => Effect.Effect<void>
  readonly clear: Effect.Effect<void>
}

interface Rule {
  readonly fits: (request: LoggedRequest) => boolean
  readonly fault: Fault
  left: number
}

export const makeFaults = (): Faults & { readonly take: (request: LoggedRequest) => Fault | undefined } => {
  let queue: Array<Fault> = []
  let rules: Array<Rule> = []
  return {
    next: (...faults) => Effect.sync(() => void queue.push(...faults)),
    when: (fits, fault, times = Number.POSITIVE_INFINITY) => Effect.sync(() => void rules.push({ fits, fault, left: times })),
    clear: Effect.sync(() => {
      queue = []
      rules = []
    }),
    take: (request) => {
      const rule = rules.find((rule) => rule.left > 0 && rule.fits(request))
      if (rule === undefined) return queue.shift()
      rule.left--
      return rule.fault
    }
  }
}
