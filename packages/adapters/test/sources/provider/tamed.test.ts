import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { make } from "../../../src/sources/provider/Answer.js"
import { tamed } from "../../../src/sources/provider/tamed.js"

const read = (text: string) => Either.getOrThrow(make(200, {}, text).json)

describe("what a provider's JSON may be", () => {
  it("has no number that is none, or that loses its last digits", () => {
    assert.deepStrictEqual(read("[1e999,-1e999,9007199254740993,9007199254740991,-0.5]"), [null, null, null, 9_007_199_254_740_991, -0.5])
    assert.strictEqual(read("1e999"), null)
  })

  it("has no text that is longer than any book's chapter", () => {
    const { long, short } = read(`{"long":"${"x".repeat(10_000_000)}","short":"x"}`) as { long: string; short: string }
    assert.strictEqual(long, "x".repeat(1_000_000))
    assert.strictEqual(short, "x")
    assert.notMatch(tamed(`${"x".repeat(999_999)}🎵`) as string, /[\ud800-\udfff]/u)
  })

  it("is not so deep that who walks it comes to no end", () => {
    const deep = 2_000_000
    const value = read(`{"name":"a","audio":${"[".repeat(deep)}${"]".repeat(deep)}}`) as { name: string; audio: unknown }
    assert.strictEqual(value.name, "a")
    assert.match(String(value.audio), /^$/)
    assert.deepStrictEqual(read("[[[{\"a\":[1]}]]]"), [[[{ a: [1] }]]])
  })

  it("does not answer in the stead of what an object is asked", () => {
    const value = read("{\"toString\":1,\"valueOf\":{},\"__proto__\":{\"polluted\":true},\"a\":[{\"toString\":1}]}") as { a: ReadonlyArray<object>; polluted?: true }
    assert.strictEqual(String(value), "[object Object]")
    assert.strictEqual(String(value.a[0]), "[object Object]")
    assert.isUndefined(value.polluted)
    assert.deepStrictEqual(Object.keys(value), ["a"])
  })
})
