import { it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import assert from "node:assert/strict"
import { describe } from "vitest"
import { make } from "../../../src/sources/provider/Answer.js"

const read = (value: unknown, text = JSON.stringify(value)) => Either.getOrThrow(make(200, {}, text).json)

/** Without the few names and numbers that `tamed` takes out. */
const kept = (name: string, value: unknown) =>
  /^(__proto__|toString|valueOf)$/.test(name) ? undefined : typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? null : value

describe("an answer's JSON", () => {
  it("is without what cannot be stored", () => {
    assert.deepEqual(read({ a: "one\u0000two", b: "\ud83d!", c: "!\udc00" }), { a: "onetwo", b: "\ufffd!", c: "!\ufffd" })
    assert.deepEqual(read({ "a\u0000": ["\u0000"] }), { a: [""] })
  })

  it("is as it was else, escaped backslashes and pairs too", () => {
    fc.assert(fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
      const expected = JSON.parse(JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, "$1"), kept) as unknown
      assert.deepEqual(read(value), expected)
    }))
    assert.equal(read(0, String.raw`"\\u0000 \ud83d\ude00 \\\\ud83d"`), String.raw`\u0000 ${"\u{1f600}"} \\ud83d`)
  })
})
