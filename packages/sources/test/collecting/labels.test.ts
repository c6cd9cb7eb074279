import { describe, expect, it } from "@effect/vitest"
import { readCopy } from "../../src/discogs/exportFile.js"
import { labelsOf } from "../../src/discogs/labelText.js"

describe("labelsOf", () => {
  it.each<[text: string, labels: ReadonlyArray<string>]>([
    ["Quill (4), Warner Bros. Records, Inc.", ["Quill", "Warner Bros. Records, Inc."]],
    ["Warner Bros. Records, Inc., Quill (4)", ["Warner Bros. Records, Inc.", "Quill"]],
    ["Nippon Columbia, Co., Ltd.", ["Nippon Columbia, Co., Ltd."]],
    ["Harvest, Ltd (2), Quillon", ["Harvest, Ltd", "Quillon"]],
    ["Quill Music, LLC, Harbour, L.L.C.", ["Quill Music, LLC", "Harbour, L.L.C."]],
    ["Discos Mar, S.A. de C.V., Mar, S.L.", ["Discos Mar, S.A. de C.V.", "Mar, S.L."]],
    [
      "Hafen, GmbH & Co. KG, Ultra, Pty. Ltd., Onda, S.p.A.",
      ["Hafen, GmbH & Co. KG", "Ultra, Pty. Ltd.", "Onda, S.p.A."]
    ],
    ["Sun, The, Moon", ["Sun, The", "Moon"]],
    [
      "Harvest, Co-op Records, The Orchard, Limited Editions",
      ["Harvest", "Co-op Records", "The Orchard", "Limited Editions"]
    ],
    ["Inc. Records, Quill", ["Inc. Records", "Quill"]],
    ["Ltd.", ["Ltd."]],
    ["", [""]]
  ])("keeps the legal form of a company with its name: %s", (text, labels) => {
    expect(labelsOf(text)).toStrictEqual(labels)
  })
})

describe("a row of the collection", () => {
  it("gives each label its catalogue number", () => {
    const row = new Map([
      ["catalog#", "BOX-1, 0602"],
      ["title", "Complete Box"],
      ["label", "Quill (4), Warner Bros. Records, Inc."],
      ["release_id", "9001001"],
      ["date added", "2016-02-29 10:15:00"]
    ])
    expect(readCopy((column) => row.get(column) ?? "")).toMatchObject({
      release: {
        labels: [
          { name: "Quill", catno: "BOX-1" },
          { name: "Warner Bros. Records, Inc.", catno: "0602" }
        ]
      }
    })
  })
})
