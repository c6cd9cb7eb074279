import { Deferred, Effect, Exit } from "effect"

/**
 * Lets all who want the same thing at the same time wait for one making of it. It is made in a fiber of its own: whoever
 * asked first may hang up without taking it from the others. They have it as soon as it is given; what is done behind that,
 * such as keeping it, belongs to the making, so that nobody makes it again meanwhile.
 */
export const once = <A, E>() => {
  const making = new Map<string, Deferred.Deferred<A, E>>()
  return (name: string, make: (give: (made: A) => Effect.Effect<unknown>) => Effect.Effect<unknown, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = making.get(name)
      if (known !== undefined) return Deferred.await(known)
      const result = Deferred.unsafeMake<A, E>(undefined as never)
      making.set(name, result)
      const settle = (exit: Exit.Exit<unknown, E>) =>
        Effect.suspend(() => {
          making.delete(name)
          return Exit.isFailure(exit) ? Deferred.failCause(result, exit.cause) : Effect.void
        })
      const work = make((made) => Deferred.succeed(result, made))
      return Effect.zipRight(Effect.forkDaemon(Effect.flatMap(Effect.exit(work), settle)), Deferred.await(result))
    })
}
