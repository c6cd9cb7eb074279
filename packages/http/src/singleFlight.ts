import type { Exit, Fiber } from "effect"
import type { Admission } from "./front/requests.js"

interface Flight<A, E> {
  readonly fiber: Fiber.RuntimeFiber<A, E>
  waiting: number
}

/** Takes the outcome of a computation. Returns what a caller that leaves calls. */
type Join<A, E> = (
  admission: Admission,
  start: () => Fiber.RuntimeFiber<A, E>,
  done: (exit: Exit.Exit<A, E>) => void
) => () => void

/**
 * Equal cacheable reads at one time are computed once. They are equal where the cache would take the answer of one for
 * the other: of one address, one lens and one data version. The computation ends when its last reader leaves.
 */
export const singleFlight = <A, E>(): Join<A, E> => {
  const flights = new Map<string, Flight<A, E>>()
  return ({ cacheKey, route, stamp }, start, done) => {
    const isShared = route.caching.cached && route.method === "GET"
    const name = isShared ? JSON.stringify([stamp, cacheKey]) : ""
    const current = isShared ? flights.get(name) : undefined
    const flight = current ?? { fiber: start(), waiting: 0 }
    if (current === undefined && isShared) {
      flights.set(name, flight)
      flight.fiber.addObserver(() => void flights.delete(name))
    }
    flight.waiting++
    flight.fiber.addObserver(done)
    return () => {
      flight.fiber.removeObserver(done)
      if (--flight.waiting > 0) return
      if (flights.get(name) === flight) flights.delete(name)
      flight.fiber.unsafeInterruptAsFork(flight.fiber.id())
    }
  }
}
