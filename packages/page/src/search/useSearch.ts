import { useEffect, useState } from "preact/hooks"
import type { Answers } from "../api/Answers.js"
import type { Outcome } from "../api/Outcome.js"
import { useSession } from "../api/Session.js"

type Hit = Answers["search"]["data"][number]

/** What was found so far. */
export interface Found {
  readonly q: string
  readonly hits: ReadonlyArray<Hit>
  readonly total: number
  readonly page: number
  /** Set where the last question did not come to an answer. */
  readonly failed: boolean
}

/** How long somebody who types is waited for. */
const pauseMs = 250
const limit = 12

const added = (before: Found | undefined, q: string, page: number, outcome: Outcome<Answers["search"]>): Found => {
  const earlier = page === 1 ? [] : before?.hits ?? []
  if (outcome._tag === "There") return { q, page, hits: [...earlier, ...outcome.value.data], total: outcome.value.pagination.total, failed: false }
  return { q, page, hits: earlier, total: earlier.length, failed: outcome._tag !== "Nothing" }
}

/** Asks when typing pauses; an answer that is no longer wanted is dropped. */
export const useSearch = (text: string) => {
  const { host, round } = useSession()
  const [found, setFound] = useState<Found>()
  const [page, setPage] = useState(1)
  const q = text.trim()
  useEffect(() => setPage(1), [q])
  useEffect(() => {
    if (q === "") return setFound(undefined)
    const controller = new AbortController()
    const timer = setTimeout(() => {
      host.ask("search", { q, limit, page }, controller.signal).then((outcome) => setFound((before) => added(before, q, page, outcome)), () => {})
    }, page === 1 ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [host, round, q, page])
  return { found: q === "" ? undefined : found, more: () => setPage(page + 1) }
}
