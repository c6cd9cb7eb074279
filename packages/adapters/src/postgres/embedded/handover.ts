import type { ClientBase, Pool } from "pg"

/** PostgreSQL's code for a shutdown that somebody asked for. Told in a notice, it asks clients to finish what they are at and to leave. */
export const handover = "57P01"

/** How long clients have for that, in milliseconds. */
export const handoverMillis = 5_000

/** How long, in milliseconds, a connection is tried for while one process takes over from another. */
const patience = 10_000
const again = 50

const isHandover = ({ code }: { readonly code?: string | undefined }) => code === handover

/** Calls back when the engine that a connection leads to is about to end. */
export const onHandover = (client: ClientBase, leave: () => void): void => void client.on("notice", (notice) => isHandover(notice) && leave())

/** A connection that was not made has done nothing yet. What PostgreSQL itself refuses stays refused. */
const isGone = (error: { readonly severity?: string; readonly code?: string }): boolean => error.severity === undefined || isHandover(error)

type Connect = (done: (error: Parameters<typeof isGone>[0] | undefined, client: unknown, release: unknown) => void) => void

/**
 * Has a pool follow the engine from process to process: connections leave one that ends when they have nothing to do
 * there, and new ones wait until the next answers. Without it, every process would fail that is at work when another ends.
 */
export const follow = (pool: Pool): void => {
  const busy = new WeakSet<ClientBase>()
  const leaving = new WeakSet<ClientBase>()
  pool.on("acquire", (client) => void busy.add(client))
  pool.on("release", (_, client) => {
    busy.delete(client)
    if (leaving.has(client)) void (client as { end?: () => Promise<void> }).end?.()
  })
  pool.on("connect", (client) => onHandover(client, () => {
    leaving.add(client)
    // The pool lets go of an idle connection that has failed.
    if (!busy.has(client)) client.emit("error", new Error("the process that ran the database ends"))
  }))
  const connect = pool.connect.bind(pool) as unknown as Connect
  const attempt = (until: number): Connect => (done) =>
    connect((error, client, release) => {
      if (error === undefined || !isGone(error) || Date.now() > until || pool.ending) return done(error, client, release)
      setTimeout(() => attempt(until)(done), again)
    })
  const patiently: Connect = (done) => attempt(Date.now() + patience)(done)
  Object.assign(pool, {
    connect: (done?: Parameters<Connect>[0]) =>
      done === undefined
        ? new Promise((resolve, reject) => patiently((error, client) => error === undefined ? resolve(client) : reject(error)))
        : patiently(done)
  })
}
