import type { Reply } from "./ReplyReader.js"
import { stringAt } from "./protocol.js"

const statement = /\b(un)?listen\s+("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*|\*)/giu

/** Statements that subscribe are short; longer ones are not looked through. */
const statementLimit = 2_000

/** The channels that one connection listens to, as far as its own statements tell. */
export interface Subscriptions {
  readonly channels: ReadonlySet<string>
  /** Keeps a statement that may subscribe until the engine has said what became of it. */
  readonly note: (sql: string) => void
  /** Takes the noted statements for done where the reply says so; true where something may have changed. */
  readonly settle: (reply: Reply) => boolean
}

export const makeSubscriptions = (): Subscriptions => {
  const channels = new Set<string>()
  let noted: Array<string> = []

  const apply = (sql: string) => {
    for (const [, un, name = ""] of sql.matchAll(statement)) {
      if (un === undefined) channels.add(fold(name))
      else if (name === "*") channels.clear()
      else channels.delete(fold(name))
    }
  }

  return {
    channels,
    note: (sql) => {
      if (sql.length < statementLimit && /listen/i.test(sql)) noted.push(sql)
    },
    settle: (reply) => {
      const discarded = reply.tags.includes("DISCARD ALL")
      if (discarded) channels.clear()
      const changed = reply.tags.includes("LISTEN") || reply.tags.includes("UNLISTEN")
      if (changed) noted.forEach(apply)
      if (changed || reply.status === "I") noted = []
      return changed || discarded
    }
  }
}

/** The channel of a NotificationResponse. */
export const channelOf = (notification: Buffer): string => stringAt(notification, 9)[0]

/** Makes the one session listen to exactly these channels. */
export const listenTo = (channels: Iterable<string>): string =>
  ["UNLISTEN *", ...[...channels].map((channel) => `LISTEN "${channel.replaceAll("\"", "\"\"")}"`)].join("; ")

/** A name as PostgreSQL understands it: in lower case unless quoted. */
const fold = (name: string): string =>
  name.startsWith("\"") ? name.slice(1, -1).replaceAll("\"\"", "\"") : name.toLowerCase()
