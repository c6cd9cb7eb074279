import { createRequire } from "node:module"
import type pg from "pg"

/** The driver's state of a connection. */
interface Driver extends pg.Client {
  readonly _activeQuery: unknown
  readonly _queryQueue: ReadonlyArray<unknown>
}

const { Client }: typeof pg = createRequire(import.meta.url)("pg")
const prototype = Client.prototype as unknown as {
  query: ((...args: ReadonlyArray<unknown>) => unknown) & { connections?: Set<Driver> }
}

const isAtWork = ({ _activeQuery, _queryQueue }: Driver) =>
  (_activeQuery !== null && _activeQuery !== undefined) || _queryQueue.length > 0

// The driver queues queries of a busy connection, warns at the third, and will refuse them in its next version.
if (prototype.query.connections === undefined) {
  const query = prototype.query
  const connections = new Set<Driver>()
  const guarded = function (this: Driver, ...args: ReadonlyArray<unknown>): unknown {
    if (isAtWork(this)) throw new Error("a query was begun on a connection that is at work")
    if (!connections.has(this)) {
      connections.add(this)
      this.once("end", () => connections.delete(this))
    }
    return query.apply(this, [...args])
  }
  prototype.query = Object.assign(guarded, { connections })
}

/** Whether a connection of this process waits for an answer of the database. */
export const isDatabaseAtWork = (): boolean => [...(prototype.query.connections ?? [])].some(isAtWork)
