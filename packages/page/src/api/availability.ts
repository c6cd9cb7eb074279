import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { type Answer, useAnswer, type When } from "./useAnswer.js"

/** The unit system that the host configured for the page. */
export const isMetric = typeof document !== "undefined" && document.documentElement.dataset["units"] === "metric"

export const distanceUnit = isMetric ? "km" : "mi"

/** The query parameter for metric distances, if the page uses them. */
export const inUnits: Readonly<Record<string, string>> = isMetric ? { units: "metric" } : {}

/** When to request the paths that answer 404 for an empty domain. */
export interface Availability {
  readonly plays: When
  readonly runs: When
  readonly highlights: When
}

/**
 * Some paths answer 404 while a domain is empty, which a browser logs as an error. Lists that always answer are
 * requested first. If one fails, the dependent paths are requested anyway, so that each shows its own failure.
 */
const whenAvailable = <A>({ outcome }: Answer<A>, hasData: (value: A) => boolean): When => {
  if (outcome === undefined) return "later"
  if (outcome._tag === "Empty") return "never"
  return outcome._tag !== "Success" || hasData(outcome.value) ? "now" : "never"
}

export const useAllAvailability = (): Availability => ({
  plays: whenAvailable(useAnswer("listening/years"), ({ data }) => data.some((year) => year.total_scrobbles > 0)),
  runs: whenAvailable(useAnswer("running/stats/years", inUnits), ({ data }) =>
    data.some((year) => year.total_distance_mi > 0)
  ),
  highlights: whenAvailable(useAnswer("reading/stats"), ({ total_highlights }) => total_highlights > 0)
})

export const AvailabilityContext = createContext<Availability>({ plays: "later", runs: "later", highlights: "later" })

export const useAvailability = () => useContext(AvailabilityContext)
