import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { messages } from "../../src/tickets/mail/mbox.js"

const cut = (pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  Effect.runSync(
    Effect.map(Stream.runCollect(messages(Stream.fromIterable(pieces))), (messageChunks) =>
      [...messageChunks].map((one) => Buffer.from(one).toString("latin1"))
    )
  )

/** The same by whole lines, as RFC 4155 tells it. */
const expected = (text: string): ReadonlyArray<string> => {
  const messageChunks: Array<string> = []
  let current: string | null = null
  let isAfterBlank = true
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isMark = isAfterBlank && line.startsWith("From ")
    isAfterBlank = line === "\n" || line === "\r\n"
    if (isMark) {
      if (current !== null) messageChunks.push(current)
      current = ""
    } else if (current !== null) current += /^>+From /.test(line) ? line.slice(1) : line
  }
  return current === null ? messageChunks : [...messageChunks, current]
}

const line = fc.oneof(
  fc.constantFrom(
    "",
    "From a@example.com Mon",
    ">From here",
    ">>From there",
    "Subject: a",
    `From ${"x".repeat(90)}`,
    "y".repeat(150),
    ">",
    "F"
  ),
  fc.string({ maxLength: 80 }).map((text) => text.replace(/[\n\r]/g, ""))
)

describe("a mailbox file", () => {
  it("is split at its marks, however its bytes are chunked", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n"))), fc.array(fc.nat(200)), (lines, sizes) => {
        const text = Buffer.from(lines.map((parts) => parts.join("")).join(""), "latin1")
        const pieces: Array<Uint8Array> = []
        for (let at = 0, index = 0; at < text.length; index++) {
          const size = 1 + (sizes[index % Math.max(1, sizes.length)] ?? 40)
          pieces.push(text.subarray(at, at + size))
          at += size
        }
        expect(cut(pieces)).toStrictEqual(expected(text.toString("latin1")))
      })
    )
  })

  it("takes memory in proportion to its mails, with very short or very long lines", () => {
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    const piece = Buffer.from("a\n".repeat(32_768))
    const [short] = cut([Buffer.from("From a\n"), ...Array.from({ length: 150 }, () => piece)])
    const [long] = cut([Buffer.from("From a\n"), ...Array.from({ length: 150 }, () => Buffer.alloc(65_536, 97))])
    expect(short?.length).toBe(long?.length)
    expect(process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000)
  })
})
