import { ReadingLookups } from "@daybook/core/reading"
import { quietly, SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fault, instapaperCsv, instapaperError } from "../../../src/simulators/index.js"
import { engines, newDatabase } from "../../support/database.js"
import { importFile } from "../support/importFile.js"
import { marksOf, rowsOf, set, stage } from "./stage.js"

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = stage(engine, newDatabase)
    const test = (name: string, body: () => Effect.Effect<void, unknown, Effect.Effect.Context<typeof set> | ReadingLookups>) =>
      it.live(name, () => body().pipe(Effect.scoped, Effect.provide(layer), Effect.orDie))

    test("the service, its export and their repeats come to the same rows, in any order", () =>
      Effect.gen(function*() {
        const { bookmarks, engine, folders, marks, rows, source, sync, titles } = yield* set
        const all = yield* bookmarks
        const file = importFile("export.csv", yield* instapaperCsv({ bookmarks, folders }), 1_000)
        const first = yield* engine.import(source, file, quietly("import"))
        assert.strictEqual(first.added, all.length)
        assert.deepStrictEqual((yield* titles("feed_items")).length, all.length)
        const second = yield* sync()
        assert.strictEqual(second.added, marksOf(all).length)
        assert.deepStrictEqual(yield* rows, rowsOf(all, folders))
        assert.deepStrictEqual(yield* marks, marksOf(all))
        const feed = yield* titles("feed_items")
        const ended = all.filter(({ progress, progressTime, time }) => progress >= 0.75 && progressTime !== time)
        assert.deepStrictEqual(feed, [
          ...all.map(({ id, title }) => `article_saved instapaper:${id} Saved: ${title}`),
          ...ended.map(({ id, title }) => `article_finished instapaper:${id} Finished reading: ${title}`)
        ].sort())
        for (const again of [engine.import(source, file, quietly("import")), sync(), sync({ full: true })]) {
          const report = yield* again
          assert.deepStrictEqual([report.added, report.changed, report.removed], [0, 0, 0])
        }
        assert.deepStrictEqual(yield* rows, rowsOf(all, folders))
      }))

    test("what changes, moves, is liked and deleted is followed, each by little", () =>
      Effect.gen(function*() {
        const { bookmarks, change, clock, folders, marks, remove, requests, rows, save, sql, sync, titles } = yield* set
        yield* sync()
        const all = yield* bookmarks
        const unread = all.filter(({ folder }) => folder === "unread")
        const [moved, begun, deleted] = [unread[0]!, unread[1]!, unread[2]!]
        yield* clock.advance("1 hour")
        const now = Math.floor((yield* clock.now) / 1000)
        yield* change(moved.id, { folder: "archive", progress: 1, progressTime: now })
        yield* change(begun.id, { progress: 0.4, progressTime: now, starred: true, title: "Called otherwise" })
        yield* remove(deleted.id)
        yield* save({ id: 2_000_000_001, url: "https://new.example/one?utm_source=mail", title: "New, \"today\"", tags: ["fresh", "a b"] })
        yield* requests.clear
        const report = yield* sync()
        assert.deepStrictEqual([report.added, report.changed, report.removed], [1, 2, 1])
        assert.deepStrictEqual(yield* rows, rowsOf(yield* bookmarks, folders))
        assert.include(yield* titles("feed_items"), `article_finished instapaper:${moved.id} Finished reading: ${moved.title}`)
        assert.isFalse((yield* titles("feed_items")).some((line) => line.includes(`:${deleted.id} `)))
        assert.include(yield* titles("search_documents"), "article Called otherwise")

        const marked = all.find(({ highlights }) => highlights.length > 1)!
        const [first, ...rest] = marked.highlights
        yield* change(marked.id, { highlights: [{ ...first!, note: "Another note" }, ...rest, { id: 7, text: "Marked today", note: null, position: 9, time: now }] })
        yield* sync()
        assert.deepStrictEqual(yield* marks, marksOf(yield* bookmarks))
        yield* change(marked.id, { highlights: rest, progressTime: now + 60 })
        yield* clock.advance("1 hour")
        yield* sync()
        assert.deepStrictEqual(yield* marks, marksOf(yield* bookmarks))
        assert.isFalse((yield* titles("search_documents")).includes("highlight Marked today"))

        yield* change(begun.id, { starred: false, progress: 0, progressTime: 0 })
        yield* sync()
        assert.deepStrictEqual(yield* rows, rowsOf(yield* bookmarks, folders))
        const [version] = yield* sql<{ version: number }>`SELECT version FROM versions WHERE topic = 'reading'`
        yield* sync()
        assert.deepStrictEqual(yield* sql`SELECT version FROM versions WHERE topic = 'reading'`, [version!])
      }))

    test("every shape of an answer reads the same", () =>
      Effect.gen(function*() {
        const { bookmarks, change, folders, marks, rows, setQuirks, sync } = yield* set
        yield* setQuirks({ objects: true, textNumbers: false, textDeletes: true, inlineHighlights: false })
        yield* sync()
        assert.deepStrictEqual(yield* rows, rowsOf(yield* bookmarks, folders))
        assert.deepStrictEqual(yield* marks, marksOf(yield* bookmarks))
        // An old article without marks that is opened again and marked: the lists show that it changed, not the mark.
        const [oldest] = (yield* bookmarks).filter(({ highlights }) => highlights.length === 0).toSorted((a, b) => a.time - b.time)
        yield* change(oldest!.id, { title: "Opened again", highlights: [{ id: 7, text: "Marked late", note: null, position: 9, time: oldest!.time }] })
        yield* sync()
        assert.deepStrictEqual(yield* marks, marksOf(yield* bookmarks))
      }))

    test("nothing is deleted because of what fails, and a lasting failure says what to do", () =>
      Effect.gen(function*() {
        const { bookmarks, faults, folders, remove, revoke, rows, sync } = yield* set
        yield* sync()
        const before = rowsOf(yield* bookmarks, folders)
        yield* faults.next(Fault.Truncated(), Fault.Status({ status: 500 }), Fault.Html({}), Fault.Body({ json: instapaperError(1500), status: 400 }), Fault.Status({ status: 429, retryAfter: 1 }))
        yield* sync({ full: true })
        assert.deepStrictEqual(yield* rows, before)
        yield* faults.when(({ path }) => path.endsWith("/list"), Fault.Empty())
        const refused = yield* Effect.flip(sync({ full: true }))
        assert.isTrue(refused instanceof SourceFailure, String(refused))
        assert.deepStrictEqual(yield* rows, before)
        yield* faults.clear
        yield* revoke
        assert.deepStrictEqual((yield* sync()).removed, 0)
        yield* faults.when(() => true, Fault.Body({ json: instapaperError(1041), status: 400 }))
        const failure = yield* Effect.flip(sync())
        assert.isTrue(failure instanceof SourceFailure && failure.state === "forbidden" && failure.next.includes("Premium"), String(failure))
        yield* faults.clear
        yield* faults.when(() => true, Fault.Body({ json: instapaperError(401), status: 401 }))
        const unknown = yield* Effect.flip(sync())
        assert.isTrue(unknown instanceof SourceFailure && unknown.state === "unauthorized", String(unknown))
        yield* faults.clear
        const all = yield* bookmarks
        yield* remove(...all.slice(0, Math.ceil(all.length / 2)).map(({ id }) => id))
        const mass = yield* Effect.flip(sync())
        assert.isTrue(mass instanceof SourceFailure && mass.state === "mass_removal", String(mass))
        assert.deepStrictEqual(yield* rows, before)
        yield* sync({ full: true, allowMassDelete: true })
        assert.deepStrictEqual(yield* rows, rowsOf(yield* bookmarks, folders))
      }))

    test("texts come from the service, else from the page; what is nowhere to be had is said to be missing", () =>
      Effect.gen(function*() {
        const { bookmarks, follow, requests, sql, sync } = yield* set
        yield* sync()
        yield* follow
        const all = yield* bookmarks
        const found = new Map((yield* sql<{ sourceId: number; body: string; origin: string | null; content: string | null; author: string | null; siteName: string | null }>`
          SELECT source_id, body, origin, content, author, site_name FROM reading_articles LEFT JOIN reading_texts ON article_id = id`).map((row) => [row.sourceId, row]))
        for (const one of all) {
          const row = found.get(one.id)!
          assert.strictEqual(row.body, row.content === null ? "missing" : "present")
          if (one.text !== null) assert.deepStrictEqual([row.origin, row.content], ["text", one.text.join("\n\n")])
        }
        const values = [...found.values()]
        assert.isTrue(values.some(({ origin }) => origin === "page") && values.some(({ body }) => body === "missing"))
        assert.isTrue(values.filter(({ author, siteName }) => author !== null && siteName !== null).length > all.length * 0.8)
        yield* requests.clear
        yield* follow
        assert.strictEqual(yield* requests.count, 0)
        // A picture that could not be had is due again with its page, though its address is the same.
        const wanted = sql<{ entityId: number; urls: ReadonlyArray<string> }>`
          SELECT entity_id, urls FROM images WHERE domain = 'reading' AND entity_type = 'article' AND original IS NULL AND due_at <= now() ORDER BY entity_id`
        const before = yield* wanted
        assert.isAbove(before.length, 5)
        yield* sql`UPDATE images SET due_at = now() + interval '7 days', misses = 1 WHERE domain = 'reading'`
        const lookups = yield* ReadingLookups
        const reopened = yield* lookups.reopen("missing-images", 20)
        const again = (yield* wanted).map(({ entityId }) => entityId)
        assert.deepStrictEqual(again, before.map(({ entityId }) => entityId).filter((id) => reopened.includes(id)))
        assert.strictEqual(yield* lookups.succeeded("missing-images", reopened), 0)
        yield* sql`UPDATE images SET original = 'x' WHERE domain = 'reading' AND entity_id = ${again[0]!}`
        assert.strictEqual(yield* lookups.succeeded("missing-images", reopened), 1)
      }))
  })

describe("reading, by the service and by its export", () => {
  for (const engine of engines) suite(engine)
})
