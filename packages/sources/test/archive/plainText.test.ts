import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { plainText } from "../../src/kit/values.js"

describe("HTML as plain text", () => {
  it("keeps paragraphs and lines, and drops markup", () => {
    expect(plainText("<p>A <i>b</i></p>\r\n<p>C<br>D</p>")).toBe("A b\n\nC\nD")
    expect(plainText("<p> &nbsp; </p>")).toBeNull()
  })

  it("decodes named and numeric entities", () => {
    expect(plainText("caf&eacute; &amp; bar &#8211; &#x2019;&hellip;")).toBe("café & bar – ’…")
    expect(plainText("a&#0;&#xD800;b")).not.toContain("\0")
  })

  it("leaves plain text as it is", () => {
    for (const text of ["I <3 it", "five <b and more words", "https://a.example/?a=1&copy=2", "one\ntwo\n\nthree"])
      expect(plainText(text)).toBe(text)
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.,!?]+( [\w.,!?]+)*$/), (text) => {
        expect(plainText(text)).toBe(text)
      })
    )
  })
})
