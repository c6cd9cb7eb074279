import * as protocol from "./protocol.js"
import type { Reply } from "./readers.js"

const { type } = protocol

/** The messages of a whole statement, as drivers send them. */
const wholeStatement = [type.Parse, type.Bind, type.Describe, type.Execute, type.Sync]

/**
 * The first executions of a prepared statement are planned for their values. Later ones may share a plan that fits no
 * range well, so the statement is prepared again. https://www.postgresql.org/docs/current/sql-prepare.html
 */
const plannedExecutions = 5

/** Each prepared statement takes 35 KB of the engine's memory on average. */
const mostPrepared = 128
const mostSeen = 256
const longestText = 8_192
const mostRetired = 16

/** Command tags of statements after which prepared statements stay valid. */
const harmless =
  /^(SELECT|INSERT|UPDATE|DELETE|MERGE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SHOW|LISTEN|UNLISTEN)\b/

interface Prepared {
  readonly name: string
  uses: number
}

/** A statement on its way to the engine. */
interface Rewritten {
  readonly messages: ReadonlyArray<Buffer>
  /** What the client reads before the engine's reply. */
  readonly prefix: Buffer | undefined
}

/**
 * Prepares statements that clients repeat, and runs them by name, so that the engine does not parse them again. Parsing
 * takes half the time of a short statement. Clients do not notice: they send unnamed statements as before.
 */
export interface Statements {
  readonly rewrite: (messages: ReadonlyArray<Buffer>) => Rewritten
  /** Drops the statement that failed, and all statements after a change of the schema. */
  readonly applyReply: (reply: Reply) => void
  /** Messages that free dropped statements in the engine, or undefined while they are few. */
  readonly release: () => Buffer | undefined
}

export const makeStatements = (): Statements => {
  const prepared = new Map<string, Prepared>()
  const seen = new Set<string>()
  let retired: Array<string> = []
  let current: string | undefined
  let lastId = 0

  const retire = (text: string) => {
    const statement = prepared.get(text)
    if (statement === undefined) return
    prepared.delete(text)
    retired.push(statement.name)
  }
  const prepare = (text: string): Prepared => {
    const statement = { name: `daybook_${++lastId}`, uses: 1 }
    const [oldest] = prepared.keys()
    if (prepared.size >= mostPrepared && oldest !== undefined) retire(oldest)
    prepared.set(text, statement)
    return statement
  }
  const remember = (text: string) => {
    if (seen.size >= mostSeen) seen.clear()
    seen.add(text)
  }

  return {
    rewrite: (messages) => {
      current = undefined
      const [parse, bind, ...rest] = messages
      if (parse === undefined || bind === undefined || !isWholeStatement(messages))
        return { messages, prefix: undefined }
      const text = parse.toString("latin1", 6)
      const former = prepared.get(text)
      if (former !== undefined && (former.uses < plannedExecutions || parameterCount(bind) === 0)) {
        current = text
        former.uses++
        // The map's order is the order of use.
        prepared.delete(text)
        prepared.set(text, former)
        return { messages: [bindTo(former.name, bind), ...rest], prefix: protocol.parseComplete }
      }
      if (!seen.has(text)) {
        remember(text)
        return { messages, prefix: undefined }
      }
      retire(text)
      current = text
      const { name } = prepare(text)
      const named = protocol.message("P", Buffer.from(`${name}\0`), parse.subarray(6))
      return { messages: [named, bindTo(name, bind), ...rest], prefix: undefined }
    },
    applyReply: ({ tags }) => {
      if (current !== undefined && tags.length !== 1) retire(current)
      if (!tags.every((tag) => harmless.test(tag))) for (const text of [...prepared.keys()]) retire(text)
    },
    release: () => {
      if (retired.length < mostRetired) return undefined
      const messages = retired.map((name) => protocol.message("C", Buffer.from(`S${name}\0`)))
      retired = []
      return Buffer.concat([...messages, protocol.sync])
    }
  }
}

/** True for one unnamed statement of a length that is worth preparing. */
const isWholeStatement = (messages: ReadonlyArray<Buffer>): boolean =>
  messages.length === wholeStatement.length &&
  messages.every((message, index) => message[0] === wholeStatement[index]) &&
  messages[0]![5] === 0 &&
  messages[0]!.length <= longestText &&
  messages[1]![5] === 0 &&
  messages[1]![6] === 0 &&
  parameterCount(messages[1]!) !== undefined

/** The number of values follows the formats, two bytes each. Undefined if the message is too short. */
const parameterCount = (bind: Buffer): number | undefined => {
  if (bind.length < 11) return undefined
  const at = 9 + 2 * bind.readUInt16BE(7)
  return at + 2 > bind.length ? undefined : bind.readUInt16BE(at)
}

const bindTo = (name: string, bind: Buffer): Buffer =>
  protocol.message("B", Buffer.from(`\0${name}\0`), bind.subarray(7))
