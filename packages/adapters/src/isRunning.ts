import { codeOf } from "@daybook/core/shared"

/** Whether a process of this machine runs. One of another user refuses the signal. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== "ESRCH"
  }
}
