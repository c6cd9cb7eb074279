import { useEffect, useRef, useState } from "preact/hooks"
import { type Answers, type Path, type Query, addressOf } from "./Answers.js"
import type { Outcome } from "./Outcome.js"
import { useSession } from "./Session.js"

/** Undefined while it is waited for. */
export type Pending<A> = Outcome<A> | undefined

export interface Asked<A> {
  readonly outcome: Pending<A>
  /** Asks once more; what was there stays until the answer comes. */
  readonly again: () => void
}

/** Whether to ask: "later" while it is not known yet whether there is anything to ask for. */
export type When = "now" | "later" | "never"

const none: Query = {}

/**
 * Asks once, and again after a failure whenever the page tries again. `when` "never" gives nothing without asking.
 */
export const useAnswer = <P extends Path>(path: P, query: Query = none, when: When = "now"): Asked<Answers[P]> => {
  const { host, round } = useSession()
  const [outcome, setOutcome] = useState<Pending<Answers[P]>>()
  const [times, setTimes] = useState(0)
  const done = useRef("")
  const address = addressOf(path, query)
  useEffect(() => {
    const name = `${times} ${address}`
    if (done.current === name || when === "later") return
    if (when === "never") return setOutcome({ _tag: "Nothing" })
    const controller = new AbortController()
    host.ask(path, query, controller.signal, times === 0 ? "default" : "no-cache").then((found) => {
      if (found._tag === "There" || found._tag === "Nothing") done.current = name
      setOutcome(found)
    }, () => {})
    return () => controller.abort()
  }, [host, round, times, address, when])
  return { outcome, again: () => setTimes(times + 1) }
}
