import type { Person } from "@daybook/adapters"
import { Effect, Option, Queue, Redacted, type Scope } from "effect"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { openInBrowser } from "./browser.js"
import { note } from "./print.js"

/** Whoever types here. Everything is told on stderr, so that stdout holds the answer alone. */
export const terminal: Effect.Effect<Person, never, Scope.Scope> = Effect.gen(function*() {
  /** None is the end of the input. */
  const lines = yield* Queue.unbounded<Option.Option<string>>()
  let shown = true
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (shown) process.stderr.write(chunk)
      done()
    }
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const reader = createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY === true })
      reader.on("line", (line) => Queue.unsafeOffer(lines, Option.some(line)))
      reader.on("close", () => Queue.unsafeOffer(lines, Option.none()))
      // A terminal that reads lines takes Ctrl-C for itself.
      reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
      return reader
    }),
    (reader) => Effect.sync(() => reader.close())
  )
  const next = Queue.take(lines)
  const line = Effect.flatMap(next, Option.match({ onNone: () => Effect.never, onSome: Effect.succeed }))
  const ask = (question: string) => Effect.zipRight(note(question), next)
  const hide = (hidden: boolean) => Effect.sync(() => void (shown = !hidden))
  return {
    tell: note,
    visit: openInBrowser,
    line,
    ask,
    askSecret: (question) =>
      Effect.map(Effect.acquireUseRelease(Effect.zipRight(note(question), hide(true)), () => next, () => hide(false)), Option.map((text) => Redacted.make(text)))
  }
})
