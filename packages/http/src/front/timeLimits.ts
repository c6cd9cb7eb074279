import type { IncomingMessage } from "node:http"

const unlimited = new WeakSet<IncomingMessage>()

/** Lets a request take as long as its body needs. Its handler ends one that no longer sends. */
export const liftTimeLimit = (request: IncomingMessage): void => void unlimited.add(request)

/** Whether a body is on its way. Other requests are complete with their headers. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** Calls `onLate` if the body of a request is not complete in time. */
export const limitTime = (request: IncomingMessage, limitMs: number, onLate: () => void): void => {
  if (!hasBody(request)) return
  const timer = setTimeout(() => {
    if (!request.complete && !unlimited.has(request)) onLate()
  }, limitMs)
  request.once("close", () => clearTimeout(timer))
}
