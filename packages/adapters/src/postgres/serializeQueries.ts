import type { ClientBase, Pool } from "pg"

/** Milliseconds after which a released connection that is still busy is closed. */
const releaseTimeoutMillis = 10_000

type Query = (...args: ReadonlyArray<unknown>) => unknown
type Release = (cause?: Error | boolean) => void
type Connect = (
  done: (error: Error | undefined, client: (ClientBase & { release: Release }) | undefined, release: Release) => void
) => void

/** The query queue of one connection. */
interface QueryQueue {
  readonly isBusy: () => boolean
  /** Calls back when no query runs or waits. */
  readonly onIdle: (done: () => void) => void
}

const queues = new WeakMap<ClientBase, QueryQueue>()

/** Queues queries on a busy connection, because the next version of the driver refuses them. */
const queueQueries = (client: ClientBase): QueryQueue => {
  const query: Query = client.query.bind(client) as unknown as Query
  const waiting: Array<() => void> = []
  const idleCallbacks: Array<() => void> = []
  let busy = false
  let isClosed = false
  const next = () => {
    busy = false
    while (!busy && waiting.length > 0) waiting.shift()?.()
    if (!busy) idleCallbacks.splice(0).forEach((done) => done())
  }
  const begin = (args: ReadonlyArray<unknown>) => {
    // A closed connection rejects queries immediately, and no "drain" event follows.
    busy = !isClosed
    return query(...args)
  }
  const end = () => {
    isClosed = true
    next()
  }
  client.on("drain", next)
  client.on("error", end)
  client.on("end", end)
  const serializeQueries: Query = (...args) => {
    // Cursors use a connection of their own and are read before they start.
    if (!busy || (typeof args[0] === "object" && args[0] !== null && "submit" in args[0])) return begin(args)
    if (typeof args.at(-1) === "function") return void waiting.push(() => void begin(args))
    return new Promise((resolve, fail) => waiting.push(() => void Promise.resolve(begin(args)).then(resolve, fail)))
  }
  Object.assign(client, { query: serializeQueries })
  return { isBusy: () => busy, onIdle: (done) => (busy ? void idleCallbacks.push(done) : done()) }
}

/** Releases a connection when its queries have ended. Interrupting a fiber does not stop its running query. */
const releaseWhenIdle =
  (client: ClientBase, release: Release): Release =>
  (cause) => {
    const queue = queues.get(client)
    if ((cause !== undefined && cause !== false) || queue === undefined || !queue.isBusy()) return release(cause)
    let released = false
    const once = (why?: Error) => {
      if (released) return
      released = true
      clearTimeout(timer)
      release(why)
    }
    const timer = setTimeout(
      once,
      releaseTimeoutMillis,
      new Error("the connection was still busy after its release")
    ).unref()
    queue.onIdle(() => once())
  }

/** Makes each connection of a pool run one query at a time, and return to the pool only when idle. */
export const serializeQueries = (pool: Pool): void => {
  pool.on("connect", (client) => void queues.set(client, queueQueries(client)))
  const connect = pool.connect.bind(pool) as unknown as Connect
  const connectQueued: Connect = (done) =>
    connect((error, client, release) => {
      if (client === undefined) return done(error, client, release)
      const releaseIdle = releaseWhenIdle(client, release)
      client.release = releaseIdle
      done(error, client, releaseIdle)
    })
  Object.assign(pool, {
    connect: (done?: Parameters<Connect>[0]) =>
      done === undefined
        ? new Promise((resolve, fail) =>
            connectQueued((error, client) => (error === undefined ? resolve(client) : fail(error)))
          )
        : connectQueued(done)
  })
}
