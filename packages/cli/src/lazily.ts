import { Effect } from "effect"

/** Runs code that is loaded only now, so that a command loads no code of other commands. */
export const lazily = <Module, A, E, R>(
  load: () => Promise<Module>,
  run: (module: Module) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => Effect.flatMap(Effect.promise(load), run)
