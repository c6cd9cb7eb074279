import { strToU8, zipSync } from "fflate"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { statusOf } from "@daybook/core/reading"
import { bookmarks as bookmarksFile } from "../../src/bookmarks/source.js"
import { karakeep as karakeepFile } from "../../src/karakeep/source.js"
import { pastRecords } from "../../src/kit/saves/past.js"
import { recordsOf, saveOf } from "../../src/kit/saves/saveFile.js"
import { linkwarden as linkwardenFile } from "../../src/linkwarden/source.js"
import { pocket as pocketFile } from "../../src/pocket/source.js"
import { wallabag as wallabagFile } from "../../src/wallabag/source.js"
import { readFile, today } from "./support.js"
import { fileSample, filesOf } from "../support/importFile.js"

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

const bookmarkPage = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1258826211990949">History</H3>
  <DL><p>
    <DT><A HREF="http://example.org/c.htm" ADD_DATE="1260914469588170">History of C &amp; family <b>bold</b></A>
  </DL><p>
  <DT><H3 ADD_DATE="1238826211990949">Programming</H3>
  <DL><p>
    <DT><A HREF="http://example.org/c.htm" ADD_DATE="1260914469588170" TAGS="a,b">History of C &amp; family bold</A>
    <DT><A HREF="https://app.example.org/#/articles/1" ADD_DATE="1700000001">Article one</A>
    <DT><A HREF="https://app.example.org/#/articles/2" ADD_DATE="1700000002">Article two</A>
    <DT><A HREF="https://groups.example.org/forum/#!topic/sea/a" ADD_DATE="1700000003" TAGS="sea">Topic a</A>
    <DT><A HREF="https://groups.example.org/forum/#!topic/hill/b" ADD_DATE="1700000004" TAGS="hill">Topic b</A>
    <DT><A HREF="https://example.org/page#section-2" ADD_DATE="1700000005">Section 2</A>
    <DT><A HREF="https://example.org/page" ADD_DATE="1700000006">Page</A>
    <DT><A HREF="javascript:void(0)" ADD_DATE="1700000007">js</A>
    <DT><A HREF="https://example.org/nodate">no date</A>
    <DT><A HREF="https://example.org/future" ADD_DATE="4102444800">2100</A>
    <DT><A HREF="https://example.org/neg" ADD_DATE="-5">neg</A>
  </DL><p>
</DL><p>
`

describe("an address whose fragment is the page", () => {
  it.effect("is an article of its own, with its own tags and time", () =>
    Effect.gen(function* () {
      const { articles, lines } = yield* readFile(bookmarksFile, bookmarkPage)
      expect(articles.map(({ savedAt, tags, url }) => [url, savedAt / 1_000, tags.join()])).toStrictEqual([
        ["http://example.org/c.htm", 1_260_914_469, "a,b,History"],
        ["https://app.example.org/#/articles/1", 1_700_000_001, ""],
        ["https://app.example.org/#/articles/2", 1_700_000_002, ""],
        ["https://groups.example.org/forum/#!topic/sea/a", 1_700_000_003, "sea"],
        ["https://groups.example.org/forum/#!topic/hill/b", 1_700_000_004, "hill"],
        ["https://example.org/page", 1_700_000_005, ""]
      ])
      expect(lines.join("\n")).toContain("left out: 1 in the future, 1 no web address, 2 without a time")
    })
  )

  it.effect("is the same in a file of Karakeep", () =>
    Effect.gen(function* () {
      const bookmarks = [1, 2].map((number) => ({
        createdAt: 1_700_000_000 + number,
        title: null,
        tags: [],
        content: { type: "link", url: `https://app.example.org/#/articles/${number}` }
      }))
      const { articles } = yield* readFile(karakeepFile, JSON.stringify({ bookmarks }))
      expect(articles.map(({ url }) => url.slice(-1))).toStrictEqual(["1", "2"])
    })
  )
})

describe("times in the future", () => {
  it("make no record, whatever else it says", () => {
    const time = fc.integer({ min: today - 86_400_000 * 400, max: today + 86_400_000 * 400 })
    fc.assert(
      fc.property(time, time, fc.array(time, { maxLength: 3 }), (savedAt, progressAt, marks) => {
        const passages = marks.map((createdAt, index) => ({
          sourceId: String(index),
          text: "Slow water keeps.",
          note: null,
          position: null,
          createdAt
        }))
        const save = saveOf({ id: "1", url: "https://example.org/", progress: 1, progressAt, savedAt, passages })
        if (save === null || typeof save === "string") throw new Error("no save")
        const past = pastRecords(recordsOf(save), today)
        const latest = today + 86_400_000
        expect(past.length > 0).toBe(Math.floor(savedAt / 1_000) * 1_000 <= latest)
        for (const record of past) {
          if (record._tag === "Article") expect(record.article.progressAt ?? 0).toBeLessThanOrEqual(latest)
          if (record._tag === "Article") expect(record.article.progress).toBe(1)
          if (record._tag === "Highlights")
            expect(record.passages.length).toBe(marks.filter((createdAt) => createdAt <= latest).length)
        }
      })
    )
  })
})

describe("the zip of Pocket", () => {
  const csv = `title,url,time_added,tags,status
On tides,https://example.org/tides,1580344371,sea|slow,archive
On hills,https://example.org/hills,1580344372,,unread
`
  const annotations = [
    {
      url: "https://example.org/tides",
      title: "On tides",
      highlights: [
        { quote: "Slow water keeps.", created_at: 1_697_734_321 },
        { quote: "Slow water keeps.", created_at: 1_697_734_400 },
        { quote: "Early.", created_at: 1_500_000_000 }
      ]
    },
    { url: "https://example.org/gone", title: "Gone", highlights: [{ quote: "Ebb.", created_at: 1_697_734_322 }] },
    { url: "https://example.org/hills", highlights: [{ quote: "", created_at: 1_697_734_323 }, { quote: "No time." }] },
    "broken"
  ]
  const list = strToU8(csv)
  const marks = strToU8(JSON.stringify(annotations))

  it.effect("has highlights, each with its article, in whatever order the files are", () =>
    Effect.gen(function* () {
      for (const files of [
        { "part_000000.csv": list, "annotations/part_000000.json": marks },
        { "pocket/annotations/part_000000.json": marks, "pocket/part_000000.csv": list }
      ]) {
        const { articles, failure, highlights, lines } = yield* readFile(pocketFile, zipSync(files))
        expect(failure).toBeNull()
        expect(
          articles
            .map((one) => [one.url.slice(20), one.title, one.savedAt / 1_000, statusOf(one), one.tags.join()])
            .toSorted()
        ).toStrictEqual([
          ["gone", "Gone", 1_697_734_322, "saved", ""],
          ["hills", "On hills", 1_580_344_372, "unread", ""],
          ["tides", "On tides", 1_580_344_371, "finished", "sea,slow"]
        ])
        const urls = new Map(articles.map(({ sourceId, url }) => [sourceId, url.slice(20)]))
        expect(urls.get(null)).toBe("hills")
        expect(
          highlights
            .flatMap(({ articleId, passages }) =>
              passages.map(({ createdAt, text }) => [urls.get(articleId), text, createdAt / 1_000])
            )
            .toSorted()
        ).toStrictEqual([
          ["gone", "Ebb.", 1_697_734_322],
          ["tides", "Early.", 1_500_000_000],
          ["tides", "Slow water keeps.", 1_697_734_321],
          ["tides", "Slow water keeps.", 1_697_734_400]
        ])
        expect(new Set(highlights.flatMap(({ passages }) => passages.map(({ sourceId }) => sourceId))).size).toBe(4)
        expect(lines.join("\n")).toContain("left out: 1 without a text, 1 without a time")
      }
    })
  )
})

describe("an export of Linkwarden", () => {
  it.effect("has the day of saving at the service that a link came from", () =>
    Effect.gen(function* () {
      const link = { name: "", type: "url", description: "", collectionId: 1, tags: [{ name: "sea" }] }
      const createdAt = "2025-03-10T20:00:00.000Z"
      const links = [
        { ...link, url: "https://r5.example.org/t", createdAt, importDate: "2019-01-02T00:00:00.000Z" },
        { ...link, url: "https://r6.example.org/t", createdAt, importDate: null },
        { ...link, url: "https://r7.example.org/t", createdAt, importDate: "soon" },
        { ...link, url: "https://r8.example.org/t", createdAt: null, importDate: "2019-01-03T00:00:00.000Z" },
        { ...link, url: null, type: "pdf", createdAt }
      ]
      const collections = [
        { id: 1, name: "Sea", parentId: null, links },
        { id: 2, name: "Empty", parentId: 1, links: [] }
      ]
      const { articles } = yield* readFile(linkwardenFile, JSON.stringify({ name: "A", collections }, null, 1))
      expect(articles.map(({ savedAt }) => day(savedAt))).toStrictEqual([
        "2019-01-02",
        "2025-03-10",
        "2025-03-10",
        "2019-01-03"
      ])
    })
  )
})

describe("an export of wallabag 1", () => {
  const entries = [
    { id: "1", title: "On tides", url: "http://example.org/tides", is_read: "1", is_fav: "0", content: "<p>Sea</p>" },
    { id: "2", title: "On hills", url: "http://example.org/hills", is_read: "0", is_fav: "1", content: "x", tags: "" }
  ]

  it.effect("is recognised and refused for its lack of times", () =>
    Effect.gen(function* () {
      const content = JSON.stringify(entries)
      for (const file of [content, zipSync({ "poche-export.json": strToU8(content) })]) {
        const { articles, failure } = yield* readFile(wallabagFile, file)
        expect(articles).toStrictEqual([])
        expect(failure?.message).toBe(
          "download is an export of wallabag 1, which does not say when an article was saved"
        )
      }
      expect(filesOf(wallabagFile).recognise(fileSample(content))).toBe(true)
    })
  )
})
