const lockStatement = /\bpg_advisory_(un)?lock_shared\((-?\d+), (-?\d+)\)/g

/** Locking statements are short; longer statements are not searched. */
const statementLimit = 2_000

/**
 * The advisory locks that one connection holds. All connections share one session, so the engine cannot release the
 * locks of a closed connection; the multiplexer does.
 */
export interface SessionLocks {
  /** Parses a statement that waits for the engine. */
  readonly note: (sql: string) => void
  /**
   * Applies the parsed statements when the engine runs them. Statements of a closed connection that never ran lock
   * nothing.
   */
  readonly begin: () => void
  /** A statement that releases the remaining locks, or undefined. */
  readonly release: () => string | undefined
}

export const makeSessionLocks = (): SessionLocks => {
  const counts = new Map<string, number>()
  let statements: Array<string> = []
  const apply = (sql: string) => {
    for (const [, un, kind, id] of sql.matchAll(lockStatement)) {
      const key = `${kind}, ${id}`
      const count = (counts.get(key) ?? 0) + (un === undefined ? 1 : -1)
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }
  return {
    note: (sql) => {
      if (sql.length <= statementLimit && sql.includes("pg_advisory_")) statements.push(sql)
    },
    begin: () => {
      statements.forEach(apply)
      statements = []
    },
    release: () => {
      const calls = Array.from(counts).flatMap(([key, count]) =>
        Array.from({ length: count }, () => `pg_advisory_unlock_shared(${key})`)
      )
      counts.clear()
      return calls.length === 0 ? undefined : `SELECT ${calls.join(", ")}`
    }
  }
}
