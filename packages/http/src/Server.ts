import { Effect } from "effect"
import { listen } from "./listen.js"
import { apiListener, type ListenerOptions } from "./listener.js"

export { ListenFailure } from "./listen.js"
export { isProxy } from "./front/clientAddress.js"

export interface ServeOptions extends ListenerOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** How long idle connections may still send a request when the host shuts down, in milliseconds; 500 by default. */
  readonly partingMs?: number
  /** How long the headers of a request may take to arrive, in milliseconds; 10 seconds by default. */
  readonly headersTimeoutMs?: number
  /** How long a whole request may take to arrive, in milliseconds; 30 seconds by default. */
  readonly requestTimeoutMs?: number
  /** How long a client may read nothing of an answer before its connection is cut, in milliseconds; 30 seconds by default. */
  readonly stalledMs?: number
}

/**
 * Serves the whole API for as long as the scope lives, and returns where it listens. Fails where the port is taken, and
 * where the keys cannot be read at the start. `settleMetrics` brings this process's metrics up to date for an exporter.
 */
export const serve = Effect.fn("serve")(function*(options: ServeOptions) {
  const { close, listener, settleMetrics, stray } = yield* apiListener(options)
  const listening = yield* listen(options, listener, close, stray)
  return { ...listening, settleMetrics }
})
