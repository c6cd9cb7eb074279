import { parentPort } from "node:worker_threads"
import type { FromThread, ToThread } from "./messages.js"

/** Sends a part of the answer, and waits until it was taken: a large answer never piles up before the host. */
export type Emit<Part> = (part: Part) => Promise<void>

/** Answers the requests of a `ThreadPool`, one at a time. A worker's entry calls it once. */
export const serve = <Request, Answer, Part = never>(answer: (request: Request, emit: Emit<Part>) => Promise<Answer>): void => {
  const port = parentPort
  if (port === null) return
  const send = (message: FromThread<Answer, Part>) => port.postMessage(message)
  let next: (() => void) | undefined
  const emit: Emit<Part> = (part) =>
    new Promise((resolve) => {
      next = resolve
      send({ _tag: "Part", part })
    })
  port.on("message", (message: ToThread<Request>) => {
    if (message._tag === "Next") return next?.()
    answer(message.request, emit).then(
      (given) => send({ _tag: "Answer", answer: given }),
      (cause: unknown) => send({ _tag: "Failed", message: cause instanceof Error ? cause.message : String(cause) })
    )
  })
  send({ _tag: "Ready" })
}
