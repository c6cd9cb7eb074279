import type { Duplex } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { type Connection, makeConnection } from "./Connection.js"
import type { Engine } from "./Engine.js"
import { handover } from "./handover.js"
import * as protocol from "./protocol.js"
import { makeReplyReader, type Reply } from "./readers.js"
import { channelOf, listenTo } from "./SessionState.js"
import { makeStatements, type Statements } from "./Statements.js"

/** Shares one engine session among many connections. */
export interface Multiplexer {
  /** Serves a client on a socket, or on another stream of bytes. */
  readonly accept: (socket: Duplex) => void
  /** Queues a task to run between two transactions. */
  readonly enqueue: (task: () => Promise<unknown>) => void
  /** Asks all clients to finish and leave, and waits for them for at most so many milliseconds. */
  readonly handOver: (millis: number) => Promise<void>
  /** Increases with every unit of work, to detect activity. */
  readonly turns: () => number
}

export interface MultiplexerOptions {
  readonly idleTransactionMillis: number
  readonly password: string | undefined
}

interface State extends MultiplexerOptions {
  readonly engine: Engine
  readonly statements: Statements
  readonly connections: Set<Connection>
  readonly waiting: Array<Connection | (() => Promise<unknown>)>
  /** The connection that holds the session, between its messages, too. */
  holder: Connection | undefined
  working: boolean
  turns: number
  idle: NodeJS.Timeout | undefined
  /** Which session state the holder's statements have changed. */
  changed: { settings: boolean; channels: boolean }
}

/**
 * A connection holds the session from its first message until the engine is idle outside a transaction. Other
 * connections wait in order of arrival. Session settings are reset on release, so that they do not leak to other
 * connections.
 */
export const makeMultiplexer = (engine: Engine, options: MultiplexerOptions): Multiplexer => {
  const state: State = {
    ...options,
    engine,
    statements: makeStatements(),
    connections: new Set(),
    waiting: [],
    holder: undefined,
    working: false,
    turns: 0,
    idle: undefined,
    changed: { settings: false, channels: false }
  }
  const events = {
    holds: (connection: Connection) => state.holder === connection,
    onMessages: (connection: Connection) => {
      if (connection !== state.holder && !state.waiting.includes(connection)) state.waiting.push(connection)
      void work(state)
    },
    onClose: (connection: Connection) => {
      state.connections.delete(connection)
      if (connection.subscriptions.channels.size > 0) state.waiting.push(() => listen(state))
      state.waiting.push(() => releaseLocks(state, connection))
      void work(state)
    }
  }
  let lastId = 0
  return {
    accept: (socket) => {
      const terms = { parameters: engine.parameters, password: options.password, id: ++lastId }
      state.connections.add(makeConnection(socket, terms, events))
    },
    enqueue: (task) => {
      state.waiting.push(task)
      void work(state)
    },
    handOver: (millis) => handOver(state, millis),
    turns: () => state.turns
  }
}

const lookMillis = 10

/** Does not wait for watchers: they stay to detect the end of this engine. */
const handOver = async (state: State, millis: number): Promise<void> => {
  const notice = protocol.noticeResponse(handover, "the process that runs the database ends")
  for (const connection of state.connections) connection.send(notice)
  const end = Date.now() + millis
  while (Date.now() < end && [...state.connections].some((connection) => !connection.isWatch())) await sleep(lookMillis)
}

/** Serves waiting connections and tasks until none can continue. */
const work = async (state: State): Promise<void> => {
  if (state.working) return
  state.working = true
  clearTimeout(state.idle)
  for (;;) {
    const next = state.holder ?? state.waiting.shift()
    if (next === undefined) break
    state.turns++
    if (typeof next === "function") await next()
    else if (!(await serveNext(state, next))) break
  }
  state.working = false
  if (state.holder !== undefined) state.idle = setTimeout(expire, state.idleTransactionMillis, state.holder)
}

/** False if the holder must send a message before work can continue. */
const serveNext = async (state: State, connection: Connection): Promise<boolean> => {
  if (!connection.isOpen()) {
    if (state.holder === connection) await exec(state, [protocol.sync, protocol.query("ROLLBACK")], () => {})
    await release(state)
    return true
  }
  if (!connection.waits()) return state.holder !== connection
  state.holder = connection
  if (!(await serve(state, connection))) return connection.waits() || !connection.isOpen()
  await release(state)
  if (connection.waits()) state.waiting.push(connection)
  return true
}

/** True when all messages of the connection are answered and the engine is idle. */
const serve = async (state: State, connection: Connection): Promise<boolean> => {
  const messages = connection.take()
  connection.locks.begin()
  const { messages: rewritten, prefix } = state.statements.rewrite(messages)
  const reply = await exec(state, rewritten, connection.write, prefix)
  state.statements.applyReply(reply)
  const { changed } = state
  if (connection.subscriptions.applyReply(reply)) changed.channels = true
  if (reply.parametersChanged || reply.tags.some((tag) => tag.startsWith("SET"))) changed.settings = true
  deliver(state, reply.notifications)
  // With a missing answer, the engine skips everything up to the next Sync.
  return reply.status === "I" && endsTurn(messages.at(-1)!) && reply.ready === messages.filter(endsTurn).length
}

const endsTurn = (message: Buffer) => message[0] === protocol.type.Query || message[0] === protocol.type.Sync

const exec = async (
  state: State,
  messages: ReadonlyArray<Buffer>,
  forward: (bytes: Buffer) => void,
  prefix?: Buffer
): Promise<Reply> => {
  const reader = makeReplyReader(forward, prefix)
  await state.engine.exec(messages.length === 1 ? messages[0]! : Buffer.concat(messages), reader.push)
  return reader.finish()
}

const release = async (state: State): Promise<void> => {
  const { channels, settings } = state.changed
  state.holder = undefined
  state.changed = { settings: false, channels: false }
  const unused = state.statements.release()
  if (unused !== undefined) await exec(state, [unused], () => {})
  if (settings) await state.engine.run("RESET SESSION AUTHORIZATION; RESET ALL")
  if (channels) await listen(state)
}

const listen = (state: State) =>
  state.engine.run(listenTo(new Set([...state.connections].flatMap((one) => [...one.subscriptions.channels]))))

/** Runs last, because messages before the close may still have taken locks. */
const releaseLocks = async (state: State, { locks }: Connection): Promise<void> => {
  const statement = locks.release()
  if (statement !== undefined) await state.engine.run(statement)
}

/** Delivers notifications, which arrive on the one session, to the subscribed connections. */
const deliver = (state: State, notifications: ReadonlyArray<Buffer>): void => {
  for (const notification of notifications) {
    const channel = channelOf(notification)
    for (const connection of state.connections) {
      if (connection.subscriptions.channels.has(channel)) connection.write(notification)
    }
  }
}

const expire = (connection: Connection) =>
  connection.dismiss("25P03", "terminating connection due to idle-in-transaction timeout")
