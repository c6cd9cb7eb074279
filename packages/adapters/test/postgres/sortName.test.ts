import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { withoutMarks } from "@daybook/core/shared"
import { sortName } from "../../src/postgres/entities.js"

describe("names without diacritics", () => {
  it("keep the letters of a trademark sign, which the sort order drops", () => {
    expect(["Björk", "LEGO™", "Ⅳ®"].map((name) => [withoutMarks(name), sortName(name)])).toStrictEqual([
      ["bjork", "bjork"],
      ["legotm", "lego"],
      ["iv®", "iv"]
    ])
  })

  it("differ in nothing else", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "É", "e\u0301", "™", "℠", "®", "©", "ß", "Ⅳ", " ") }),
        (name) => {
          const plain = name.replace(/[™®©℠]/g, "")
          expect(sortName(name)).toBe(withoutMarks(plain))
          expect(sortName(plain)).toBe(withoutMarks(plain))
        }
      )
    )
  })
})
