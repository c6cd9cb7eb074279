import { createContext } from "preact"
import { useContext, useEffect, useRef, useState } from "preact/hooks"
import { type Answers, type Path, type Query, urlOf } from "./Answers.js"
import type { Host, Outcome } from "./host.js"

/** The shared state of the page: the host, and the number of retries of all failed requests. */
export interface Session {
  readonly host: Host
  readonly round: number
  readonly retry: () => void
}

const emptySession: Session = {
  host: { get: () => Promise.resolve({ _tag: "Unreachable" }) },
  round: 0,
  retry: () => {}
}

export const SessionContext = createContext<Session>(emptySession)

export const useSession = () => useContext(SessionContext)

/** Undefined while the request is pending. */
export type Pending<A> = Outcome<A> | undefined

export interface Answer<A> {
  readonly outcome: Pending<A>
  /** Repeats the request. The old answer stays until the new one arrives. */
  readonly reload: () => void
}

/** Whether to send the request. "later": not known yet. */
export type When = "now" | "later" | "never"

const none: Query = {}

/** Sends a request once, and after a failure again with each retry of the page. "never" is empty without a request. */
export const useAnswer = <P extends Path>(path: P, query: Query = none, when: When = "now"): Answer<Answers[P]> => {
  const { host, round } = useSession()
  const [outcome, setOutcome] = useState<Pending<Answers[P]>>()
  const [reloads, setReloads] = useState(0)
  const done = useRef("")
  const address = urlOf(path, query)
  useEffect(() => {
    const name = `${reloads} ${address}`
    if (done.current === name || when === "later") return
    if (when === "never") return setOutcome({ _tag: "Empty" })
    const controller = new AbortController()
    host.get(path, query, controller.signal, reloads === 0 ? "default" : "no-cache").then(
      (result) => {
        if (result._tag === "Success" || result._tag === "Empty") done.current = name
        setOutcome(result)
      },
      () => {}
    )
    return () => controller.abort()
  }, [host, round, reloads, address, when])
  return { outcome, reload: () => setReloads(reloads + 1) }
}
