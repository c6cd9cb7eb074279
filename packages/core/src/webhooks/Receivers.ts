import { Context } from "effect"
import type { Source } from "../sync/Source.js"
import type { Receiver } from "./Receiver.js"

/** A receiver, and the source whose records its events are about. */
export interface ReceiverEntry {
  readonly receiver: Receiver<never>
  readonly source: Source<never>
}

/** The receivers of all sources that are set up. */
export class Receivers extends Context.Tag("@daybook/core/Receivers")<Receivers, ReadonlyArray<ReceiverEntry>>() {}
