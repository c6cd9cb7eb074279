import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { message } from "../../src/postgres/embedded/protocol.js"
import { makeMessageReader, makeReplyReader } from "../../src/postgres/embedded/readers.js"

/** A reply's messages: rows of any length, and those that the reader parses. */
const replyMessage = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((body) => message("D", body)),
  fc.constant(message("D", Buffer.alloc(70_000, 7))),
  fc.constantFrom("SELECT 1", "LISTEN", "SET").map((tag) => message("C", Buffer.from(`${tag}\0`))),
  fc.string({ maxLength: 10 }).map((text) => message("A", Buffer.from(`\0\0\0\u0001channel\0${text}\0`))),
  fc.constantFrom("I", "T", "E").map((status) => message("Z", Buffer.from(status)))
)

/** The same bytes in different chunks. */
const cut = (bytes: Buffer, lengths: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const pieces: Array<Buffer> = []
  let at = 0
  for (let i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? 1
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}

const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 })), {
  minLength: 1,
  maxLength: 5
})

describe("readers of the protocol", () => {
  it("find a client's messages in any chunking", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), lengths, (bodies, lengths) => {
        const messages = bodies.map((body) => message("Q", body))
        const reader = makeMessageReader({ untyped: 10, typed: 100 })
        reader.typed()
        const read = cut(Buffer.concat(messages), lengths).flatMap((piece) => {
          const result = reader.push(piece)
          return "violation" in result ? [Buffer.from(result.violation)] : result
        })
        expect(read.map((one) => one.toString("hex"))).toEqual(messages.map((one) => one.toString("hex")))
      })
    )
  })

  it("refuse a message that is too long before it has arrived", () => {
    const reader = makeMessageReader({ untyped: 10, typed: 100 })
    reader.typed()
    expect(reader.push(message("Q", Buffer.alloc(97)).subarray(0, 5))).toEqual({
      violation: "invalid message length 101"
    })
  })

  it("pass on all of a reply except notifications, in any chunking", () => {
    fc.assert(
      fc.property(fc.array(replyMessage, { maxLength: 15 }), lengths, (messages, lengths) => {
        const forwarded: Array<Buffer> = []
        const reader = makeReplyReader((bytes) => forwarded.push(bytes))
        for (const piece of cut(Buffer.concat(messages), lengths)) reader.push(piece)
        const reply = reader.finish()
        const of = (type: string) => messages.filter((one) => one.toString("latin1", 0, 1) === type)
        const rest = messages.filter((one) => one[0] !== 0x41)
        expect(Buffer.concat(forwarded).equals(Buffer.concat(rest))).toBe(true)
        expect(reply.notifications).toEqual(of("A"))
        expect(reply.tags).toEqual(of("C").map((one) => one.toString("latin1", 5, one.length - 1)))
        expect([reply.ready, reply.status]).toEqual([of("Z").length, of("Z").at(-1)?.toString("latin1", 5)])
      }),
      { numRuns: 100 }
    )
  })
})
