import type { ClientBase, Pool } from "pg"

/** A connection that does not come to rest by then after its user has left is closed, milliseconds. */
const patience = 10_000

type Query = (...given: ReadonlyArray<unknown>) => unknown
type Release = (cause?: Error | boolean) => void
type Connect = (done: (error: Error | undefined, client: (ClientBase & { release: Release }) | undefined, release: Release) => void) => void

/** The work of one connection. */
interface Turns {
  readonly isBusy: () => boolean
  /** Calls back once nothing is under way or waits. */
  readonly atRest: (done: () => void) => void
}

const turnsOf = new WeakMap<ClientBase, Turns>()

/** The driver's next version refuses a query on a connection that is at work: here it waits. */
const takeTurns = (client: ClientBase): Turns => {
  const query: Query = client.query.bind(client) as unknown as Query
  const waiting: Array<() => void> = []
  const resting: Array<() => void> = []
  let busy = false
  let gone = false
  const next = () => {
    busy = false
    while (!busy && waiting.length > 0) waiting.shift()?.()
    if (!busy) resting.splice(0).forEach((done) => done())
  }
  const begin = (given: ReadonlyArray<unknown>) => {
    // What a lost connection is asked is refused at once, and nothing follows.
    busy = !gone
    return query(...given)
  }
  const end = () => {
    gone = true
    next()
  }
  client.on("drain", next)
  client.on("error", end)
  client.on("end", end)
  const inTurn: Query = (...given) => {
    // Cursors belong to a connection of their own, and are read before they have begun.
    if (!busy || typeof given[0] === "object" && given[0] !== null && "submit" in given[0]) return begin(given)
    if (typeof given.at(-1) === "function") return void waiting.push(() => void begin(given))
    return new Promise((settle, fail) =>
      waiting.push(() => void Promise.resolve(begin(given)).then(settle, fail)))
  }
  Object.assign(client, { query: inTurn })
  return { isBusy: () => busy, atRest: (done) => busy ? void resting.push(done) : done() }
}

/** Gives a connection back when its work has ended: interrupting who waits for an answer does not end it. */
const whenAtRest = (client: ClientBase, release: Release): Release => (cause) => {
  const turns = turnsOf.get(client)
  if (cause !== undefined && cause !== false || turns === undefined || !turns.isBusy()) return release(cause)
  let released = false
  const once = (why?: Error) => {
    if (released) return
    released = true
    clearTimeout(timer)
    release(why)
  }
  const timer = setTimeout(once, patience, new Error("the connection did not come to rest")).unref()
  turns.atRest(() => once())
}

/** Has the connections of a pool do one thing at a time, and be handed out when they have nothing to do. */
export const inTurn = (pool: Pool): void => {
  pool.on("connect", (client) => void turnsOf.set(client, takeTurns(client)))
  const connect = pool.connect.bind(pool) as unknown as Connect
  const withTurns: Connect = (done) =>
    connect((error, client, release) => {
      if (client === undefined) return done(error, client, release)
      const patient = whenAtRest(client, release)
      client.release = patient
      done(error, client, patient)
    })
  Object.assign(pool, {
    connect: (done?: Parameters<Connect>[0]) =>
      done === undefined
        ? new Promise((settle, fail) =>
          withTurns((error, client) => error === undefined ? settle(client) : fail(error)))
        : withTurns(done)
  })
}
