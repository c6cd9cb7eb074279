import { appendFileSync } from "node:fs"

/**
 * Loaded with --import: the clock shows a millisecond more at each look, so that work that looks at it gives way. Says
 * at the end how often the program waited for the next turn of the event loop.
 */
let milliseconds = 0
performance.now = () => (milliseconds += 1)

let turns = 0
const { setImmediate } = globalThis
globalThis.setImmediate = (...args) => {
  turns++
  return setImmediate(...args)
}

process.on("exit", () => appendFileSync(process.env["TURNS_FILE"], `${process.argv[2]} ${turns}\n`))
