import type { ReadingRecord, SavedArticle } from "@daybook/core/reading"
import {
  bookmarkFile,
  karakeepExport,
  linkwardenExport,
  omnivoreZip,
  pinboardExport,
  pocketCsv,
  pocketPage,
  pocketZip,
  raindropCsv,
  readerCsv,
  type SavedLink,
  wallabagExport
} from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { statusOf } from "@daybook/core/reading"
import { bookmarks as bookmarksFile } from "../../src/bookmarks/source.js"
import { withoutDuplicates } from "../../src/kit/saves/duplicates.js"
import { karakeep as karakeepFile } from "../../src/karakeep/source.js"
import { linkwarden as linkwardenFile } from "../../src/linkwarden/source.js"
import { omnivore as omnivoreFile } from "../../src/omnivore/source.js"
import { pinboard as pinboardFile } from "../../src/pinboard/source.js"
import { pocket as pocketFile } from "../../src/pocket/source.js"
import { raindrop as raindropFile } from "../../src/raindrop/source.js"
import { reader as readerFile } from "../../src/reader/source.js"
import { wallabag as wallabagFile } from "../../src/wallabag/source.js"
import { forEvery } from "../../../adapters/test/support/property.js"
import { readFile } from "./support.js"

const at = Date.parse("2025-03-10T20:00:00Z") / 1_000

const link = (more: Partial<SavedLink> = {}): SavedLink => ({
  id: "41",
  url: "https://example.org/tides",
  title: "On tides",
  at,
  tags: ["sea", "slow"],
  archived: false,
  starred: false,
  progress: 0,
  ...more
})

const links = [
  link({ archived: true, starred: true, progress: 0.93 }),
  link({ id: "42", url: "https://example.org/ebb?a=1&b=2", title: 'Ebb, "and" <flow>', at: at + 60, tags: [] })
]

const formats = [
  ...[pocketFile, omnivoreFile, karakeepFile, wallabagFile],
  ...[raindropFile, pinboardFile, bookmarksFile, readerFile, linkwardenFile]
]

/** What a source reads of a file, and the lines that it logs. */
const read = (source: string, content: string | Uint8Array) =>
  readFile(
    formats.find(({ id }) => id === source)!,
    content
  )

const summary = (article: SavedArticle) => [
  article.sourceId,
  article.url,
  article.title,
  article.savedAt / 1_000,
  statusOf(article),
  article.tags.join()
]

const [tides, ebb] = ["https://example.org/tides", "https://example.org/ebb?a=1&b=2"]
const title = 'Ebb, "and" <flow>'

describe("files of saved articles", () => {
  for (const [source, contents, expected] of [
    [
      "pocket",
      [pocketCsv(links), `\ufeff${pocketCsv(links)}`, pocketZip([[links[0]!], [links[1]!]])],
      [
        [null, tides, "On tides", at, "finished", "sea,slow"],
        [null, ebb, title, at + 60, "unread", ""]
      ]
    ],
    [
      "pocket",
      [pocketPage(links), zipSync({ "old/ril_export.html": strToU8(pocketPage(links)) })],
      [
        [null, ebb, title, at + 60, "unread", ""],
        [null, tides, "On tides", at, "finished", "sea,slow"]
      ]
    ],
    [
      "omnivore",
      [omnivoreZip(links), zipSync({ "export.json": strToU8("[]"), "metadata_0_to_20.json": omnivoreJson() })],
      [
        ["41", tides, "On tides", at, "finished", "sea,slow"],
        ["42", ebb, title, at + 60, "unread", ""]
      ]
    ],
    [
      "karakeep",
      [karakeepExport(links), zipSync({ "export.json": strToU8(karakeepExport(links)) })],
      [
        [null, tides, "On tides", at, "archived", "sea,slow"],
        [null, ebb, title, at + 60, "unread", ""]
      ]
    ],
    [
      "wallabag",
      [wallabagExport(links), zipSync({ "All articles.json": strToU8(wallabagExport(links)) })],
      [
        ["41", tides, "On tides", at, "finished", "sea,slow"],
        ["42", ebb, title, at + 60, "unread", ""]
      ]
    ],
    [
      "raindrop",
      [raindropCsv(links), raindropCsv(links).replaceAll("\n", "\r\n")],
      [
        [null, tides, "On tides", at, "saved", "sea,slow"],
        [null, ebb, title, at + 60, "saved", ""]
      ]
    ],
    [
      "pinboard",
      [pinboardExport(links)],
      [
        [null, tides, "On tides", at, "saved", "sea,slow"],
        [null, ebb, title, at + 60, "unread", ""]
      ]
    ],
    [
      "bookmarks",
      [bookmarkFile(links), bookmarkFile(links).replaceAll("</DL><p>", "</DL>")],
      [
        [null, tides, "On tides", at, "archived", "sea,slow"],
        [null, ebb, title, at + 60, "unread", ""]
      ]
    ],
    [
      "linkwarden",
      [linkwardenExport(links), JSON.stringify(JSON.parse(linkwardenExport(links)), null, 2)],
      [
        [null, tides, "On tides", at, "saved", "sea,slow"],
        [null, ebb, title, at + 60, "saved", ""]
      ]
    ],
    [
      "reader",
      [readerCsv(links)],
      [
        [null, tides, "On tides", at, "finished", "sea,slow"],
        [null, ebb, title, at + 60, "unread", ""]
      ]
    ]
  ] as const)
    it.effect(`of ${source} are read`, () =>
      Effect.gen(function* () {
        for (const content of contents) {
          const { articles, failure } = yield* read(source, content)
          expect(failure).toBeNull()
          expect(articles.map(summary)).toStrictEqual(expected)
        }
      })
    )

  it.effect("leave out what is no article, and count it", () =>
    Effect.gen(function* () {
      const rows = [
        link(),
        link({ url: "file:///home/me", id: "2" }),
        link({ at: 0, id: "3" }),
        link({ url: "https://example.org/late", id: "4", title: "Two\nlines" })
      ]
      const { articles, lines } = yield* read("pocket", `${pocketCsv(rows)}"broken`)
      expect(articles.map(({ title }) => title)).toStrictEqual(["On tides", "Two lines"])
      expect(lines.join("\n")).toContain("left out: 1 no web address, 1 without a time")
      const { articles: saved, lines: other } = yield* read("reader", readerCsv(rows).replace("new,true", "feed,true"))
      expect(saved).toHaveLength(1)
      expect(other.join("\n")).toContain("1 not saved")
    })
  )

  it.effect("keep whole rows of a file that is cut short", () =>
    Effect.gen(function* () {
      for (const [source, content] of [
        ["karakeep", karakeepExport(links).slice(0, -20)],
        ["bookmarks", bookmarkFile(links).slice(0, -10)],
        ["linkwarden", linkwardenExport(links).slice(0, -60)],
        ["pocket", pocketPage(links).slice(0, -25)]
      ] as const) {
        const { articles, failure } = yield* read(source, content)
        expect(articles.length).toBeGreaterThan(0)
        expect(failure?.message).toContain("is cut short")
      }
    })
  )

  it.effect("of another service are refused by name of what is expected", () =>
    Effect.gen(function* () {
      for (const source of [
        "pocket",
        "omnivore",
        "karakeep",
        "wallabag",
        "raindrop",
        "pinboard",
        "bookmarks",
        "reader",
        "linkwarden"
      ]) {
        const { failure } = yield* read(source, "a,b\n1,2\n")
        expect(failure?.state).toBe("bad_file")
      }
    })
  )
})

/** Files without ids, and whether they have a star and an archive. */
const withoutIds = [
  ["pocket", pocketCsv, { hasStar: false, hasArchive: true }],
  ["karakeep", karakeepExport, { hasStar: false, hasArchive: true }],
  ["raindrop", raindropCsv, { hasStar: true, hasArchive: false }],
  ["pinboard", pinboardExport, { hasStar: false, hasArchive: false }],
  ["bookmarks", bookmarkFile, { hasStar: false, hasArchive: true }],
  ["reader", readerCsv, { hasStar: false, hasArchive: true }]
] as const

/** Saves of one page, each with an address of its own spelling. */
const savesOfPage = fc.array(
  fc
    .record({
      url: fc.constantFrom("https://example.org/tides", "http://www.example.org/tides/", `${tides}?utm_source=x`),
      title: fc.constantFrom("On tides", "Tides"),
      at: fc.integer({ min: at, max: at + 3 }),
      tags: fc.uniqueArray(fc.constantFrom("sea", "slow", "ebb"), { maxLength: 2 }),
      archived: fc.boolean(),
      starred: fc.boolean()
    })
    .map((more) => link(more)),
  { minLength: 1, maxLength: 4 }
)

describe("an address that a file without ids has several times", () => {
  for (const [source, write, { hasArchive, hasStar }] of withoutIds)
    it.effect(`is one article of ${source}, whatever the order of the rows`, () =>
      forEvery(
        savesOfPage,
        (rows) =>
          Effect.gen(function* () {
            const other = link({ url: "https://example.org/other", tags: ["far"], at: at + 9 })
            const { articles } = yield* read(source, write([...rows, other]))
            const [one, ...more] = articles.filter(({ url }) => !url.endsWith("other"))
            expect(more).toStrictEqual([])
            expect(articles).toHaveLength(2)
            expect(one!.savedAt).toBe(Math.min(...rows.map((row) => row.at)) * 1_000)
            expect([...one!.tags].sort()).toStrictEqual([...new Set(rows.flatMap(({ tags }) => tags))].sort())
            expect(one!.archived).toBe(hasArchive && rows.some(({ archived }) => archived))
            expect(one!.starred).toBe(hasStar && rows.some(({ starred }) => starred))
            const latest = Math.max(...rows.map((row) => row.at))
            expect(rows.flatMap((row) => (row.at === latest ? row.title : []))).toContain(one!.title)
            const backwards = yield* read(source, write([other, ...rows.toReversed()]))
            expect(backwards.articles.find(({ url }) => !url.endsWith("other"))).toStrictEqual(one)
          }),
        { numRuns: 30 }
      )
    )

  it.effect("has every folder, the longest description and the furthest progress", () =>
    Effect.gen(function* () {
      const page = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<H1>Bookmarks</H1><DL><p>
<DT><H3>Sea</H3><DL><p><DT><A HREF="${tides}" ADD_DATE="${at + 60}" TAGS="slow">Tides</A>
<DD>About the sea and the shore
</DL><p>
<DT><H3>Read</H3><DL><p><DT><A HREF="${tides}/" ADD_DATE="${at}" TAGS="sea,slow" TOREAD="1">On tides</A>
<DD>About the sea
</DL><p>
<DT><A HREF="${tides}#late" ADD_DATE="${at + 90}"></A>
</DL><p>`
      const { articles } = yield* read("bookmarks", page)
      expect(articles).toMatchObject([
        { folder: "Sea", tags: ["sea", "slow", "Read"], title: "Tides", description: "About the sea and the shore" }
      ])
      expect([articles[0]!.savedAt, statusOf(articles[0]!)]).toStrictEqual([at * 1_000, "unread"])
      const rows = [link({ progress: 0.4 }), link({ at: at + 60, progress: 0 })]
      expect((yield* read("reader", readerCsv(rows))).articles).toMatchObject([{ progress: 0.4, savedAt: at * 1_000 }])
    })
  )

  it.effect("is one article across the files of an archive", () =>
    Effect.gen(function* () {
      const parts = [[link({ at: at + 60 })], [link({ archived: true, tags: ["ebb"] })]]
      const { articles } = yield* read("pocket", pocketZip(parts))
      expect(articles.map(summary)).toStrictEqual([[null, tides, "On tides", at, "finished", "ebb,sea,slow"]])
    })
  )

  it.effect("is stored with the others where the file breaks off, and held for a limited number of rows", () =>
    Effect.gen(function* () {
      const { articles } = yield* read("pocket", pocketCsv([link(), link({ at: at + 1 }), link({ url: ebb })]))
      const record = (article: SavedArticle): ReadingRecord => ({ _tag: "Article", article })
      const all = [articles[0]!, articles[1]!, articles[0]!].map(record)
      const seen: Array<ReadingRecord> = []
      const broken = Stream.concat(Stream.fromIterable(all), Stream.fail("damaged"))
      const end = yield* Effect.flip(
        Stream.runForEach(withoutDuplicates(broken), (one) => Effect.sync(() => seen.push(one)))
      )
      expect([end, seen.length]).toStrictEqual(["damaged", 2])
      const groups = yield* Stream.runCount(withoutDuplicates(Stream.fromIterable(all), 2))
      expect(groups).toBe(3)
    })
  )
})

describe("wallabag", () => {
  it.effect("knows when an article was read, and its highlights", () =>
    Effect.gen(function* () {
      const annotation = {
        id: 5,
        text: "yes",
        quote: "Slow water keeps.",
        ranges: [{ start: "/p[1]", startOffset: "3", end: "/p[1]", endOffset: "20" }],
        created_at: "2025-03-10T21:00:00+0100"
      }
      const { articles, highlights } = yield* read(
        "wallabag",
        wallabagExport(links, [
          annotation,
          { ...annotation, id: 6, quote: "" },
          { ...annotation, id: 7, created_at: null }
        ])
      )
      expect(articles[0]).toMatchObject({ progress: 1, progressAt: (at + 3_600) * 1_000, starred: true })
      expect(highlights).toStrictEqual([
        {
          _tag: "Highlights",
          articleId: "41",
          whole: true,
          // Without a time it stands at that of saving.
          passages: ["5", "7"].map((sourceId) => ({
            sourceId,
            text: "Slow water keeps.",
            note: "yes",
            position: 3,
            createdAt: at * 1_000
          }))
        }
      ])
    })
  )

  it.effect("has entries without ids, and archives without a time", () =>
    Effect.gen(function* () {
      const entries = JSON.parse(wallabagExport(links)) as ReadonlyArray<object>
      const old = entries.map((entry) => ({ ...entry, id: undefined, archived_at: undefined, is_archived: true }))
      const { articles } = yield* read("wallabag", JSON.stringify(old))
      expect(articles.map((one) => [one.sourceId, statusOf(one), one.progressAt])).toStrictEqual([
        [null, "finished", null],
        [null, "finished", null]
      ])
    })
  )
})

describe("exports of Linkwarden", () => {
  it.effect("have collections, and may be larger than other objects in JSON", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 4_000 }, (_, index) =>
        link({ id: String(index), url: `https://example.org/${index}`, title: "On tides".padEnd(400, "x") })
      )
      const { articles, failure } = yield* read("linkwarden", linkwardenExport(many))
      expect(failure).toBeNull()
      expect(articles).toHaveLength(4_000)
      expect(new Set(articles.map(({ folder }) => folder))).toEqual(new Set(["Sea", "Unorganized"]))
    })
  )

  it.effect("count files without an address, and links without a time", () =>
    Effect.gen(function* () {
      const parsed = JSON.parse(linkwardenExport([link()])) as { readonly collections: ReadonlyArray<object> }
      const good = {
        name: "On foam",
        url: "https://example.org/foam",
        createdAt: "2025-03-10T20:00:00.000Z",
        tags: null
      }
      const collections = [
        { name: null, parentId: null, links: [good, { ...good, url: null }, { ...good, createdAt: "soon" }, null] },
        { name: "No links", parentId: 1, links: null },
        ...parsed.collections
      ]
      const { articles, lines } = yield* read("linkwarden", JSON.stringify({ ...parsed, collections }))
      expect(articles.map(({ folder }) => folder)).toEqual([null, "Sea"])
      expect(lines.join("\n")).toContain("left out: 1 no web address, 1 without a time, 1 broken")
    })
  )
})

describe("bookmark files", () => {
  it.effect("have folders and descriptions", () =>
    Effect.gen(function* () {
      const page = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<H1>Bookmarks</H1><DL><p>
<DT><A HREF="https://example.org/top" ADD_DATE="${at}">Top</A>
<DT><H3>Sea</H3><DL><p><DT><A HREF="https://example.org/in" ADD_DATE="${at}" ICON="data:,x">In</A>
<DD>About &amp; around
<DT><A HREF="javascript:void(0)" ADD_DATE="${at}">Script</A>
</DL><p>
<DT><A HREF="https://example.org/after" ADD_DATE="${at}">After</A>
</DL><p>`
      const { articles, failure } = yield* read("bookmarks", page)
      expect(failure).toBeNull()
      expect(articles.map(({ description, folder, title }) => [title, folder, description])).toStrictEqual([
        ["Top", null, null],
        ["In", "Sea", "About & around"],
        ["After", null, null]
      ])
    })
  )
})

it.effect("times of saving are read in seconds, milliseconds and microseconds", () =>
  Effect.gen(function* () {
    const line = (time: number) => `<DT><A HREF="https://example.org/${time}" ADD_DATE="${time}">Top</A>`
    const page = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>${[1, 1e3, 1e6].map((unit) => line(at * unit)).join("\n")}</DL>`
    const { articles } = yield* read("bookmarks", page)
    expect(articles.map(({ savedAt }) => savedAt / 1_000)).toStrictEqual([at, at, at])
  })
)

it.effect("half of a character is replaced: PostgreSQL refuses it in JSON, and with it the whole page", () =>
  Effect.gen(function* () {
    const [first] = JSON.parse(pinboardExport(links)) as ReadonlyArray<Record<string, unknown>>
    const content = JSON.stringify([{ ...first, description: "On \ud83d tides", tags: "sea\ude00" }])
    const { articles } = yield* read("pinboard", content)
    expect(articles).toMatchObject([{ title: "On \ufffd tides", tags: ["sea\ufffd"] }])
  })
)

it.effect("an entry of wallabag with pictures in its text is read", () =>
  Effect.gen(function* () {
    const [first] = JSON.parse(wallabagExport(links)) as ReadonlyArray<Record<string, unknown>>
    const content = JSON.stringify([{ ...first, content: "x".repeat(1_200_000) }])
    expect((yield* read("wallabag", content)).articles).toHaveLength(1)
  })
)

/** The articles in the zip of Omnivore as one JSON file. */
function omnivoreJson() {
  return strToU8(
    JSON.stringify(
      links.map(({ archived, at: time, id, progress, tags, title: name, url }) => ({
        ...{ id, slug: id, title: name, url, labels: tags.map((tag) => ({ name: tag })) },
        ...{ state: archived ? "ARCHIVED" : "SUCCEEDED", readingProgress: progress * 100 },
        savedAt: new Date(time * 1_000).toISOString()
      }))
    )
  )
}
