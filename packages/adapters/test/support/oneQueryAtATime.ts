import { createRequire } from "node:module"
import type pg from "pg"

/** The driver's state of a connection. */
interface Driver {
  readonly _activeQuery: unknown
  readonly _queryQueue: ReadonlyArray<unknown>
}

const { Client }: typeof pg = createRequire(import.meta.url)("pg")
const prototype = Client.prototype as unknown as {
  query: ((...args: ReadonlyArray<unknown>) => unknown) & { isGuarded?: true }
}

// The driver queues queries of a busy connection, warns at the third, and will refuse them in its next version.
if (prototype.query.isGuarded !== true) {
  const query = prototype.query
  const guarded = function (this: Driver, ...args: ReadonlyArray<unknown>): unknown {
    if ((this._activeQuery !== null && this._activeQuery !== undefined) || this._queryQueue.length > 0) {
      throw new Error("a query was begun on a connection that is at work")
    }
    return query.apply(this, [...args])
  }
  prototype.query = Object.assign(guarded, { isGuarded: true as const })
}
