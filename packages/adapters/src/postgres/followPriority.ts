import { readFileSync } from "node:fs"
import { getPriority, setPriority } from "node:os"

/** Whether a process of this machine is one of PostgreSQL. A server in another container has other process ids. */
const isPostgres = (id: number): boolean => readFileSync(`/proc/${id}/comm`, "utf8").startsWith("postgres")

/**
 * Gives the server's process of a connection the priority of this process, if that is lower than usual: else the
 * queries of a process that works would compete with the reads of the one that answers. Linux only.
 */
export const followPriority = (id: number | undefined): void => {
  if (id === undefined || process.platform !== "linux") return
  try {
    const priority = getPriority()
    if (priority > 0 && isPostgres(id)) setPriority(id, priority)
  } catch {
    // The process belongs to another user, or has ended: it works at its own priority.
  }
}
