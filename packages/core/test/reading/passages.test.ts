import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type ArticlePassages, type StoredPassage, passageKeys, passageStates } from "../../src/reading/index.js"

const id = fc.constantFrom("1", "2", "3", "10", "k1:a", "uuid")
const note = fc.option(fc.constantFrom("a", "b"), { nil: null })
const reports: fc.Arbitrary<ReadonlyArray<ArticlePassages>> = fc.array(
  fc.record({
    articleId: fc.constantFrom("1", "2", "3"),
    whole: fc.boolean(),
    passages: fc.array(
      fc.record({
        sourceId: id,
        text: fc.string(),
        note: fc.option(note, { nil: undefined }),
        position: fc.constant(null),
        createdAt: fc.integer({ min: 0, max: 3 })
      }),
      { maxLength: 4 }
    )
  }),
  { maxLength: 3 }
)
const existing: fc.Arbitrary<ReadonlyArray<StoredPassage>> = fc.uniqueArray(
  fc.record({ sourceId: id, articleId: fc.constantFrom("1", "2", "3"), note }),
  { selector: ({ sourceId }) => sourceId }
)

describe("passages", () => {
  it("are stored as last reported, oldest first, and keep a note that is not reported", () => {
    fc.assert(
      fc.property(existing, reports, (storedPassages, articleReports) => {
        const states = passageStates(storedPassages, articleReports)
        const flat = articleReports.flatMap(({ articleId, passages }) => passages.map((one) => ({ ...one, articleId })))
        expect(new Set(states.map(({ sourceId }) => sourceId))).toEqual(new Set(flat.map(({ sourceId }) => sourceId)))
        expect(states).toEqual(
          [...states].sort((one, other) => one.createdAt - other.createdAt || (one.sourceId < other.sourceId ? -1 : 1))
        )
        for (const { note, ...state } of states) {
          const { note: reported, ...last } = flat.findLast(({ sourceId }) => sourceId === state.sourceId)!
          const before = storedPassages.find(({ sourceId }) => sourceId === state.sourceId)
          expect(state).toEqual(last)
          expect(note).toBe(reported === undefined ? (before?.note ?? null) : reported)
        }
      })
    )
  })

  it("are present if stored, and missing only from a complete list of their article", () => {
    fc.assert(
      fc.property(existing, reports, (storedPassages, articleReports) => {
        const { missing, present } = passageKeys(storedPassages, articleReports)
        const reported = new Set(
          articleReports.flatMap(({ passages }) => passages.map(({ sourceId }) => `h:${sourceId}`))
        )
        const knownKeys = new Set(storedPassages.map(({ sourceId }) => `h:${sourceId}`))
        expect(new Set(present)).toEqual(new Set([...reported].filter((key) => knownKeys.has(key))))
        expect(missing.filter((key) => reported.has(key))).toEqual([])
        for (const { articleId, sourceId } of storedPassages) {
          const isListed = articleReports.some((one) => one.whole && one.articleId === articleId)
          expect(missing.includes(`h:${sourceId}`)).toBe(isListed && !reported.has(`h:${sourceId}`))
        }
      })
    )
  })
})
