import { FastCheck as fc } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import { bodyReader } from "../src/front/body.js"
import type { BodyLimits, ReadBody } from "../src/front/bodyShape.js"
import { shapeCheck } from "../src/front/bodyShape.js"

/** Nesting and values of JSON, counted from its value. */
const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const passes = (text: string, maxParts: number, at: number) => {
  const check = shapeCheck("json", maxParts)
  const bytes = Buffer.from(text)
  return check(bytes.subarray(0, at)) && check(bytes.subarray(at))
}

describe("the shape of JSON", () => {
  it("passes every value of few levels, however it is cut", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(200), (value, at) => {
        expect(passes(JSON.stringify(value), 100_000, at)).toBe(depthOf(value) <= 64)
      })
    )
  })

  it("ends at 64 levels, at the number of parts, and ignores what is in texts", () => {
    expect(passes(`${"[".repeat(64)}${"]".repeat(64)}`, 100, 3)).toBe(true)
    expect(passes("[".repeat(65), 100, 3)).toBe(false)
    expect(passes(`{"a":${'{"a":'.repeat(64)}`, 100, 9)).toBe(false)
    expect(passes(`[${"1,".repeat(98)}1]`, 100, 9)).toBe(true)
    expect(passes(`[${"1,".repeat(100)}1]`, 100, 9)).toBe(false)
    expect(passes(JSON.stringify("[{,".repeat(1_000)), 10, 500)).toBe(true)
    expect(passes(JSON.stringify('\\"[['.repeat(1_000)), 10, 501)).toBe(true)
  })
})

describe("the shape of a form", () => {
  it("counts pairs and runs of escapes", () => {
    const parts = (text: string) =>
      Array.from({ length: 50 }, (_, maxParts) => maxParts).find((maxParts) =>
        shapeCheck("form", maxParts)(Buffer.from(text))
      )
    expect(parts("a=1&b=2&c=3")).toBe(2)
    expect(parts("a=%c3%bc%c3%bc")).toBe(1)
    expect(parts("a=%c3%bcx%c3%bcy%20")).toBe(3)
  })
})

const limits: BodyLimits = { bytes: 2_097_152, parts: 10, syntax: "bytes" }

/** A request whose body has not ended. */
const open = (headers: Record<string, string> = {}) => {
  const body = new Readable({ read: () => {} })
  const request = Object.assign(body, { headers, httpVersionMajor: 1, httpVersionMinor: 1 })
  return { body, request: request as unknown as IncomingMessage }
}

const later = () => new Promise((resolve) => setImmediate(resolve))

describe("a body", () => {
  it("of a stranger is refused while others of the address hold too much, and no other address", async () => {
    const read = bodyReader()
    const answers: Array<ReadBody> = []
    const start = (stranger: string | undefined) => {
      const { body, request } = open()
      read(request, {} as ServerResponse, limits, stranger, (answer) => answers.push(answer))
      body.push(Buffer.alloc(1_000_000))
      return body
    }
    const unfinished = ["a", "a", "b", undefined, undefined, undefined].map(start)
    await later()
    expect(answers).toEqual([])
    start("a")
    await later()
    expect(answers).toEqual([{ error: "Too Many Requests", status: 429 }])
    // One that ends and one whose client leaves give their memory back.
    unfinished[0]!.push(null)
    unfinished[1]!.destroy()
    await later()
    start("a")
    start("a")
    await later()
    expect(answers.map((answer) => (Buffer.isBuffer(answer) ? answer.length : answer.status))).toEqual([429, 1_000_000])
  })

  it("is refused before a byte of it, if it announces too much", () => {
    const { request } = open({ "content-length": "2097153" })
    const answers: Array<ReadBody> = []
    bodyReader()(request, {} as ServerResponse, limits, "a", (answer) => answers.push(answer))
    expect(answers).toEqual([{ error: "Payload too large", status: 413 }])
  })
})
