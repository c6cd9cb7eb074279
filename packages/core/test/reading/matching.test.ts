import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import {
  type SavedArticle,
  type StoredArticle,
  articleChanges,
  isMoved,
  isNews,
  isRenamed,
  isSameArticle,
  matchArticles,
  mergeArticle,
  retractedEntries
} from "../../src/reading/index.js"
import { fromZoneName } from "../../src/shared/index.js"

const calendar = Either.getOrThrow(fromZoneName("UTC"))

const article = (values: Partial<SavedArticle>): SavedArticle => ({
  sourceId: null,
  url: "https://example.com/tides",
  title: "Tides",
  description: null,
  folder: null,
  archived: false,
  starred: false,
  progress: 0,
  progressAt: null,
  savedAt: 1000,
  tags: [],
  ...values
})

const storedArticle = (id: number, values: Partial<SavedArticle> = {}): StoredArticle => ({
  ...mergeArticle(article(values), undefined, calendar),
  id
})

const led = (article: StoredArticle) => ({ ...article, source: "instapaper" })

const matchedIds = (existing: ReadonlyArray<StoredArticle>, articles: ReadonlyArray<SavedArticle>) =>
  matchArticles(existing, articles).map((match) => match.stored?.id)

describe("saved articles", () => {
  it("match by the source's id, whatever the address", () => {
    const existing = [storedArticle(1, { sourceId: "7", url: "https://example.com/old" }), storedArticle(2)]
    expect(matchedIds(existing, [article({ sourceId: "7" })])).toEqual([1])
  })

  it("take over one article of a file each", () => {
    expect(matchedIds([storedArticle(1)], [article({ sourceId: "7" }), article({ sourceId: "8" })])).toEqual([
      1,
      undefined
    ])
  })

  it("get the key of their page when they are reported again, if they are stored without its fragment", () => {
    const url = "https://app.example.org/#/articles/1"
    const before = { ...storedArticle(1, { url }), address: "app.example.org/" }
    const { added, changed } = articleChanges([before], [article({ url }), article({ url: `${url}2` })], calendar)
    expect(changed.map(({ after }) => after.address)).toEqual(["app.example.org#/articles/1"])
    expect(added.map(({ address }) => address)).toEqual(["app.example.org#/articles/12"])
  })

  it("of a file match the article saved at the same time, else the newest", () => {
    const existing = [
      storedArticle(1, { savedAt: 1000 }),
      storedArticle(2, { savedAt: 3000 }),
      storedArticle(3, { savedAt: 2000 })
    ]
    expect(matchedIds(existing, [article({ savedAt: 1000 })])).toEqual([1])
    expect(matchedIds(existing, [article({ savedAt: 1500 })])).toEqual([2])
  })

  it("of a file change only articles that no source listed", () => {
    const [listed] = matchArticles([storedArticle(1, { sourceId: "7" })], [article({ title: "Other" })])
    const [filed] = matchArticles([storedArticle(1)], [article({ title: "Other" })])
    const [older] = matchArticles([storedArticle(1)], [article({ savedAt: 1 })])
    expect([listed, filed, older].map((match) => isNews(match!))).toEqual([false, true, false])
  })

  it("keep the first start and finish while the state holds", () => {
    const first = storedArticle(1, { sourceId: "7", progress: 0.9, progressAt: 5000 })
    const again = mergeArticle(article({ sourceId: "7", progress: 1, progressAt: 9000 }), first, calendar)
    expect([again.startedAt, again.finishedAt]).toEqual([5000, 5000])
    const unread = mergeArticle(article({ sourceId: "7" }), first, calendar)
    expect([unread.startedAt, unread.finishedAt, unread.finishedOn]).toEqual([null, null, null])
  })

  it("keep the folder that a source does not report", () => {
    const before = storedArticle(1, { sourceId: "7", folder: "Sea", archived: true })
    expect(mergeArticle(article({ sourceId: "7", isPlaceGuessed: true }), before, calendar)).toMatchObject({
      folder: "Sea",
      archived: true
    })
  })

  it("are the same only with the same tags in the same order", () => {
    const before = storedArticle(1, { tags: ["a", "b"] })
    expect(isSameArticle(before, storedArticle(1, { tags: ["a", "b"] }))).toBe(true)
    expect(isSameArticle(before, storedArticle(1, { tags: ["b", "a"] }))).toBe(false)
    expect(isSameArticle(before, storedArticle(1, { tags: ["a", "b"], starred: true }))).toBe(false)
  })

  it("retract feed entries of a former key and of a finish that no longer holds", () => {
    const before = storedArticle(1, { progress: 1, progressAt: 5000 })
    expect(retractedEntries(led(before), led(before))).toEqual([])
    expect(retractedEntries(led(before), led(storedArticle(1))).map((key) => key.eventType)).toEqual([
      "article_finished"
    ])
    const listed = storedArticle(1, { sourceId: "7", progress: 1, progressAt: 5000 })
    expect(retractedEntries(led(before), led(listed)).map((key) => key.eventType)).toEqual([
      "article_saved",
      "article_finished"
    ])
  })

  const url = fc.constantFrom("https://example.com/a", "http://www.example.com/a/", "https://example.com/b")
  const reportedArticle = fc
    .record({
      sourceId: fc.constantFrom("1", "2", "3", "4"),
      url,
      title: fc.constantFrom("", "Tides", "Ebb"),
      starred: fc.boolean(),
      progress: fc.constantFrom(0, 0.4, 1),
      savedAt: fc.integer({ min: 1, max: 4 }).map((second) => second * 1000)
    })
    .map(article)
  /** A page of the source's API, or of an export file. */
  const page = fc
    .tuple(fc.array(reportedArticle, { maxLength: 6 }), fc.boolean())
    .map(([all, isFile]) => (isFile ? all.map((one) => ({ ...one, sourceId: null })) : all))

  /** What is stored after pages: new articles get the next id. */
  const storedAfter = (pages: ReadonlyArray<ReadonlyArray<SavedArticle>>) =>
    pages.reduce<ReadonlyArray<StoredArticle>>((existing, articles) => {
      const { added, changed } = articleChanges(existing, articles, calendar)
      const afterById = new Map(changed.map(({ after, before }) => [before.id, after]))
      return [
        ...existing.map(({ id, ...before }) => ({ ...(afterById.get(id) ?? before), id })),
        ...added.map((one, index) => ({ ...one, id: existing.length + index + 1 }))
      ]
    }, [])

  it("are added oldest first, and change nothing when they are reported again", () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 3 }), page, (pages, last) => {
        const existing = storedAfter(pages)
        const { added, changed, present } = articleChanges(existing, last, calendar)
        expect(added.map(({ savedAt }) => savedAt)).toEqual(added.map(({ savedAt }) => savedAt).sort((a, b) => a - b))
        const storedIds = new Set(existing.map(({ sourceId }) => sourceId))
        expect(present.every((sourceId) => storedIds.has(sourceId))).toBe(true)
        expect(changed.some(({ after, before }) => isSameArticle(before, after))).toBe(false)
        const again = articleChanges(storedAfter([...pages, last]), last, calendar)
        expect([again.added, again.changed.filter(isMoved)]).toEqual([[], []])
      })
    )
  })

  it("have one row for each of the source's ids, with the reported values", () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 4 }), (pages) => {
        const ids = storedAfter(pages).flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
        expect(ids).toHaveLength(new Set(ids).size)
        const listed = pages.flat().filter(({ sourceId }) => sourceId !== null)
        expect(new Set(ids)).toEqual(new Set(listed.map(({ sourceId }) => sourceId)))
        for (const { sourceId, starred, title, url } of storedAfter(pages))
          if (sourceId !== null)
            expect(listed.findLast((one) => one.sourceId === sourceId)).toMatchObject({ starred, title, url })
      })
    )
  })

  it("are renamed if their title or address changes, and moved if their address does", () => {
    fc.assert(
      fc.property(reportedArticle, reportedArticle, (one, other) => {
        const before = storedArticle(1, one)
        const change = { before, after: mergeArticle(other, before, calendar) }
        expect(isMoved(change)).toBe(one.url !== other.url)
        expect(isRenamed(change)).toBe(one.url !== other.url || one.title !== other.title)
      })
    )
  })
})
