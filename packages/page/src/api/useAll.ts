import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Answers, type Path, type Query, urlOf } from "./Answers.js"
import type { Outcome } from "./host.js"
import { type Answer, readShared, useSession, type When } from "./useAnswer.js"

/** Paths whose answers are lists with pages. */
type ListPath = {
  [P in Path]: Answers[P] extends {
    readonly data: ReadonlyArray<unknown>
    readonly pagination: { readonly total_pages: number }
  }
    ? P
    : never
}[Path]

type ItemOf<P extends ListPath> = Answers[P]["data"][number]

export interface All<A> {
  readonly items: ReadonlyArray<A>
  /** How many items the list has, which may be more than were read. */
  readonly total: number
}

/** Reads a list page after page, at most `maxPages` of them: for figures that the API gives only by their records. */
export const useAll = <P extends ListPath>(
  path: P,
  query: Query,
  maxPages: number,
  when: When = "now"
): Answer<All<ItemOf<P>>> => {
  const { changes = 0, host, round } = useSession()
  const [outcome, setOutcome] = useState<Outcome<All<ItemOf<P>>>>()
  const [reloads, setReloads] = useState(0)
  const address = urlOf(path, query)
  const readAddress = useRef("")
  useLayoutEffect(() => {
    if (when === "never") return setOutcome({ _tag: "Empty" })
    if (when === "later") return
    const controller = new AbortController()
    const read = async () => {
      const items: Array<ItemOf<P>> = []
      for (let page = 1; ; page++) {
        const result = await readShared(host, path, { ...query, page }, changes, controller.signal)
        // What was read before stays.
        if (result._tag !== "Success")
          return setOutcome((before) =>
            before?._tag === "Success" && readAddress.current === address ? before : result
          )
        const { data, pagination } = result.value
        items.push(...data)
        if (page < Math.min(pagination.total_pages, maxPages)) continue
        readAddress.current = address
        return setOutcome({ _tag: "Success", value: { items, total: pagination.total } })
      }
    }
    read().catch(() => {})
    return () => controller.abort()
  }, [host, round, reloads, changes, address, maxPages, when])
  return { outcome, reload: () => setReloads(reloads + 1) }
}
