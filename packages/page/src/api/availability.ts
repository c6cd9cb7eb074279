import { createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"
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
export const whenAvailable = <A>({ outcome }: Answer<A>, hasData: (value: A) => boolean): When => {
  if (outcome === undefined) return "later"
  if (outcome._tag === "Empty") return "never"
  return outcome._tag !== "Success" || hasData(outcome.value) ? "now" : "never"
}

/** Whether an answer says that a domain has no records at all. */
export const isWithout = <A>(answer: Answer<A>, hasData: (value: A) => boolean): boolean =>
  whenAvailable(answer, hasData) === "never"

const storageName = "daybook.available"

type Name = keyof Availability

/** What had data at the last visit. It is no secret, and a browser may refuse to store it. */
const rememberedNames = (): ReadonlySet<string> => {
  try {
    return new Set(localStorage.getItem(storageName)?.split(" "))
  } catch {
    return new Set()
  }
}

const rememberNames = (names: ReadonlySet<string>): void => {
  try {
    localStorage.setItem(storageName, Array.from(names).join(" "))
  } catch {
    // The next visit asks the lists first.
  }
}

/** The same, but what had data at the last visit is requested at once instead of after its list. */
const useRemembered = <A>(name: Name, answer: Answer<A>, hasData: (value: A) => boolean): When => {
  const [before] = useState(() => rememberedNames().has(name))
  const when = whenAvailable(answer, hasData)
  const isEmpty = when === "never"
  const isKnown = isEmpty || answer.outcome?._tag === "Success"
  useEffect(() => {
    const names = rememberedNames()
    if (!isKnown || names.has(name) !== isEmpty) return
    rememberNames(isEmpty ? new Set([...names].filter((one) => one !== name)) : new Set([...names, name]))
  }, [name, isKnown, isEmpty])
  return when === "later" && before ? "now" : when
}

export const useAllAvailability = (): Availability => ({
  plays: useRemembered("plays", useAnswer("listening/years"), ({ data }) =>
    data.some((year) => year.total_scrobbles > 0)
  ),
  runs: useRemembered("runs", useAnswer("running/stats/years", inUnits), ({ data }) =>
    data.some((year) => year.total_distance_mi > 0)
  ),
  highlights: useRemembered("highlights", useAnswer("reading/stats"), ({ total_highlights }) => total_highlights > 0)
})

export const AvailabilityContext = createContext<Availability>({ plays: "later", runs: "later", highlights: "later" })

export const useAvailability = () => useContext(AvailabilityContext)
