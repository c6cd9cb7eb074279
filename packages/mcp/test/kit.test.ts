import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { bytesOf, shortened } from "../src/kit/budget.js"
import { textOfAnswer, untrusted } from "../src/kit/text.js"
import { readWhen } from "../src/kit/when.js"
import { badArgument, textOfError } from "../src/ToolError.js"

const today = "2026-11-22"

describe("`when`", () => {
  it.each([
    ["constructor", "last-30-days"],
    ["9999", "last-30-days"],
    ["0000-03", "last-30-days"],
    ["since 9999 or 2024", "2024"],
    ["2025-03-01 to 2025-04-15", "2025-03-01..2025-04-15"],
    ["2025-04/2025-03", "2025-03..2025-04"],
    ["2025-02-30", "2025"],
    ["Q1 2025", "2025"],
    ["Last Week", "last-week"],
    ["", "last-30-days"]
  ])("that cannot be read, such as %j, has a suggestion that can", (text, instead) => {
    expect(readWhen(text, today)).toEqual(Either.left({ instead }))
    expect(Either.isRight(readWhen(instead, today))).toBe(true)
  })
})

describe("The text of an answer", () => {
  it("has names with separators and lines as they are", () => {
    const names = ["A|B", "two\nlines", 'with "quotes"', "Ünïcødé 漢字 🎵", "<untrusted>"]
    const answer = { items: names.map((name, index) => ({ id: index, name })), next_cursor: null, tags: ["x|y", "z"] }
    const text = textOfAnswer("names", answer)
    expect([...names, "x|y"].filter((name) => !text.includes(name))).toEqual([])
    expect(text).toContain('0|"A|B"\n')
  })
})

describe("An answer that is too large", () => {
  it("keeps its lists where one text is long, and the mark at the end of what others wrote", () => {
    const text = untrusted("reading/article/1", "word ".repeat(20_000))
    const short = shortened({ tags: ["a", "b", "c"], text })
    expect(short["tags"]).toEqual(["a", "b", "c"])
    expect(short["text"]).toMatch(/^<untrusted source="reading\/article\/1">word .*…<\/untrusted>$/)
    expect(bytesOf(short)).toBeLessThan(19_000)
    expect(encode(JSON.stringify(short)).length).toBeLessThanOrEqual(8_000)
  })

  it("never ends a text within a character", () => {
    const { text } = shortened({ text: "🎵".repeat(30_000) })
    expect(String(text)).toMatch(/^(🎵)+…$/u)
  })
})

describe("An error", () => {
  it("has two lines, whatever the call contained", () => {
    const lines = textOfError(badArgument(`"${"a\n".repeat(5_000)}" is no id.`, "Call overview.")).split("\n")
    expect([lines.length, lines[0]!.length < 1_100, lines[1]]).toEqual([2, true, "Call overview."])
  })
})
