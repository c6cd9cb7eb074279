import { stringAt } from "./protocol.js"
import type { Reply } from "./readers.js"

const listenStatement = /\b(un)?listen\s+("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*|\*)/giu

/** Statements that subscribe are short; longer statements are not searched. */
const statementLimit = 2_000

/** The channels that a connection listens to, according to its own statements. */
export interface Subscriptions {
  readonly channels: ReadonlySet<string>
  /** Stores a statement that may subscribe until the engine has answered it. */
  readonly note: (sql: string) => void
  /** Applies the stored statements that succeeded; true if the channels may have changed. */
  readonly applyReply: (reply: Reply) => boolean
}

export const makeSubscriptions = (): Subscriptions => {
  const channels = new Set<string>()
  let statements: Array<string> = []

  const apply = (sql: string) => {
    for (const [, un, name = ""] of sql.matchAll(listenStatement)) {
      if (un === undefined) channels.add(fold(name))
      else if (name === "*") channels.clear()
      else channels.delete(fold(name))
    }
  }

  return {
    channels,
    note: (sql) => {
      if (sql.length < statementLimit && /listen/i.test(sql)) statements.push(sql)
    },
    applyReply: (reply) => {
      const discarded = reply.tags.includes("DISCARD ALL")
      if (discarded) channels.clear()
      const changed = reply.tags.includes("LISTEN") || reply.tags.includes("UNLISTEN")
      if (changed) statements.forEach(apply)
      if (changed || reply.status === "I") statements = []
      return changed || discarded
    }
  }
}

/** The channel of a NotificationResponse. */
export const channelOf = (notification: Buffer): string => stringAt(notification, 9)[0]

/** SQL that makes the session listen to exactly these channels. */
export const listenTo = (channels: Iterable<string>): string =>
  ["UNLISTEN *", ...[...channels].map((channel) => `LISTEN "${channel.replaceAll('"', '""')}"`)].join("; ")

/** Folds a name as PostgreSQL does: to lower case unless quoted. */
const fold = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase()
