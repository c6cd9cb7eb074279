import { expect, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import { describe } from "vitest"
import { make } from "../../src/kit/provider/Answer.js"

const read = (value: unknown, text = JSON.stringify(value)) => Either.getOrThrow(make(200, {}, text).json)

/** Without the few names and numbers that `sanitizeJson` removes. */
const expectedMember = (name: string, value: unknown) =>
  /^(__proto__|toString|valueOf)$/.test(name)
    ? undefined
    : typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? null
      : value

describe("the JSON of a response", () => {
  it("drops characters that cannot be stored", () => {
    expect(read({ a: "one\u0000two", b: "\ud83d!", c: "!\udc00" })).toStrictEqual({
      a: "onetwo",
      b: "\ufffd!",
      c: "!\ufffd"
    })
    expect(read({ "a\u0000": ["\u0000"] })).toStrictEqual({ a: [""] })
  })

  it("is otherwise unchanged, including escaped backslashes and surrogate pairs", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
        const expected = JSON.parse(
          JSON.stringify(value).replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, "$1"),
          expectedMember
        ) as unknown
        expect(read(value)).toStrictEqual(expected)
      })
    )
    expect(read(0, String.raw`"\\u0000 \ud83d\ude00 \\\\ud83d"`)).toBe(String.raw`\u0000 ${"\u{1f600}"} \\ud83d`)
  })
})
