const patience = 1000

/**
 * Makes a signal that arrives several times at once count once. Ctrl-C reaches every process of the terminal, and npm hands
 * the same signal on again; a program that tidies up on the first would be cut off by the second. A person who asks again
 * after a second is heard.
 */
export const once = (signals) => {
  let first
  for (const signal of signals) {
    process.on(signal, () => {
      const nobodyElse = process.listenerCount(signal) === 1
      const again = first !== undefined && performance.now() - first > patience
      if (again || (first === undefined && nobodyElse)) process.exit(signal === "SIGINT" ? 130 : 143)
      first ??= performance.now()
    })
  }
}
