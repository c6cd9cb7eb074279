import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { arranged, moved, parseArrangement, standard, toggled } from "../src/pages/home/arrangement.js"

const ids = ["listening", "running", "watching", "books", "feed"]
const someIds = fc.array(fc.constantFrom(...ids, "gone"), { maxLength: 8 })
const arrangements = fc.record({ order: someIds, hidden: someIds })

describe("the arrangement of the sections", () => {
  it("has each section once, and keeps the saved order", () => {
    fc.assert(
      fc.property(arrangements, (arrangement) => {
        const order = arranged(ids, arrangement)
        expect([...order].sort()).toEqual([...ids].sort())
        const saved = [...new Set(arrangement.order)].filter((id) => id !== "gone")
        expect(order.filter((id) => saved.includes(id))).toEqual(saved)
      })
    )
  })

  it("puts a new section after its neighbour of the standard order", () => {
    expect(arranged(ids, { order: ["feed", "watching", "running", "listening"], hidden: [] })).toEqual([
      "feed",
      "watching",
      "books",
      "running",
      "listening"
    ])
  })

  it("moves a section by one place and back", () => {
    fc.assert(
      fc.property(arrangements, fc.constantFrom(...ids), (arrangement, id) => {
        const before = arranged(ids, arrangement)
        const up = moved(ids, arrangement, id, -1)
        const place = Math.max(before.indexOf(id) - 1, 0)
        expect(arranged(ids, up).indexOf(id)).toBe(place)
        expect(arranged(ids, before[0] === id ? up : moved(ids, up, id, 1))).toEqual(before)
      })
    )
  })

  it("hides a section and shows it again", () => {
    expect(toggled(standard, "feed").hidden).toEqual(["feed"])
    expect(toggled(toggled(standard, "feed"), "feed")).toEqual(standard)
  })

  it("reads what it saved, and any other text as the standard arrangement", () => {
    fc.assert(
      fc.property(arrangements, (arrangement) => {
        expect(parseArrangement(JSON.stringify(arrangement))).toEqual(arrangement)
      })
    )
    for (const text of [null, "", "null", "[1]", "{", '"order"', '{"order":7,"hidden":{}}'])
      expect(parseArrangement(text)).toEqual(standard)
  })
})
