import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  Agent,
  request as connect
} from "node:http"
import { pipeline } from "node:stream"
import { type AdmittedListener, type AdmittedRequest, admissionOf } from "../front/requests.js"
import { discardRest } from "../front/discardRest.js"
import { sendError } from "../front/send.js"
import { unavailable } from "../kit/errors.js"

/** How a process that answers reaches the one that works for it. */
export interface WorkingProcess {
  /** The socket that it answers on, once it does. Rejects if it does not start. */
  readonly socket: () => Promise<string>
  /** Learns what that process has committed, so that a read after its answer contains what it acknowledges. */
  readonly catchUp: () => Promise<void>
}

/** The header that says what the key of an admitted request may do. The key itself stays where it is. */
export const scopeHeader = "x-daybook-scope"

/** Headers of one connection. */
const ofConnection = new Set(["connection", "expect", "host", "keep-alive", "transfer-encoding", "upgrade"])
/** What the front has dealt with. */
const notPassed = new Set([...ofConnection, "authorization", "x-forwarded-for", scopeHeader])

const passedHeaders = (request: AdmittedRequest): OutgoingHttpHeaders => {
  const { key, requestId } = admissionOf(request)
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !notPassed.has(name)) headers[name] = value
  headers["x-request-id"] = requestId
  if (key !== undefined) headers[scopeHeader] = key.scope
  return headers
}

/** The headers of an answer, without those that the front sets. */
const answeredHeaders = (answer: IncomingMessage, own: ReadonlyArray<string>): Array<string> => {
  const ownNames = new Set(own.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const headers = [...own]
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index]!
    const lower = name.toLowerCase()
    if (!ownNames.has(lower) && !ofConnection.has(lower) && lower !== "date")
      headers.push(name, answer.rawHeaders[index + 1]!)
  }
  return headers
}

/**
 * Passes admitted requests on to the working process and its answers back. A file arrives there while the client sends
 * it. Without a working process the answer is 503.
 */
export const forwardTo = (working: WorkingProcess): AdmittedListener => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 2 })
  return (request, response) => {
    const admission = admissionOf(request)
    const fail = () => {
      sendError(request, response, [...admission.headers, "Retry-After", "5"], unavailable)
    }
    void working.socket().then((socketPath) => {
      if (response.destroyed) return
      const outgoing = send(request, { agent, socketPath }, (answer) => {
        // A file that is refused while it arrives.
        if (admission.route.streamsBody === true && !request.complete) {
          request.unpipe(outgoing)
          discardRest(request)
        }
        outgoing.off("error", fail).on("error", () => {})
        const passOn = () => {
          if (response.destroyed) return
          response.writeHead(answer.statusCode ?? 502, answeredHeaders(answer, admission.headers))
          // A client that leaves destroys the answer, and that interrupts the handler.
          pipeline(answer, response, () => {})
        }
        void working.catchUp().then(passOn, passOn)
      })
      outgoing.on("error", fail)
      response.once("close", () => {
        if (!response.writableFinished) outgoing.destroy()
      })
    }, fail)
  }
}

const send = (request: AdmittedRequest, to: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => {
  const { body, route } = admissionOf(request)
  const headers = passedHeaders(request)
  const isRead = route.streamsBody !== true
  if (isRead) delete headers["content-length"]
  const outgoing = connect({ ...to, method: request.method, path: request.url, headers }, onAnswer)
  if (isRead) outgoing.end(body.byteLength === 0 ? undefined : body)
  else request.pipe(outgoing)
  return outgoing
}

/** The text of a page of the working process; null if it does not answer in time. */
export const pageOf = async (working: WorkingProcess, path: string, milliseconds: number): Promise<string | null> => {
  const signal = AbortSignal.timeout(milliseconds)
  const late = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("late"))))
  try {
    const socketPath = await Promise.race([working.socket(), late])
    return await new Promise((resolve, reject) => {
      const outgoing = connect({ socketPath, path, signal }, (answer) => {
        let text = ""
        answer.setEncoding("utf8")
        answer.on("data", (part: string) => void (text += part))
        answer.on("end", () => resolve(answer.statusCode === 200 ? text : null))
        answer.on("error", reject)
      })
      outgoing.on("error", reject)
      outgoing.end()
    })
  } catch {
    return null
  }
}
