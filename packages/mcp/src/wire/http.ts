import { createMcpHandler } from "@modelcontextprotocol/server"
import type { Session } from "../session.js"
import { serverOf } from "./server.js"

/** Answers one message over HTTP, in either era, from a fresh server. */
export type AnswerMessage = (request: Request, body: unknown, session: Session) => Promise<Response>

/** The session travels in the information about the caller, which the library passes on untouched. */
const callerOf = (session: Session) => ({ token: "", clientId: "", scopes: [], extra: { session } })

export const messageHandler = (onError: (error: Error) => void): AnswerMessage => {
  const handler = createMcpHandler(({ authInfo }) => serverOf(authInfo?.extra?.["session"] as Session), {
    legacy: "stateless",
    maxSubscriptions: 0,
    onerror: onError
  })
  return async (request, body, session) =>
    asJson(await handler.fetch(request, { authInfo: callerOf(session), parsedBody: body }))
}

/** The library answers clients of the older era with a stream of one event. A plain body says the same. */
const asJson = async (response: Response): Promise<Response> => {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response
  const text = await response.text()
  const [event] = text.split("\n").filter((line) => line.startsWith("data: {"))
  return new Response(event?.slice("data: ".length) ?? "", {
    status: response.status,
    headers: { "content-type": "application/json" }
  })
}
