import type { IncomingMessage, ServerResponse } from "node:http"
import type { Route } from "./Route.js"

/** Whose allowance a request counts against. */
export type Caller = "key" | "address" | "viewer"

/** What is noted of requests. `route` is none where nothing is at the path. */
export interface Watch {
  /** An answer of kept bytes. The quickest there is, so that this must cost next to nothing. */
  readonly kept: (request: IncomingMessage, requestId: string, route: Route, status: 200 | 304) => void
  /** An answer that the front gave by itself: an error, or to a preflight. */
  readonly refused: (request: IncomingMessage, requestId: string, route: Route | undefined, status: number) => void
  /** The limit was reached, which `refused` is told besides. */
  readonly limited: (caller: Caller) => void
  /** A request whose answer is made now. */
  readonly begun: (request: IncomingMessage, requestId: string, route: Route, response: ServerResponse) => void
}
