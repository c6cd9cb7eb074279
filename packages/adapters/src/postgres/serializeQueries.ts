import { Client, type ClientBase, type Pool } from "pg"

/** Milliseconds after which a released connection that is still busy is closed. */
const releaseTimeoutMillis = 10_000
const cancelTimeoutMillis = 5_000

type Query = (...args: ReadonlyArray<unknown>) => unknown
type Release = (cause?: Error | boolean) => void
type Connect = (
  done: (error: Error | undefined, client: (ClientBase & { release: Release }) | undefined, release: Release) => void
) => void

/** The query queue of one connection. */
interface QueryQueue {
  readonly isBusy: () => boolean
  /** Whether the last query has its answer: the connection is idle before the turn ends. */
  readonly hasAnswered: () => boolean
  /** Calls back when no query runs or waits. */
  readonly onIdle: (done: () => void) => void
  /** Ends the running query, because nobody waits for it. */
  readonly cancel: () => void
}

const queues = new WeakMap<ClientBase, QueryQueue>()

const rollback = "ROLLBACK"

/** Queues queries on a busy connection, because the next version of the driver refuses them. */
const queueQueries = (client: ClientBase, cancelRunning: () => Promise<void>): QueryQueue => {
  const query: Query = client.query.bind(client) as unknown as Query
  const waiting: Array<() => void> = []
  const idleCallbacks: Array<() => void> = []
  let isRunning = false
  let number = 0
  let isCancelling = false
  let isClosed = false
  let hasAnswered = false
  const isBusy = () => isRunning || isCancelling
  const begin = (args: ReadonlyArray<unknown>) => {
    // A closed connection rejects queries immediately, and no "drain" event follows.
    isRunning = !isClosed
    number += 1
    hasAnswered = false
    const done = args.at(-1)
    if (typeof done !== "function") return query(...args)
    const answered: Query = (error, result) => {
      hasAnswered = (error ?? null) === null && waiting.length === 0
      return Reflect.apply(done, undefined, [error, result])
    }
    return query(...args.slice(0, -1), answered)
  }
  const next = () => {
    while (!isBusy() && waiting.length > 0) waiting.shift()?.()
    if (!isBusy()) idleCallbacks.splice(0).forEach((done) => done())
  }
  const ended = () => {
    isRunning = false
    next()
  }
  const end = () => {
    isClosed = true
    ended()
  }
  // The next query waits until the server has dealt with the cancellation, which names the connection and no query.
  const cancelQuery = (queryNumber: number) => {
    if (!isRunning || isCancelling || number !== queryNumber) return
    isCancelling = true
    void cancelRunning().finally(() => {
      isCancelling = false
      next()
    })
  }
  // The driver calls back before it is idle, so a query that has just ended seems to run until the next turn.
  const cancel = () => void setImmediate(cancelQuery, number)
  client.on("drain", ended)
  client.on("error", end)
  client.on("end", end)
  const serializeQueries: Query = (...args) => {
    // Cursors use a connection of their own and are read before they start.
    if (!isBusy() || (typeof args[0] === "object" && args[0] !== null && "submit" in args[0])) return begin(args)
    // The transaction was interrupted, with all that it was about to ask.
    if (args[0] === rollback) cancel()
    if (typeof args.at(-1) === "function") return void waiting.push(() => void begin(args))
    return new Promise((resolve, fail) => waiting.push(() => void Promise.resolve(begin(args)).then(resolve, fail)))
  }
  Object.assign(client, { query: serializeQueries })
  return {
    isBusy,
    hasAnswered: () => hasAnswered,
    onIdle: (done) => (isBusy() ? void idleCallbacks.push(done) : done()),
    cancel
  }
}

/** Releases a connection when its queries have ended. One that still runs was interrupted. */
const releaseWhenIdle =
  (client: ClientBase, release: Release): Release =>
  (cause) => {
    const queue = queues.get(client)
    if ((cause !== undefined && cause !== false) || queue === undefined || !queue.isBusy()) return release(cause)
    if (queue.hasAnswered()) return queue.onIdle(() => release())
    queue.cancel()
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

/** Ends what a process of the server runs, through a connection outside the pool, which may have none left. */
const cancelProcess = async ({ options }: Pool, id: number): Promise<void> => {
  const client = new Client({ ...options, connectionTimeoutMillis: cancelTimeoutMillis })
  client.on("error", () => {})
  try {
    await client.connect()
    await client.query("SELECT pg_cancel_backend($1)", [id])
  } catch {
    // The query ends by itself.
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * The id of a connection's process, which it has no longer: the SQL client would cancel by it through the pool, and
 * when that gets a connection at last, another fiber may have the one that is to be cancelled.
 */
const takeProcessId = (client: ClientBase): number | undefined => {
  const driver = client as ClientBase & { processID?: number | null | undefined }
  const id = driver.processID ?? undefined
  driver.processID = undefined
  return id
}

/** Makes each connection of a pool run one query at a time, and return to the pool only when idle. */
export const serializeQueries = (pool: Pool): void => {
  pool.on("connect", (client) => {
    const id = takeProcessId(client)
    queues.set(
      client,
      queueQueries(client, async () => (id === undefined ? undefined : cancelProcess(pool, id)))
    )
  })
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
