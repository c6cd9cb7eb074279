import { Effect, Fiber } from "effect"

/**
 * Does work that several may wait for in a fiber of its own: whoever asked first may hang up without taking it from the
 * others, who would be interrupted with it.
 */
export const detached = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.flatMap(Effect.forkDaemon(work), Fiber.join)
