import { hostname } from "node:os"

/** This process, as claims and leases name it. */
export const holder = `${hostname()}:${process.pid}`

/** True for a process of this machine that is gone. Of other machines only their silence tells. */
export const isDead = (name: string): boolean => {
  const at = name.lastIndexOf(":")
  const pid = Number(name.slice(at + 1))
  if (name.slice(0, at) !== hostname() || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH"
  }
}
