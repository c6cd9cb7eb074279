import { Deferred, Effect, type Exit } from "effect"

/**
 * Lets all who want the same thing at the same time wait for one making of it. It is made in a fiber of its own: whoever
 * asked first may hang up without taking it from the others.
 */
export const once = <A, E>() => {
  const making = new Map<string, Deferred.Deferred<A, E>>()
  return (name: string, make: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = making.get(name)
      if (known !== undefined) return Deferred.await(known)
      const result = Deferred.unsafeMake<A, E>(undefined as never)
      making.set(name, result)
      const settle = (exit: Exit.Exit<A, E>) =>
        Effect.sync(() => {
          making.delete(name)
          Deferred.unsafeDone(result, exit)
        })
      return Effect.zipRight(Effect.forkDaemon(Effect.flatMap(Effect.exit(make), settle)), Deferred.await(result))
    })
}
