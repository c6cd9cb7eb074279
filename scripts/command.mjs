import { spawn } from "node:child_process"
import { root } from "./paths.mjs"

/** A command that failed: `message` is one line for the user, `output` what the command printed. */
export class CommandFailure extends Error {
  constructor(message, output = "") {
    super(message)
    this.output = output
  }
}

/**
 * Runs a command from the root to its end: `{ code, stdout, output }`; `output` has both streams interleaved.
 * `options` are those of `child_process.spawn`. A signal to this process ends the command too.
 */
export const command = (file, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options })
    let stdout = ""
    let output = ""
    const stop = (signal) => {
      child.kill(signal)
      process.exit(signal === "SIGINT" ? 130 : 143)
    }
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop)
    const release = () => ["SIGINT", "SIGTERM"].forEach((signal) => process.off(signal, stop))
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => (output += text))
    child.stdout?.on("data", (text) => (stdout += text))
    child.on("error", (error) => {
      release()
      reject(new CommandFailure(`${file} could not be started: ${error.message}`))
    })
    child.on("close", (code) => {
      release()
      resolve({ code: code ?? 1, stdout, output })
    })
  })

/** Runs a JavaScript tool with this Node. Fails when the tool fails. */
export const node = async (script, args, options) => {
  const { code, output } = await command(process.execPath, [script, ...args], options)
  if (code !== 0) throw new CommandFailure(`${script} ended with exit code ${code}`, output)
  return output
}

/** Runs a script. A failed command prints its output and one line, and the exit code is 1. */
export const main = async (work) => {
  try {
    await work()
  } catch (failure) {
    if (!(failure instanceof CommandFailure)) throw failure
    if (failure.output) process.stderr.write(`${failure.output.trimEnd()}\n`)
    console.error(failure.message)
    process.exitCode = 1
  }
}
