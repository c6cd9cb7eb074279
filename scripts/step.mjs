import { spawn } from "node:child_process"
import { root } from "./paths.mjs"

/** A step that did not end well: `message` is one line for the user, `output` what the command had to say. */
export class StepFailure extends Error {
  constructor(message, output = "") {
    super(message)
    this.output = output
  }
}

const running = new Set()
const stop = (signal) => {
  for (const child of running) child.kill(signal)
  process.exit(signal === "SIGINT" ? 130 : 143)
}

const track = (child) => {
  if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop)
  running.add(child)
}

const untrack = (child) => {
  running.delete(child)
  if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop)
}

/** Runs a command from the root to its end: `{ code, stdout, output }`, the last being both streams as they came. `options` are those of `child_process.spawn`. */
export const command = (file, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options })
    let stdout = ""
    let output = ""
    track(child)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => output += text)
    child.stdout?.on("data", (text) => stdout += text)
    child.on("error", (error) => {
      untrack(child)
      reject(new StepFailure(`${file} could not be started: ${error.message}`))
    })
    child.on("close", (code) => {
      untrack(child)
      resolve({ code: code ?? 1, stdout, output })
    })
  })

/** Runs a JavaScript tool with this very Node and fails where it fails. */
export const node = async (script, args, options) => {
  const { code, output } = await command(process.execPath, [script, ...args], options)
  if (code !== 0) throw new StepFailure(`exit code ${code}`, output)
  return output
}

/** Says on stderr what is being done and how long it took; `hint` tells what to do where it fails. */
export const step = async (title, hint, work) => {
  const started = performance.now()
  const say = (mark) => {
    const line = `${mark} ${title.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`
    process.stderr.write(process.stderr.isTTY ? `\r${line}\n` : `${line}\n`)
  }
  if (process.stderr.isTTY) process.stderr.write(`… ${title}`)
  try {
    const result = await work()
    say("✓")
    return result
  } catch (failure) {
    say("✗")
    if (!(failure instanceof StepFailure)) throw failure
    throw new StepFailure(`${title} failed: ${failure.message}; ${hint}`, failure.output)
  }
}
