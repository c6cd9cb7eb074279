import { Effect } from "effect"

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
const keptRequests = 10_000

export const makeRequestLog = (): RequestLog & { readonly write: (request: LoggedRequest) => void } => {
  let kept: Array<LoggedRequest> = []
  let count = 0
  return {
    all: Effect.sync(() => kept.slice(-keptRequests)),
    count: Effect.sync(() => count),
    clear: Effect.sync(() => {
      kept = []
      count = 0
    }),
    write: (request) => {
      count++
      kept.push(request)
      if (kept.length > 2 * keptRequests) kept = kept.slice(-keptRequests)
    }
  }
}
