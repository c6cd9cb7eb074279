import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { messages } from "../../../src/sources/tickets/mbox.js"

const cut = (pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  Effect.runSync(Effect.map(Stream.runCollect(messages(Stream.fromIterable(pieces))), (found) => [...found].map((one) => Buffer.from(one).toString("latin1"))))

/** The same by whole lines, as RFC 4155 tells it. */
const expected = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let current: string | null = null
  let isAfterBlank = true
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isMark = isAfterBlank && line.startsWith("From ")
    isAfterBlank = line === "\n" || line === "\r\n"
    if (isMark) {
      if (current !== null) found.push(current)
      current = ""
    } else if (current !== null) current += /^>+From /.test(line) ? line.slice(1) : line
  }
  return current === null ? found : [...found, current]
}

const line = fc.oneof(
  fc.constantFrom("", "From a@example.com Mon", ">From here", ">>From there", "Subject: a", `From ${"x".repeat(90)}`, "y".repeat(150), ">", "F"),
  fc.string({ maxLength: 80 }).map((text) => text.replace(/[\n\r]/g, ""))
)

describe("a mailbox file", () => {
  it("is cut at its marks, however its bytes come", () => {
    fc.assert(fc.property(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n"))), fc.array(fc.nat(200)), (lines, sizes) => {
      const text = Buffer.from(lines.map((parts) => parts.join("")).join(""), "latin1")
      const pieces: Array<Uint8Array> = []
      for (let at = 0, index = 0; at < text.length; index++) {
        const size = 1 + (sizes[index % Math.max(1, sizes.length)] ?? 40)
        pieces.push(text.subarray(at, at + size))
        at += size
      }
      assert.deepStrictEqual(cut(pieces), expected(text.toString("latin1")))
    }))
  })

  it("with lines of one letter, or one line of many, takes no more memory than its mails", () => {
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    const piece = Buffer.from("a\n".repeat(32_768))
    const [short] = cut([Buffer.from("From a\n"), ...Array.from({ length: 150 }, () => piece)])
    const [long] = cut([Buffer.from("From a\n"), ...Array.from({ length: 150 }, () => Buffer.alloc(65_536, 97))])
    assert.strictEqual(short?.length, long?.length)
    assert.isBelow(process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before, 200_000_000)
  })
})
