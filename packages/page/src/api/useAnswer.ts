import { createContext } from "preact"
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answers, type Path, type Query, urlOf } from "./Answers.js"
import type { Freshness, Host, Outcome } from "./host.js"
import type { LiveOptions } from "./live.js"

/** The shared state of the page: the host, and the number of retries of all failed requests. */
export interface Session {
  readonly host: Host
  /** Follows the host's stream; the answer ends it. */
  readonly follow: (options: LiveOptions) => () => void
  readonly round: number
  /** How often all answers were asked for again, for a page that refreshes itself. */
  readonly refreshes?: number
  /** How often the data was found changed: old answers are asked for again. */
  readonly changes?: number
  readonly retry: () => void
}

const emptySession: Session = {
  host: { get: () => Promise.resolve({ _tag: "Unreachable" }), file: () => Promise.resolve({ _tag: "Unreachable" }) },
  follow: () => () => {},
  round: 0,
  retry: () => {}
}

export const SessionContext = createContext<Session>(emptySession)

export const useSession = () => useContext(SessionContext)

/** Undefined while the request is pending. */
export type Pending<A> = Outcome<A> | undefined

export interface Answer<A> {
  readonly outcome: Pending<A>
  /** True while `outcome` answers an earlier request, because the new answer is not there yet. */
  readonly stale?: boolean
  /** Why the answer could not be read again: `outcome` is the previous one. */
  readonly failure?: Outcome<unknown> | undefined
  /** Repeats the request. The old answer stays until the new one arrives. */
  readonly reload: () => void
}

/** Whether to send the request. "later": not known yet. */
export type When = "now" | "later" | "never"

const none: Query = {}
const empty: Outcome<never> = { _tag: "Empty" }

/** An answer that all pages share. */
interface CachedAnswer {
  readonly outcome: Outcome<unknown>
  /** How often the data had been found changed when it was asked for. */
  readonly changes: number
  /** When it came, epoch milliseconds. */
  readonly at: number
}

/** The newest answers of each host by address: a page that is opened again shows them. */
const cached = new WeakMap<Host, Map<string, CachedAnswer>>()
const maxCached = 200
/** How long an answer is taken as it is while the data does not change. Some say "today". Milliseconds. */
const freshMs = 5 * 60_000
/** Answers that change without a change of the data. */
const changing: ReadonlySet<Path> = new Set<Path>(["listening/now-playing", "health/sync", "reading/highlights/random"])

const answersOf = (host: Host) => {
  const answers = cached.get(host) ?? new Map<string, CachedAnswer>()
  cached.set(host, answers)
  return answers
}

const remember = (host: Host, address: string, outcome: Outcome<unknown>, changes: number) => {
  const answers = answersOf(host)
  answers.delete(address)
  answers.set(address, { outcome, changes, at: Date.now() })
  if (answers.size > maxCached) answers.delete(answers.keys().next().value!)
}

/** The answer, if the data has not changed since it was asked for. */
const freshAnswer = (host: Host, path: Path, address: string, changes: number): Outcome<unknown> | undefined => {
  const answer = changing.has(path) ? undefined : answersOf(host).get(address)
  return answer?.changes === changes && Date.now() - answer.at < freshMs ? answer.outcome : undefined
}

/** Reads through the cache that all pages share. */
export const readShared = async <P extends Path>(
  host: Host,
  path: P,
  query: Query,
  changes: number,
  signal: AbortSignal
): Promise<Outcome<Answers[P]>> => {
  const address = urlOf(path, query)
  const fresh = freshAnswer(host, path, address, changes)
  if (fresh !== undefined) return fresh as Outcome<Answers[P]>
  const outcome = await host.get(path, query, signal)
  if (isAnswer(outcome)) remember(host, address, outcome, changes)
  return outcome
}

const isAnswer = ({ _tag }: Outcome<unknown>) => _tag === "Success" || _tag === "Empty"

interface Flight {
  readonly answer: Promise<Outcome<unknown>>
  readonly controller: AbortController
  users: number
}

const flights = new WeakMap<Host, Map<string, Flight>>()

/** Sends a request. Several blocks that ask the same at the same time share it; it ends when the last one leaves. */
const share = <P extends Path>(host: Host, path: P, query: Query, freshness: Freshness) => {
  const ofHost = flights.get(host) ?? new Map<string, Flight>()
  flights.set(host, ofHost)
  const name = `${freshness} ${urlOf(path, query)}`
  const forget = () => ofHost.get(name) === flight && ofHost.delete(name)
  let flight = ofHost.get(name)
  if (flight === undefined) {
    const controller = new AbortController()
    const answer = host.get(path, query, controller.signal, freshness).finally(() => forget())
    flight = { answer, controller, users: 0 }
    ofHost.set(name, flight)
  }
  flight.users++
  const leave = () => {
    if (--flight.users > 0) return
    forget()
    flight.controller.abort()
  }
  return { answer: flight.answer as Promise<Outcome<Answers[P]>>, leave }
}

/** Sends a request once, and after a failure again with each retry of the page. "never" is empty without a request. */
export const useAnswer = <P extends Path>(path: P, query: Query = none, when: When = "now"): Answer<Answers[P]> => {
  const { changes = 0, host, refreshes = 0, round } = useSession()
  const address = urlOf(path, query)
  const [held, setHeld] = useState<{ readonly address: string; readonly outcome: Outcome<Answers[P]> }>()
  const [reloads, setReloads] = useState(0)
  const [failed, setFailed] = useState<{ readonly address: string; readonly outcome: Outcome<unknown> }>()
  const done = useRef("")
  // Before the paint, so that the host works while the browser draws.
  useLayoutEffect(() => {
    const name = `${reloads} ${refreshes} ${changes} ${address}`
    if (done.current === name || when !== "now") return
    if (reloads + refreshes === 0 && freshAnswer(host, path, address, changes) !== undefined) {
      done.current = name
      return
    }
    const { answer, leave } = share(host, path, query, reloads + refreshes === 0 ? "default" : "no-cache")
    let current = true
    answer.then(
      (outcome) => {
        if (!current) return
        if (isAnswer(outcome)) {
          done.current = name
          remember(host, address, outcome, changes)
        }
        // The previous answer of the same address stays.
        const hasPrevious = !isAnswer(outcome) && answersOf(host).has(address)
        setFailed(hasPrevious ? { address, outcome } : undefined)
        if (!hasPrevious) setHeld({ address, outcome })
      },
      () => {}
    )
    return () => {
      current = false
      leave()
    }
  }, [host, round, reloads, refreshes, changes, address, when])
  const current =
    held?.address === address ? held.outcome : (answersOf(host).get(address)?.outcome as Pending<Answers[P]>)
  const outcome = when === "never" ? empty : (current ?? held?.outcome)
  return {
    outcome,
    stale: current === undefined && outcome !== undefined && when === "now",
    failure: failed?.address === address ? failed.outcome : undefined,
    reload: () => setReloads(reloads + 1)
  }
}
