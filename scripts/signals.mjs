/** Milliseconds. */
const repeatWindow = 1000

/**
 * Ignores repeated signals within a second. Ctrl-C reaches every process of the terminal, and npm forwards the same
 * signal again, which would interrupt a graceful shutdown. A signal after a second ends the process.
 */
export const countOnce = (signals) => {
  let first
  for (const signal of signals) {
    process.on(signal, () => {
      const isOnlyListener = process.listenerCount(signal) === 1
      const again = first !== undefined && performance.now() - first > repeatWindow
      if (again || (first === undefined && isOnlyListener)) process.exit(signal === "SIGINT" ? 130 : 143)
      if (first === undefined) first = performance.now()
    })
  }
}
