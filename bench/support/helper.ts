import { Effect, type Scope } from "effect"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { BenchFailure } from "./BenchFailure.js"
import { exit, node } from "./child.js"

/** A child process of the bench, so that measured code shares neither memory nor event loop with it. */
export interface Helper<Ready, Ask, Answer> {
  readonly pid: number
  /** The value that it sent when it was ready. */
  readonly ready: Ready
  readonly ask: (question: Ask) => Effect.Effect<Answer, BenchFailure>
}

/** The messages of the processes in `processes/`. */
export type Message<Answer> = { readonly answer: Answer } | { readonly failure: string }

/** The build writes the processes to `dist/processes`. */
const folder = join(dirname(fileURLToPath(import.meta.url)), "processes")

/** Starts a process of `processes/` with an argument. It ends with the scope. */
export const helper = <Ready, Ask = never, Answer = never>(
  name: string,
  argument: unknown,
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }
): Effect.Effect<Helper<Ready, Ask, Answer>, BenchFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* node([join(folder, `${name}.js`)], {
      ...options,
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    const nextMessage = <A>() =>
      Effect.async<A, BenchFailure>((resume) => {
        child.once("message", (message: Message<A>) =>
          resume(
            "answer" in message
              ? Effect.succeed(message.answer)
              : Effect.fail(new BenchFailure({ message: `${name}: ${message.failure}` }))
          )
        )
      })
    const failOnExit = Effect.flatMap(exit(child), (code) =>
      Effect.fail(new BenchFailure({ message: `the bench's process ${name} ended with ${code}: see above` }))
    )
    const request = <A>(message: unknown) =>
      Effect.raceFirst(
        Effect.zipRight(
          Effect.sync(() => void child.send({ question: message })),
          nextMessage<A>()
        ),
        failOnExit
      )
    const ready = yield* request<Ready>(argument)
    const ask = (question: Ask) => request<Answer>(question)
    return { pid: child.pid ?? 0, ready, ask }
  })
