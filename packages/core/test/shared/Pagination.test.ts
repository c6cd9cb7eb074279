import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { listOf, offsetOf, paginationOf } from "../../src/shared/fields.js"

/** Splits a list into pages row by row. */
const pagesOf = <A>(rows: ReadonlyArray<A>, limit: number): ReadonlyArray<ReadonlyArray<A>> => {
  const pages: Array<Array<A>> = []
  rows.forEach((row) => {
    const last = pages.at(-1)
    if (last === undefined || last.length === limit) pages.push([row])
    else last.push(row)
  })
  return pages
}

describe("pagination", () => {
  it("computes offsets and the number of pages", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 60 }), (total, limit) => {
        const rows = Array.from({ length: total }, (_, index) => index)
        const pages = pagesOf(rows, limit)
        expect(paginationOf({ page: 1, limit }, total)).toEqual({ page: 1, limit, total, total_pages: pages.length })
        pages.forEach((page, index) => expect(offsetOf({ page: index + 1, limit })).toBe(page[0]))
      })
    )
  })

  it("has no pages without rows", () => {
    expect(paginationOf({ page: 3, limit: 20 }, 0)).toEqual({ page: 3, limit: 20, total: 0, total_pages: 0 })
  })

  it("encodes the list envelope of api.md", () => {
    const encoded = Schema.encodeUnknownEither(listOf(Schema.Struct({ id: Schema.Number })))({
      data: [{ id: 1 }],
      pagination: paginationOf({ page: 1, limit: 1 }, 3)
    })
    expect(encoded).toEqual(
      Either.right({ data: [{ id: 1 }], pagination: { page: 1, limit: 1, total: 3, total_pages: 3 } })
    )
  })
})
