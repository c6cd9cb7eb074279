import type { Terminal } from "@daybook/adapters"
import { Effect, Option, Queue, Redacted, type Scope } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { note } from "./print.js"

/** The user at this terminal. Prompts go to stderr, so that stdout holds only the output. */
export const terminal: Effect.Effect<Terminal, never, Scope.Scope> = Effect.gen(function* () {
  /** `None` is the end of the input. */
  const lines = yield* Queue.unbounded<Option.Option<string>>()
  let echoes = true
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (echoes) process.stderr.write(chunk)
      done()
    }
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const reader = createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY === true })
      reader.on("line", (line) => Queue.unsafeOffer(lines, Option.some(line)))
      reader.on("close", () => Queue.unsafeOffer(lines, Option.none()))
      // readline intercepts Ctrl-C, so the signal is sent again.
      reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
      return reader
    }),
    (reader) => Effect.sync(() => reader.close())
  )
  const next = Queue.take(lines)
  const nextLine = Effect.flatMap(next, Option.match({ onNone: () => Effect.never, onSome: Effect.succeed }))
  const ask = (question: string) => Effect.zipRight(note(question), next)
  const hide = (hidden: boolean) => Effect.sync(() => void (echoes = !hidden))
  return {
    print: note,
    openBrowser: openInBrowser,
    nextLine,
    ask,
    askSecret: (question) =>
      Effect.map(
        Effect.acquireUseRelease(
          Effect.zipRight(note(question), hide(true)),
          () => next,
          () => hide(false)
        ),
        Option.map((text) => Redacted.make(text))
      )
  }
})

type Environment = Readonly<Record<string, string | undefined>>

/** The command that opens a URL in the default browser. Undefined without a graphical session. */
export const openerOf = (platform: NodeJS.Platform, env: Environment): ReadonlyArray<string> | undefined => {
  if (platform === "darwin") return ["open"]
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined
}

/** Only web URLs: an opener may execute anything else. */
const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** Opens a URL in the browser of the person at this terminal. Errors are ignored. */
export const openInBrowser = (address: string): Effect.Effect<void> =>
  Effect.sync(() => {
    const opener = openerOf(process.platform, process.env)
    const isTerminal = process.stdout.isTTY === true && process.stderr.isTTY === true
    if (opener === undefined || !isTerminal || !isWeb(address)) return
    const [command = "", ...words] = opener
    spawn(command, [...words, address], { detached: true, stdio: "ignore" })
      .on("error", () => undefined)
      .unref()
  })
