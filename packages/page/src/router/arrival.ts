import { createContext } from "preact"
import { arrived, savedScroll } from "./location.js"

/** Whether a person just came to the page and its heading is not there yet. */
export interface Arrival {
  pending: boolean
}

export const ArrivalContext = createContext<Arrival>({ pending: false })

/**
 * Moves the focus to the heading of a page that was just opened, so that a screen reader says its name, and scrolls as
 * it was left.
 */
export const arriveAt = (arrival: Arrival, heading: HTMLElement | null): void => {
  if (!arrival.pending || heading === null) return
  arrival.pending = false
  arrived()
  heading.focus({ preventScroll: true })
  scrollTo(0, savedScroll() ?? 0)
}
