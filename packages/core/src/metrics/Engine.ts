import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** Connections of this process to the database. */
export interface Connections {
  readonly open: number
  readonly idle: number
  /** Questions that wait for a connection. */
  readonly waiting: number
  readonly most: number
}

/** What the data lies in, as far as an operator watches it. */
export class Engine extends Context.Tag("@daybook/core/Engine")<Engine, {
  readonly kind: "embedded" | "server"
  readonly connections: () => Connections
  /** Size of the whole database. Fails while it cannot be reached. */
  readonly bytes: Effect.Effect<number, StorageFailure>
}>() {}
