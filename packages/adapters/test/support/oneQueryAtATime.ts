import { createRequire } from "node:module"
import type pg from "pg"

/** What the driver knows of a connection's work. */
interface Driver {
  readonly _activeQuery: unknown
  readonly _queryQueue: ReadonlyArray<unknown>
}

const { Client }: typeof pg = createRequire(import.meta.url)("pg")
const prototype = Client.prototype as unknown as { query: ((...given: ReadonlyArray<unknown>) => unknown) & { isGuarded?: true } }

// The driver queues queries of a connection that is at work, warns of the third, and will refuse them in its next version.
if (prototype.query.isGuarded !== true) {
  const query = prototype.query
  const guarded = function(this: Driver, ...given: ReadonlyArray<unknown>): unknown {
    if (this._activeQuery !== null && this._activeQuery !== undefined || this._queryQueue.length > 0) {
      throw new Error("a query was begun on a connection that is at work")
    }
    return query.apply(this, [...given])
  }
  prototype.query = Object.assign(guarded, { isGuarded: true as const })
}
