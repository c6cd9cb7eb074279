import { useRef, useState } from "preact/hooks"
import type { AdminFailure } from "./key.js"
import { failureText } from "./failureText.js"
import { asFailure } from "./useAdminAnswer.js"

export interface Outcome {
  readonly isFailure: boolean
  readonly text: string
}

export interface Action {
  /** The name of what is being done; undefined while nothing is. */
  readonly busy: string | undefined
  readonly outcome: Outcome | undefined
  /** Does one thing at a time; `done` is what the page says then. False if it failed. */
  readonly run: (name: string, work: () => Promise<string | undefined>) => Promise<boolean>
  readonly clear: () => void
}

/** Something that a person starts, and what came of it. */
export const useAction = (): Action => {
  const [busy, setBusy] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const isBusy = useRef(false)
  const run = async (name: string, work: () => Promise<string | undefined>) => {
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(name)
    try {
      const text = await work()
      setOutcome(text === undefined ? undefined : { isFailure: false, text })
      return true
    } catch (error) {
      const failure: AdminFailure = asFailure(error)
      setOutcome({ isFailure: true, text: failureText(failure, Date.now()) })
      return false
    } finally {
      isBusy.current = false
      setBusy(undefined)
    }
  }
  return { busy, outcome, run, clear: () => setOutcome(undefined) }
}
