import { parentPort } from "node:worker_threads"

/** Message to a thread: a request, or the acknowledgement of the last part. */
export type ToThread<Request> = { readonly _tag: "Ask"; readonly request: Request } | { readonly _tag: "Next" }

/** Message from a thread: loaded, a part of an answer, the answer, or an uncaught error. */
export type FromThread<Answer, Part> =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Part"; readonly part: Part }
  | { readonly _tag: "Answer"; readonly answer: Answer }
  | { readonly _tag: "Failed"; readonly message: string }

/** Sends a part of the answer and waits for its acknowledgement, so that parts never pile up at the host. */
export type Emit<Part> = (part: Part) => Promise<void>

/** Answers the requests of a `ThreadPool` one at a time. Called once by a worker's entry. */
export const serve = <Request, Answer, Part = never>(
  answer: (request: Request, emit: Emit<Part>) => Promise<Answer>
): void => {
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
      (result) => send({ _tag: "Answer", answer: result }),
      (cause: unknown) => send({ _tag: "Failed", message: cause instanceof Error ? cause.message : String(cause) })
    )
  })
  send({ _tag: "Ready" })
}
