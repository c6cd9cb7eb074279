import { useEffect, useRef, useState } from "preact/hooks"
import { AdminFailure, adminRequest, isRefusal } from "./key.js"

/** Milliseconds until a failed request is repeated: a host that restarts answers again soon. */
const retryMs = { unreachable: 2_000, failed: 15_000 }

export interface AdminAnswer<A> {
  /** The newest answer. It stays while the next one is asked for, and when that fails. */
  readonly value: A | undefined
  /** Why the last request failed; undefined after an answer. */
  readonly failure: AdminFailure | undefined
  /** True until the path, which may have changed, has its answer. */
  readonly stale: boolean
  readonly reload: () => void
  /** Puts the answer of a change in place of the value. */
  readonly set: (value: A) => void
}

const waitAfter = ({ retryAfter, status }: AdminFailure): number =>
  retryAfter !== null ? retryAfter * 1_000 : status === 0 ? retryMs.unreachable : retryMs.failed

export const asFailure = (error: unknown): AdminFailure =>
  error instanceof AdminFailure ? error : new AdminFailure(0, "The page could not read the answer.")

/**
 * Asks an admin path, again after a failure that may pass, and with `every` (milliseconds) again and again while the
 * tab is in front. An undefined path asks nothing.
 */
export const useAdminAnswer = <A>(path: string | undefined, every?: number): AdminAnswer<A> => {
  const [held, setHeld] = useState<{ readonly path: string; readonly value: A }>()
  const [failure, setFailure] = useState<AdminFailure>()
  const [round, setRound] = useState(0)
  const wait = useRef(every)
  wait.current = every
  useEffect(() => {
    if (path === undefined) return
    let timer = 0
    let current = true
    const again = (milliseconds: number) => {
      timer = window.setTimeout(() => (document.hidden ? again(milliseconds) : ask()), milliseconds)
    }
    const ask = () => {
      adminRequest<A>("GET", path).then(
        (value) => {
          if (!current) return
          setHeld({ path, value })
          setFailure(undefined)
          if (wait.current !== undefined) again(wait.current)
        },
        (error: unknown) => {
          if (!current) return
          const failed = asFailure(error)
          setFailure(failed)
          if (!isRefusal(failed.status) && failed.status !== 404) again(waitAfter(failed))
        }
      )
    }
    ask()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [path, round, every])
  return {
    value: held?.value,
    failure,
    stale: held?.path !== path,
    reload: () => setRound((before) => before + 1),
    set: (value) => path !== undefined && setHeld({ path, value })
  }
}
