import { Data, type Duration, Effect } from "effect"

/** One call as it arrived. Parameters of the query and of a form body are merged. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Epoch milliseconds of Effect's clock, not of the simulated one: for the spacing of calls. */
  readonly at: number
}

/** What a simulator was asked: the newest calls, oldest first, and how many there were in all. */
export interface RequestLog {
  readonly all: Effect.Effect<ReadonlyArray<LoggedRequest>>
  readonly count: Effect.Effect<number>
  readonly clear: Effect.Effect<void>
}

/** A year of an hourly sync fits; a long bench does not fill the memory. */
const maxRequests = 10_000

export const makeRequestLog = (): RequestLog & { readonly write: (request: LoggedRequest) => void } => {
  let requests: Array<LoggedRequest> = []
  let count = 0
  return {
    all: Effect.sync(() => requests.slice(-maxRequests)),
    count: Effect.sync(() => count),
    clear: Effect.sync(() => {
      requests = []
      count = 0
    }),
    write: (request) => {
      count++
      requests.push(request)
      if (requests.length > 2 * maxRequests) requests = requests.slice(-maxRequests)
    }
  }
}

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
    when: (fits, fault, times = Number.POSITIVE_INFINITY) =>
      Effect.sync(() => void rules.push({ fits, fault, left: times })),
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
