import { Effect, Option } from "effect"
import { Failure } from "./failures.js"
import { startOwn } from "./ownProcess.js"

/** How the simulators of a demo are reached. */
export interface Simulated {
  readonly url: string
  /** The settings of the sources that ask them. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Serves the simulators in a process of their own until the scope closes, so that the host of the demo answers while
 * they do. `options` are those of `serveSimulators`. None if their port is in use.
 */
export const simulators = (options: object) =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => startOwn("simulate", [JSON.stringify(options)])),
      (process) => Effect.sync(() => void process.kill("SIGKILL"))
    )
    return yield* Effect.async<Option.Option<Simulated>, Failure>((resume) => {
      child.once("message", (answer) => resume(Effect.succeed(Option.fromNullable(answer as Simulated | null))))
      child.once("exit", () => resume(new Failure({ message: "the simulators do not start: see above" })))
    })
  })
