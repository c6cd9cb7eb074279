import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { type Asked, useAnswer } from "./useAnswer.js"

/** Whether there is anything of a kind; undefined until the host has said so. */
type Known = boolean | undefined

export interface Presence {
  readonly plays: Known
  readonly runs: Known
  readonly highlights: Known
}

/**
 * Some addresses answer 404 while a domain is empty, which a browser reports as an error. The lists that answer in any
 * case are asked first; if one of them fails, the others are asked all the same, so that each shows its own failure.
 */
const has = <A,>({ outcome }: Asked<A>, isThere: (value: A) => boolean): Known => {
  if (outcome === undefined) return undefined
  if (outcome._tag === "Nothing") return false
  return outcome._tag === "There" ? isThere(outcome.value) : true
}

export const usePresenceOfAll = (): Presence => ({
  plays: has(useAnswer("listening/years"), ({ data }) => data.some((year) => year.total_scrobbles > 0)),
  runs: has(useAnswer("running/stats/years"), ({ data }) => data.some((year) => year.total_distance_mi > 0)),
  highlights: has(useAnswer("reading/stats"), ({ total_highlights }) => total_highlights > 0)
})

export const PresenceContext = createContext<Presence>({ plays: undefined, runs: undefined, highlights: undefined })

export const usePresence = () => useContext(PresenceContext)
