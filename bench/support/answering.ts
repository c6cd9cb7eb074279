import { Cause, Effect, type Scope } from "effect"

interface Message<A> {
  readonly question: A
}

const send = (message: unknown) => void process.send?.(message)

/** The first message is what the process is to begin with. */
const first = <A>() => Effect.async<A>((resume) => void process.once("message", ({ question }: Message<A>) => resume(Effect.succeed(question))))

const told = Effect.async<void>((resume) => {
  process.once("SIGTERM", () => resume(Effect.void))
  process.once("disconnect", () => resume(Effect.void))
})

const failed = (cause: Cause.Cause<unknown>) => Effect.sync(() => send({ failure: Cause.pretty(cause) }))

/**
 * Runs a process of the bench: starts with what it is given, says when it is ready and with what, answers questions one
 * by one, and ends when it is told to or when the bench is gone.
 */
export const answering = <Given, Ready, Ask, Answer>(
  start: (given: Given) => Effect.Effect<readonly [Ready, (question: Ask) => Effect.Effect<Answer, unknown>], unknown, Scope.Scope>
): void => {
  const program = Effect.scoped(Effect.gen(function*() {
    const [ready, answer] = yield* Effect.flatMap(first<Given>(), start)
    process.on("message", ({ question }: Message<Ask>) =>
      void Effect.runPromise(Effect.catchAllCause(Effect.map(answer(question), (said) => send({ answer: said })), failed)))
    send({ answer: ready })
    yield* told
  }))
  void Effect.runPromise(Effect.catchAllCause(program, failed)).finally(() => process.exit())
}
