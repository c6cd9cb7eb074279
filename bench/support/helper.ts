import { Effect, type Scope } from "effect"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { BenchFailure } from "./BenchFailure.js"
import { exit, node } from "./child.js"

/** A process of the bench's own, so that nothing that is measured shares its memory or its event loop. */
export interface Helper<Ready, Ask, Answer> {
  readonly pid: number
  /** What it said when it was ready. */
  readonly ready: Ready
  readonly ask: (question: Ask) => Effect.Effect<Answer, BenchFailure>
}

/** What the processes of `processes/` take and give. */
export type Message<Answer> = { readonly answer: Answer } | { readonly failure: string }

/** Processes are built beside this file, in `dist/processes`. */
const folder = join(dirname(fileURLToPath(import.meta.url)), "processes")

/** Starts a process of `processes/` by its name, with something to begin with, until the scope closes. */
export const helper = <Ready, Ask = never, Answer = never>(
  name: string,
  given: unknown,
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }
): Effect.Effect<Helper<Ready, Ask, Answer>, BenchFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* node([join(folder, `${name}.js`)], { ...options, stdio: ["ignore", "ignore", "inherit", "ipc"] })
    const heard = <A>() =>
      Effect.async<A, BenchFailure>((resume) => {
        child.once("message", (message: Message<A>) =>
          resume("answer" in message ? Effect.succeed(message.answer) : Effect.fail(new BenchFailure({ message: `${name}: ${message.failure}` }))))
      })
    const died = Effect.flatMap(exit(child), (code) => Effect.fail(new BenchFailure({ message: `the bench's process ${name} ended with ${code}: see above` })))
    const told = <A>(message: unknown) => Effect.raceFirst(Effect.zipRight(Effect.sync(() => void child.send({ question: message })), heard<A>()), died)
    const ready = yield* told<Ready>(given)
    const ask = (question: Ask) => told<Answer>(question)
    return { pid: child.pid ?? 0, ready, ask }
  })
