import { type Answers, type Path, type Query, addressOf } from "./Answers.js"
import { type Notice, type Outcome, outcomeOf } from "./Outcome.js"

/** As of `fetch`: "default" takes what the browser has while it is fresh, "no-cache" has it checked with the host. */
export type Freshness = "default" | "no-cache"

/** The host behind the page. */
export interface Host {
  readonly ask: <P extends Path>(path: P, query: Query, signal: AbortSignal, cache?: Freshness) => Promise<Outcome<Answers[P]>>
}

export interface HostOptions {
  readonly key: string
  /** Hears how every question went. */
  readonly heard: (notice: Notice) => void
  readonly fetch: (address: string, init: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal; readonly cache: Freshness }) => Promise<Answer>
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly now: () => number
}

interface Answer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly json: () => Promise<unknown>
}

/** How often a question that met the limit is asked again. */
const patience = 3
const longestPause = 60

/**
 * Asks with the key in a header. Answers that are still fresh by their `Cache-Control` come from the browser's cache, so
 * that reloads do not use up the key's limit. Once the limit is met, all questions wait for as long as the host said.
 */
export const host = ({ fetch, heard, key, now, sleep }: HostOptions): Host => {
  let pausedUntil = 0
  const pause = (answer: Answer) => {
    const asked = Number(answer.headers.get("retry-after"))
    const seconds = Math.min(Math.max(Number.isFinite(asked) ? asked : 1, 1), longestPause)
    pausedUntil = Math.max(pausedUntil, now() + seconds * 1000)
    heard({ _tag: "Busy", seconds })
  }
  const send = async (address: string, signal: AbortSignal, cache: Freshness): Promise<Answer> => {
    for (let asked = 0; ; asked++) {
      while (pausedUntil > now()) await sleep(pausedUntil - now())
      signal.throwIfAborted()
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` }, signal, cache })
      if (answer.status !== 429 || asked === patience) return answer
      pause(answer)
    }
  }
  const outcome = async <A>(address: string, signal: AbortSignal, cache: Freshness): Promise<Outcome<A>> => {
    try {
      const answer = await send(address, signal, cache)
      return await read<A>(answer)
    } catch (failure) {
      if (signal.aborted) throw failure
      return { _tag: "Away" }
    }
  }
  return {
    ask: async <P extends Path>(path: P, query: Query, signal: AbortSignal, cache: Freshness = "default") => {
      const found = await outcome<Answers[P]>(addressOf(path, query), signal, cache)
      heard(found._tag)
      return found
    }
  }
}

const read = async <A>(answer: Answer): Promise<Outcome<A>> => {
  if (answer.status === 401) return { _tag: "Refused" }
  if (answer.status === 404) return { _tag: "Nothing" }
  if (answer.status !== 200) return { _tag: "Failed", status: answer.status }
  return outcomeOf(await answer.json() as A)
}
