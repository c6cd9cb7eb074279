import { Cause, Effect, type Scope } from "effect"

interface Message<A> {
  readonly question: A
}

const send = (message: unknown) => void process.send?.(message)

/** The first message is the argument of the process. */
const first = <A>() =>
  Effect.async<A>(
    (resume) => void process.once("message", ({ question }: Message<A>) => resume(Effect.succeed(question)))
  )

const stopRequested = Effect.async<void>((resume) => {
  process.once("SIGTERM", () => resume(Effect.void))
  process.once("disconnect", () => resume(Effect.void))
})

const failed = (cause: Cause.Cause<unknown>) => Effect.sync(() => send({ failure: Cause.pretty(cause) }))

/**
 * Runs a child process of the bench: starts with an argument, sends the ready value, answers questions, and ends on
 * SIGTERM or when the bench ends.
 */
export const answering = <Argument, Ready, Ask, Answer>(
  start: (
    argument: Argument
  ) => Effect.Effect<readonly [Ready, (question: Ask) => Effect.Effect<Answer, unknown>], unknown, Scope.Scope>
): void => {
  const program = Effect.scoped(
    Effect.gen(function* () {
      const [ready, answer] = yield* Effect.flatMap(first<Argument>(), start)
      process.on(
        "message",
        ({ question }: Message<Ask>) =>
          void Effect.runPromise(
            Effect.catchAllCause(
              Effect.map(answer(question), (result) => send({ answer: result })),
              failed
            )
          )
      )
      send({ answer: ready })
      yield* stopRequested
    })
  )
  void Effect.runPromise(Effect.catchAllCause(program, failed)).finally(() => process.exit())
}
