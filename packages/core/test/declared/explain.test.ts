import { expect, it } from "@effect/vitest"
import type { Correction } from "../../src/corrections/index.js"
import { domain, explainRecord, record, recordNamed, text } from "../../src/declared/index.js"

const book = record({
  key: ["work"],
  fields: { work: text(), format: text({ nullable: true }), note: text({ nullable: true }) }
})
const shelf = recordNamed(domain({ name: "shelf", title: "Shelf", records: { book } }), "book")!

const base = { domain: "shelf", type: "book", reason: null, createdAt: 0 } as const
const corrections: ReadonlyArray<Correction> = [
  { ...base, id: 1, kind: "same", subject: { work: "b" }, object: { work: "a" }, value: null },
  { ...base, id: 2, kind: "set", subject: { work: "b" }, object: null, value: "format=paperback" },
  { ...base, id: 3, kind: "hide", subject: { work: "c" }, object: null, value: null }
]

it("a record is explained with what is one with it, the corrections of both, and what sources say instead", () => {
  const explained = explainRecord(shelf, {
    reports: { kindle: { work: "a", format: "ebook", note: null } },
    joined: { storygraph: { work: "b", format: null, note: "lent" } },
    corrections
  })
  expect(explained).toMatchObject({
    merges: [{ with: "b", rule: "declared.merge.correction", undo: "DELETE /v1/admin/corrections/1" }],
    fields: {
      format: { value: "paperback", from: "person", others: [{ source: "kindle", value: "ebook" }] },
      note: { value: "lent", from: "storygraph" }
    }
  })
  expect(explained?.corrections?.map(({ id }) => id)).toEqual([1, 2])
})
