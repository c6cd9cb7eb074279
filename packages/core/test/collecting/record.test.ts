import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import type { CopyFact } from "../../src/collecting/facts.js"
import { recordView } from "../../src/collecting/views/records.js"

const copy: CopyFact = {
  ...{
    id: 1,
    releaseId: 2,
    title: "Violet Chalk",
    artists: ["Velmora Tide"],
    year: 1981,
    genres: [],
    styles: [],
    picture: null
  },
  ...{ format: "Vinyl", formatDetail: [], labels: [], addedAt: null, rating: 0 }
}
const view = (of: Partial<CopyFact>) => recordView(() => null)({ ...copy, ...of })

describe("a record", () => {
  it("has its labels and its format as arrays, and each as one text", () => {
    const labels = [
      { name: "Kerrim", catno: "KER 254" },
      { name: "Kerrim", catno: "KER 254-1" },
      { name: "Quillon", catno: null }
    ]
    expect(view({ formatDetail: ["LP", "Album", "Reissue"], labels })).toMatchObject({
      format_detail: ["LP", "Album", "Reissue"],
      format_text: "LP, Album, Reissue",
      label: labels,
      label_name: "Kerrim, Quillon"
    })
    expect(view({})).toMatchObject({ format_detail: [], format_text: null, label: [], label_name: null })
  })

  it("has a text exactly if an array is not blank, with each of its words once", () => {
    const words = fc.array(fc.constantFrom("LP", "Album", " LP ", "", " ", '12"'), { maxLength: 6 })
    fc.assert(
      fc.property(words, (formatDetail) => {
        const { format_text } = view({ formatDetail })
        const texts = formatDetail.map((word) => word.trim()).filter((word) => word !== "")
        if (texts.length === 0) return format_text === null
        const parts = format_text?.split(", ") ?? []
        return parts.length === new Set(texts).size && texts.every((word) => parts.includes(word))
      })
    )
  })
})
