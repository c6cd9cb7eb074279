import type { ClientBase, Pool } from "pg"

/**
 * PostgreSQL's code for an administrator's shutdown. In a notice, it asks clients to finish their work and disconnect.
 */
export const handover = "57P01"

/** Time limit for clients to disconnect, in milliseconds. */
export const handoverMillis = 5_000

/** How long connecting is retried while another process takes over, in milliseconds. */
const connectRetryMillis = 10_000
const again = 50

const isHandover = ({ code }: { readonly code?: string | undefined }) => code === handover

/** Calls back when the engine behind a connection is about to end. */
export const onHandover = (client: ClientBase, leave: () => void): void =>
  void client.on("notice", (notice) => isHandover(notice) && leave())

/** Whether connecting failed before anything was done. Errors from PostgreSQL itself are not retried. */
const isGone = (error: { readonly severity?: string; readonly code?: string }): boolean =>
  error.severity === undefined || isHandover(error)

type Connect = (
  done: (error: Parameters<typeof isGone>[0] | undefined, client: unknown, release: unknown) => void
) => void

/**
 * Lets a pool follow the engine from process to process. Idle connections leave an ending engine, and new ones wait for
 * the next. Without it, every running operation would fail when the owner ends.
 */
export const follow = (pool: Pool): void => {
  const busy = new WeakSet<ClientBase>()
  const leaving = new WeakSet<ClientBase>()
  pool.on("acquire", (client) => void busy.add(client))
  pool.on("release", (_, client) => {
    busy.delete(client)
    if (leaving.has(client)) void (client as { end?: () => Promise<void> }).end?.()
  })
  pool.on("connect", (client) =>
    onHandover(client, () => {
      leaving.add(client)
      // The pool drops idle connections that emit an error.
      if (!busy.has(client)) client.emit("error", new Error("the process that ran the database ends"))
    })
  )
  const connect = pool.connect.bind(pool) as unknown as Connect
  const attempt =
    (until: number): Connect =>
    (done) =>
      connect((error, client, release) => {
        if (error === undefined || !isGone(error) || Date.now() > until || pool.ending)
          return done(error, client, release)
        setTimeout(() => attempt(until)(done), again)
      })
  const patiently: Connect = (done) => attempt(Date.now() + connectRetryMillis)(done)
  Object.assign(pool, {
    connect: (done?: Parameters<Connect>[0]) =>
      done === undefined
        ? new Promise((resolve, reject) =>
            patiently((error, client) => (error === undefined ? resolve(client) : reject(error)))
          )
        : patiently(done)
  })
}
