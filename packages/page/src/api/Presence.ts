import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { inUnits } from "./units.js"
import { type Asked, useAnswer, type When } from "./useAnswer.js"

/** When to ask for what answers 404 in an empty domain. */
export interface Presence {
  readonly plays: When
  readonly runs: When
  readonly highlights: When
}

/**
 * Some addresses answer 404 while a domain is empty, which a browser reports as an error. The lists that answer in any
 * case are asked first; if one of them fails, the others are asked all the same, so that each shows its own failure.
 */
const whenThere = <A,>({ outcome }: Asked<A>, isThere: (value: A) => boolean): When => {
  if (outcome === undefined) return "later"
  if (outcome._tag === "Nothing") return "never"
  return outcome._tag !== "There" || isThere(outcome.value) ? "now" : "never"
}

export const usePresenceOfAll = (): Presence => ({
  plays: whenThere(useAnswer("listening/years"), ({ data }) => data.some((year) => year.total_scrobbles > 0)),
  runs: whenThere(useAnswer("running/stats/years", inUnits), ({ data }) => data.some((year) => year.total_distance_mi > 0)),
  highlights: whenThere(useAnswer("reading/stats"), ({ total_highlights }) => total_highlights > 0)
})

export const PresenceContext = createContext<Presence>({ plays: "later", runs: "later", highlights: "later" })

export const usePresence = () => useContext(PresenceContext)
