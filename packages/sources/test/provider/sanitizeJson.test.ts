import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { make, sanitizeJson } from "../../src/kit/provider/Answer.js"

const read = (text: string) => Either.getOrThrow(make(200, {}, text).json)

describe("sanitized JSON", () => {
  it("has no unsafe numbers", () => {
    expect(read("[1e999,-1e999,9007199254740993,9007199254740991,-0.5]")).toStrictEqual([
      null,
      null,
      null,
      9_007_199_254_740_991,
      -0.5
    ])
    expect(read("1e999")).toBeNull()
  })

  it("has no text longer than a million characters", () => {
    const { long, short } = read(`{"long":"${"x".repeat(10_000_000)}","short":"x"}`) as { long: string; short: string }
    expect(long).toBe("x".repeat(1_000_000))
    expect(short).toBe("x")
    expect(sanitizeJson(`${"x".repeat(999_999)}🎵`) as string).not.toMatch(/[\ud800-\udfff]/u)
  })

  it("has limited nesting", () => {
    const deep = 2_000_000
    const value = read(`{"name":"a","audio":${"[".repeat(deep)}${"]".repeat(deep)}}`) as {
      name: string
      audio: unknown
    }
    expect(value.name).toBe("a")
    expect(String(value.audio)).toMatch(/^$/)
    expect(read('[[[{"a":[1]}]]]')).toStrictEqual([[[{ a: [1] }]]])
  })

  it("has no members that hijack conversions", () => {
    const value = read('{"toString":1,"valueOf":{},"__proto__":{"polluted":true},"a":[{"toString":1}]}') as {
      a: ReadonlyArray<object>
      polluted?: true
    }
    expect(String(value)).toBe("[object Object]")
    expect(String(value.a[0])).toBe("[object Object]")
    expect(value.polluted).toBeUndefined()
    expect(Object.keys(value)).toStrictEqual(["a"])
  })
})
