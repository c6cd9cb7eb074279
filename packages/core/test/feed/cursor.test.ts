import { Either, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { readCursor, writeCursor } from "../../src/feed/FeedStore.js"

const positions = fc.record({
  occurredAt: fc.integer({ min: -1e14, max: 1e14 }),
  id: fc.integer({ min: 0, max: 2_147_483_647 })
})

describe("feed cursor", () => {
  it("survives a round trip", () => {
    fc.assert(
      fc.property(positions, (position) => {
        expect(readCursor(writeCursor(position))).toEqual(Either.right(position))
      })
    )
  })

  it("needs no escaping in a query", () => {
    fc.assert(
      fc.property(positions, (position) => {
        expect(writeCursor(position)).toMatch(/^[\w-]+$/)
      })
    )
  })

  it("rejects any other text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Either.isLeft(readCursor(text))).toBe(true)
      })
    )
    for (const text of [
      "",
      Buffer.from("1:0:4294967296").toString("base64url"),
      Buffer.from("2:0:1").toString("base64url"),
      Buffer.from("1:1e3:1").toString("base64url")
    ]) {
      expect(Either.isLeft(readCursor(text)), text).toBe(true)
    }
  })
})
