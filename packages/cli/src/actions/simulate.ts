import type { ServeSimulatorsOptions } from "@daybook/simulators"
import { Effect, Either } from "effect"
import type { Simulated } from "../simulators.js"

/** Serves the simulators for the demo that started this process, until it ends. `options` are JSON. */
export const simulate = (options: string) =>
  Effect.gen(function* () {
    process.once("disconnect", () => process.exit())
    const { serveSimulators } = yield* Effect.promise(() => import("@daybook/simulators"))
    const served = yield* Effect.either(serveSimulators(JSON.parse(options) as ServeSimulatorsOptions))
    const answer: Simulated | null = Either.match(served, {
      onLeft: () => null,
      onRight: ({ settings, url }) => ({ settings, url })
    })
    process.send?.(answer)
    yield* Effect.never
  }).pipe(Effect.scoped)
