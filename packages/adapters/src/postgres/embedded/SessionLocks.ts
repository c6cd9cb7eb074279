const statement = /\bpg_advisory_(un)?lock_shared\((-?\d+), (-?\d+)\)/g

/** Statements that lock are short; longer ones are not searched. */
const statementLimit = 2_000

/**
 * The advisory locks that one connection holds. All connections share one session, so the engine cannot release them
 * when a connection closes: the multiplexer does.
 */
export interface SessionLocks {
  /** Reads a statement that waits for the engine. */
  readonly note: (sql: string) => void
  /** The engine runs what was noted: what a closed connection could not say any more locks nothing. */
  readonly begin: () => void
  /** A statement that releases what is still held, if there is anything. */
  readonly release: () => string | undefined
}

export const makeSessionLocks = (): SessionLocks => {
  const held = new Map<string, number>()
  let noted: Array<string> = []
  const apply = (sql: string) => {
    for (const [, un, kind, id] of sql.matchAll(statement)) {
      const key = `${kind}, ${id}`
      const count = (held.get(key) ?? 0) + (un === undefined ? 1 : -1)
      if (count > 0) held.set(key, count)
      else held.delete(key)
    }
  }
  return {
    note: (sql) => {
      if (sql.length <= statementLimit && sql.includes("pg_advisory_")) noted.push(sql)
    },
    begin: () => {
      noted.forEach(apply)
      noted = []
    },
    release: () => {
      const calls = Array.from(held).flatMap(([key, count]) =>
        Array.from({ length: count }, () => `pg_advisory_unlock_shared(${key})`))
      held.clear()
      return calls.length === 0 ? undefined : `SELECT ${calls.join(", ")}`
    }
  }
}
