import type { PageContent } from "@daybook/core/reading"
import { Context, Data, Duration, Effect, Layer } from "effect"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import type { Answer, Question } from "./Conversation.js"

/** The page could not be taken apart; another try would end the same way. */
export class ExtractionFailed extends Data.TaggedError("ExtractionFailed")<{ readonly message: string }> {}

/** Takes pages apart in a thread that is there while it has work, and for a while after. */
export class Extraction extends Context.Tag("@daybook/adapters/Extraction")<Extraction, {
  readonly page: (html: string, url: string) => Effect.Effect<PageContent, ExtractionFailed>
  /** Null where there is nothing to read. */
  readonly text: (html: string) => Effect.Effect<string | null, ExtractionFailed>
}>() {}

/** A page that takes longer is none that somebody wants to read; its thread is ended. */
const patience = Duration.seconds(20)
const idleMillis = 30_000

const entry = () => createRequire(import.meta.url).resolve("#articles/worker")

const start = () => {
  const worker = new Worker(entry(), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } })
  worker.unref()
  return worker
}

export const layer = Layer.scoped(Extraction, Effect.gen(function*() {
  const turn = yield* Effect.makeSemaphore(1)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    return ended === undefined ? Promise.resolve() : ended.terminate().then(() => undefined)
  }
  yield* Effect.addFinalizer(() => Effect.promise(end))

  const ask = (question: Question) =>
    turn.withPermits(1)(Effect.async<Answer, ExtractionFailed>((resume) => {
      clearTimeout(idle)
      const asked = worker ??= start()
      asked.ref()
      const settle = (outcome: Effect.Effect<Answer, ExtractionFailed>) => {
        asked.off("message", take).off("error", fail).off("exit", leave)
        asked.unref()
        idle = setTimeout(() => void end(), idleMillis).unref()
        resume(outcome)
      }
      const lose = (message: string) => {
        if (worker === asked) worker = undefined
        settle(new ExtractionFailed({ message }))
      }
      const take = (answer: Answer) => settle(answer._tag === "Failed" ? new ExtractionFailed({ message: answer.message }) : Effect.succeed(answer))
      const fail = (error: Error) => lose(error.message)
      const leave = (code: number) => lose(`the thread that reads pages ended with ${code}`)
      asked.on("message", take).on("error", fail).on("exit", leave)
      asked.postMessage(question)
      return Effect.promise(end)
    }).pipe(Effect.timeoutFail({
      duration: patience,
      onTimeout: () => new ExtractionFailed({ message: `it took more than ${Duration.toSeconds(patience)} s to read` })
    })))

  const unexpected = new ExtractionFailed({ message: "the thread that reads pages answered something else" })
  return {
    page: (html, url) => Effect.flatMap(ask({ _tag: "Page", html, url }), (answer) => answer._tag === "Page" ? Effect.succeed(answer.page) : unexpected),
    text: (html) => Effect.flatMap(ask({ _tag: "Text", html }), (answer) => answer._tag === "Text" ? Effect.succeed(answer.text) : unexpected)
  }
}))
