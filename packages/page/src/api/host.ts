import { type Answers, type Path, type Query, urlOf } from "./Answers.js"
import { type ReadAnswer, reads } from "./reads.js"

/** The result of a request. */
export type Outcome<A> =
  | { readonly _tag: "Success"; readonly value: A }
  /** 404, or an empty list. */
  | { readonly _tag: "Empty" }
  /** The key is unknown, revoked or expired. */
  | { readonly _tag: "Unauthorized" }
  /** The host did not answer. */
  | { readonly _tag: "Unreachable" }
  | { readonly _tag: "Failed"; readonly status: number }

/** A result that concerns the whole page. */
export type Notice =
  | Outcome<unknown>["_tag"]
  /** The host does not answer for a moment, as one that starts again. The request is repeated. */
  | "Starting"
  | { readonly _tag: "RateLimited"; readonly seconds: number }

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** The outcome of a successful answer. An empty list counts as empty. */
const outcomeOf = <A>(value: A): Outcome<A> => {
  const { data, days } = value as { readonly data?: unknown; readonly days?: unknown }
  const isEmpty = [data, days].some((list) => isList(list) && list.length === 0)
  return isEmpty ? { _tag: "Empty" } : { _tag: "Success", value }
}

/** The cache mode of `fetch`: "default" uses fresh entries of the browser cache, "no-cache" revalidates them. */
export type Freshness = "default" | "no-cache"

/** The API of the host that serves the page. */
export interface Host {
  readonly get: <P extends Path>(
    path: P,
    query: Query,
    signal: AbortSignal,
    cache?: Freshness
  ) => Promise<Outcome<Answers[P]>>
  /** The bytes at an address such as `v1/year/2025/cards/listening.svg`. */
  readonly file: (address: string, signal: AbortSignal) => Promise<Outcome<Blob>>
}

interface RequestOptions {
  readonly method?: "POST"
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly cache: Freshness
}

export interface HostOptions {
  readonly key: string
  /** Called after every request. */
  readonly onNotice: (notice: Notice) => void
  readonly fetch: (address: string, init: RequestOptions) => Promise<Answer>
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  /** When the data changed last, epoch milliseconds by the clock of the host: older answers are asked for again. */
  readonly changedAt?: () => number
}

interface Answer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly json: () => Promise<unknown>
  readonly blob: () => Promise<Blob>
}

/** How often a rate-limited request is repeated. */
const maxRetries = 3
/** Seconds. */
const maxPause = 60
/** How long a host may take to start again, and the time between two attempts, in milliseconds. */
const starting = { max: 15_000, apart: 1_000 }
/** What a host answers whose database starts, and a proxy in front of a host that does. */
const startingStatuses = new Set([502, 503, 504])
/** Paths whose answer may take long or changes by itself, so that no other part of a page waits for it. */
export const alone: ReadonlySet<Path> = new Set<Path>(["search", "listening/now-playing", "explain/:domain/:type/:id"])

/** Requests that wait: after a 429 as long as `Retry-After` demands, and for a host that starts again. */
const patientSender = ({ fetch, key, now, onNotice, sleep }: HostOptions) => {
  let pausedUntil = 0
  /** Since when the host does not answer. */
  let awaySince: number | undefined
  const pause = (answer: Answer) => {
    const retryAfter = Number(answer.headers.get("retry-after"))
    const seconds = Math.min(Math.max(Number.isFinite(retryAfter) ? retryAfter : 1, 1), maxPause)
    pausedUntil = Math.max(pausedUntil, now() + seconds * 1000)
    onNotice({ _tag: "RateLimited", seconds })
  }
  /** The answer; undefined if the host may be starting again. */
  const attempt = async (address: string, init: RequestOptions): Promise<Answer | undefined> => {
    const headers = { ...init.headers, authorization: `Bearer ${key}` }
    const isWaiting = () => now() - (awaySince ??= now()) < starting.max
    try {
      const answer = await fetch(address, { ...init, headers })
      if (startingStatuses.has(answer.status) && isWaiting()) return undefined
      if (!startingStatuses.has(answer.status)) awaySince = undefined
      return answer
    } catch (failure) {
      if (init.signal.aborted || !isWaiting()) throw failure
      return undefined
    }
  }
  return async (address: string, init: RequestOptions): Promise<Answer> => {
    for (let limited = 0; ;) {
      while (pausedUntil > now()) await sleep(pausedUntil - now())
      init.signal.throwIfAborted()
      const answer = await attempt(address, init)
      if (answer === undefined) {
        onNotice("Starting")
        await sleep(starting.apart)
      } else {
        if (answer.status !== 429 || limited === maxRetries) return answer
        limited += 1
        pause(answer)
      }
    }
  }
}

/** Sends the key in a header. Reads that are asked for together are one request. */
export const host = (options: HostOptions): Host => {
  const { changedAt = () => 0, onNotice } = options
  const send = patientSender(options)
  const get = (address: string, signal: AbortSignal, cache: Freshness) => send(address, { headers: {}, signal, cache })
  /** Whether the browser's cache has the answer from before the last change. */
  const isOld = ({ headers }: Answer) => Date.parse(headers.get("date") ?? "") <= changedAt()
  const getFresh = async (address: string, signal: AbortSignal, cache: Freshness): Promise<Answer> => {
    const answer = await get(address, signal, cache)
    return cache === "default" && answer.status === 200 && isOld(answer) ? get(address, signal, "no-cache") : answer
  }
  const single = async (address: string, signal: AbortSignal, cache: Freshness): Promise<ReadAnswer> => {
    const answer = await getFresh(address, signal, cache)
    return { status: answer.status, value: answer.status === 200 ? await answer.json() : undefined }
  }
  const read = reads({
    single: (address, signal) => single(address, signal, "default"),
    batch: async (requests, signal) => {
      const headers = { "content-type": "application/json" }
      const body = JSON.stringify({ reads: requests })
      const answer = await send("v1/batch", { method: "POST", headers, body, signal, cache: "no-cache" })
      return answer.status === 200 ? answer.json() : answer.status
    }
  })
  const noticed = async <A>(signal: AbortSignal, result: Promise<Outcome<A>>): Promise<Outcome<A>> => {
    const outcome = await result.catch((failure: unknown): Outcome<A> => {
      if (signal.aborted) throw failure
      return { _tag: "Unreachable" }
    })
    onNotice(outcome._tag)
    return outcome
  }
  return {
    get: <P extends Path>(
      path: P,
      query: Query,
      signal: AbortSignal,
      cache: Freshness = "default"
    ): Promise<Outcome<Answers[P]>> => {
      const address = urlOf(path, query)
      const isAlone = cache === "no-cache" || alone.has(path)
      const answer = isAlone ? single(address, signal, cache) : read(address, signal)
      return noticed(
        signal,
        answer.then(({ status, value }): Outcome<Answers[P]> =>
          status === 200 ? outcomeOf(value as Answers[P]) : failureOf(status)
        )
      )
    },
    file: (address, signal) =>
      noticed<Blob>(
        signal,
        getFresh(address, signal, "default").then(async (answer) =>
          answer.status === 200 ? { _tag: "Success", value: await answer.blob() } : failureOf(answer.status)
        )
      )
  }
}

const failureOf = (status: number): Outcome<never> => {
  if (status === 401) return { _tag: "Unauthorized" }
  return status === 404 ? { _tag: "Empty" } : { _tag: "Failed", status }
}
