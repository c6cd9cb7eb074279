import { ReadingRecords, type SavedArticle } from "@daybook/core/reading"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { strFromU8 } from "fflate"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { awkwardText, exported, home, imported, wipe } from "./support.js"

/** Titles, folders and tags are one line. */
const line = awkwardText.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "")
const tag = line
  .map((text) => text.replaceAll(",", ""))
  .map((text) => text.trim())
  .filter((text) => text !== "")

const article = (url: string): fc.Arbitrary<SavedArticle> =>
  fc
    .record({
      title: fc.oneof(line, fc.constant("")),
      description: fc.option(awkwardText, { nil: null }),
      folder: fc.option(fc.oneof(fc.constantFrom("Sea", "Land"), line), { nil: null }),
      tags: fc.uniqueArray(tag, { maxLength: 3 }),
      at: fc.integer({ min: 1, max: 1_735_689_599 }),
      isUnread: fc.boolean()
    })
    .map(({ at, isUnread, ...article }) => ({
      ...article,
      sourceId: null,
      url,
      archived: false,
      starred: false,
      progress: 0,
      progressAt: null,
      savedAt: at * 1000,
      isProgressUnknown: true,
      ...(isUnread ? {} : { isStateUnknown: true })
    }))

const urls = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom("https://a.example/", "http://b.example/?q=1&x="),
    fc.nat(99),
    fc.constantFrom("", "&r=\"'<")
  ),
  { maxLength: 8, selector: (parts) => parts.join("") }
)
const library = urls.chain((all) => fc.tuple(...all.map((parts) => article(parts.join("")))))

const rows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT url, shown_title, description, folder, ARRAY(SELECT unnest(tags) ORDER BY 1) AS tags, saved_at, status
    FROM reading_articles ORDER BY url`
)

const store = (articles: ReadonlyArray<SavedArticle>) =>
  Effect.flatMap(ReadingRecords, ({ put }) =>
    put(
      "pinboard",
      articles.map((article) => ({ _tag: "Article", article })),
      []
    )
  )

layer(home, { excludeTestServices: true, timeout: "5 minutes" })("exports of saved articles", (it) => {
  it.effect("of any library are read back as the same articles", () =>
    forEvery(
      library,
      (articles) =>
        Effect.gen(function* () {
          yield* wipe("reading")
          yield* store(articles)
          const before = yield* rows
          const { bytes, records } = yield* exported("netscape-bookmarks")
          expect(records).toBe(articles.length)
          yield* wipe("reading")
          if (records > 0) yield* imported("bookmarks", "bookmarks.html", bytes)
          expect(yield* rows).toStrictEqual(before)
        }),
      { numRuns: depth(30) }
    )
  )

  /** The form that Microsoft documents: https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85) */
  it.effect("have the form that browsers write, with folders closed", () =>
    Effect.gen(function* () {
      yield* wipe("reading")
      const one = { sourceId: null, description: null, folder: null, tags: [], archived: false, starred: false }
      const saved = { ...one, progress: 0, progressAt: null, savedAt: 1_741_636_800_000 }
      yield* store([
        { ...saved, url: "https://example.org/tides", title: "On tides", tags: ["sea", "a, b"] },
        { ...saved, url: "https://example.org/?a=1&b=2", title: "<Hills>", folder: "Land", description: "About hills" }
      ])
      expect(strFromU8((yield* exported("netscape-bookmarks")).bytes)).toBe(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
<DT><A HREF="https://example.org/tides" ADD_DATE="1741636800" TOREAD="1" TAGS="sea,a b">On tides</A>
<DT><H3>Land</H3>
<DL><p>
<DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1741636800" TOREAD="1">&lt;Hills&gt;</A>
<DD>About hills
</DL><p>
</DL><p>
`)
    })
  )
})
