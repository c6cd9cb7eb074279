import { codeOf } from "./codeOf.js"

/** Whether a process of this machine runs. One of another user refuses the signal. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== "ESRCH"
  }
}
