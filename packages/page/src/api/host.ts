import { type Answers, type Path, type Query, urlOf } from "./Answers.js"

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
export type Notice = Outcome<unknown>["_tag"] | { readonly _tag: "RateLimited"; readonly seconds: number }

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

export interface HostOptions {
  readonly key: string
  /** Called after every request. */
  readonly onNotice: (notice: Notice) => void
  readonly fetch: (
    address: string,
    init: {
      readonly headers: Readonly<Record<string, string>>
      readonly signal: AbortSignal
      readonly cache: Freshness
    }
  ) => Promise<Answer>
  readonly sleep: (milliseconds: number) => Promise<void>
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
const longestPause = 60

/**
 * Sends the key in a header. Fresh answers come from the browser cache, so that reloads do not use up the rate limit.
 * After a 429 all requests wait as long as `Retry-After` demands.
 */
export const host = ({ changedAt = () => 0, fetch, key, now, onNotice, sleep }: HostOptions): Host => {
  let pausedUntil = 0
  const pause = (answer: Answer) => {
    const retryAfter = Number(answer.headers.get("retry-after"))
    const seconds = Math.min(Math.max(Number.isFinite(retryAfter) ? retryAfter : 1, 1), longestPause)
    pausedUntil = Math.max(pausedUntil, now() + seconds * 1000)
    onNotice({ _tag: "RateLimited", seconds })
  }
  const send = async (address: string, signal: AbortSignal, cache: Freshness): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      while (pausedUntil > now()) await sleep(pausedUntil - now())
      signal.throwIfAborted()
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` }, signal, cache })
      if (answer.status !== 429 || attempt === maxRetries) return answer
      pause(answer)
    }
  }
  /** Whether the browser's cache has the answer from before the last change. */
  const isOld = ({ headers }: Answer) => Date.parse(headers.get("date") ?? "") <= changedAt()
  const sendFresh = async (address: string, signal: AbortSignal, cache: Freshness): Promise<Answer> => {
    const answer = await send(address, signal, cache)
    return cache === "default" && answer.status === 200 && isOld(answer) ? send(address, signal, "no-cache") : answer
  }
  const outcome = async <A>(
    address: string,
    signal: AbortSignal,
    cache: Freshness,
    content: (answer: Answer) => Promise<Outcome<A>>
  ): Promise<Outcome<A>> => {
    try {
      const answer = await sendFresh(address, signal, cache)
      return answer.status === 200 ? await content(answer) : failureOf(answer)
    } catch (failure) {
      if (signal.aborted) throw failure
      return { _tag: "Unreachable" }
    }
  }
  const noticed = <A>(result: Outcome<A>) => {
    onNotice(result._tag)
    return result
  }
  return {
    get: async <P extends Path>(path: P, query: Query, signal: AbortSignal, cache: Freshness = "default") =>
      noticed(
        await outcome(urlOf(path, query), signal, cache, async (answer) =>
          outcomeOf((await answer.json()) as Answers[P])
        )
      ),
    file: async (address, signal) =>
      noticed(
        await outcome(address, signal, "default", async (answer) => ({ _tag: "Success", value: await answer.blob() }))
      )
  }
}

const failureOf = ({ status }: Answer): Outcome<never> => {
  if (status === 401) return { _tag: "Unauthorized" }
  return status === 404 ? { _tag: "Empty" } : { _tag: "Failed", status }
}
