import { ReadingEnrichmentStore } from "@daybook/core/reading"
import { type EnrichmentTasks, syncDefaults, SourceFailure } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fault, instapaperCsv, instapaperError } from "@daybook/simulators"
import { importFile } from "../support/importFile.js"
import { layer, marksOf, rowsOf, set } from "./stage.js"

const test = (
  name: string,
  body: () => Effect.Effect<void, unknown, Effect.Effect.Context<typeof set> | ReadingEnrichmentStore | EnrichmentTasks>
) => it.live(name, () => body().pipe(Effect.scoped, Effect.provide(layer), Effect.orDie))

test("the service, its export and their repeats come to the same rows, in any order", () =>
  Effect.gen(function* () {
    const { bookmarks, engine, folders, marks, rows, source, sync, titles } = yield* set
    const all = yield* bookmarks
    const file = importFile("export.csv", yield* instapaperCsv({ bookmarks, folders }), 1_000)
    const first = yield* engine.import(source, file, syncDefaults("import"))
    expect(first.added).toBe(all.length)
    expect((yield* titles("feed_items")).length).toStrictEqual(all.length)
    const second = yield* sync()
    expect(second.added).toBe(marksOf(all).length)
    expect(yield* rows).toStrictEqual(rowsOf(all, folders))
    expect(yield* marks).toStrictEqual(marksOf(all))
    const feed = yield* titles("feed_items")
    const ended = all.filter(({ progress, progressTime, time }) => progress >= 0.75 && progressTime !== time)
    expect(feed).toStrictEqual(
      [
        ...all.map(({ id, title }) => `article_saved instapaper:${id} Saved: ${title}`),
        ...ended.map(({ id, title }) => `article_finished instapaper:${id} Finished reading: ${title}`)
      ].sort()
    )
    for (const again of [engine.import(source, file, syncDefaults("import")), sync(), sync({ full: true })]) {
      const report = yield* again
      expect([report.added, report.changed, report.removed]).toStrictEqual([0, 0, 0])
    }
    expect(yield* rows).toStrictEqual(rowsOf(all, folders))
  }))

test("what changes, moves, is liked and deleted is followed, each by little", () =>
  Effect.gen(function* () {
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
    yield* save({
      id: 2_000_000_001,
      url: "https://new.example/one?utm_source=mail",
      title: 'New, "today"',
      tags: ["fresh", "a b"]
    })
    yield* requests.clear
    const report = yield* sync()
    expect([report.added, report.changed, report.removed]).toStrictEqual([1, 2, 1])
    expect(yield* rows).toStrictEqual(rowsOf(yield* bookmarks, folders))
    expect(yield* titles("feed_items")).toContain(
      `article_finished instapaper:${moved.id} Finished reading: ${moved.title}`
    )
    expect((yield* titles("feed_items")).some((line) => line.includes(`:${deleted.id} `))).toBe(false)
    expect(yield* titles("search_documents")).toContain("article Called otherwise")

    const marked = all.find(({ highlights }) => highlights.length > 1)!
    const [first, ...rest] = marked.highlights
    yield* change(marked.id, {
      highlights: [
        { ...first!, note: "Another note" },
        ...rest,
        { id: 7, text: "Marked today", note: null, position: 9, time: now }
      ]
    })
    yield* sync()
    expect(yield* marks).toStrictEqual(marksOf(yield* bookmarks))
    yield* change(marked.id, { highlights: rest, progressTime: now + 60 })
    yield* clock.advance("1 hour")
    yield* sync()
    expect(yield* marks).toStrictEqual(marksOf(yield* bookmarks))
    expect(yield* titles("search_documents")).not.toContain("highlight Marked today")

    yield* change(begun.id, { starred: false, progress: 0, progressTime: 0 })
    yield* sync()
    expect(yield* rows).toStrictEqual(rowsOf(yield* bookmarks, folders))
    const [version] = yield* sql<{ version: number }>`SELECT version FROM versions WHERE topic = 'reading'`
    yield* sync()
    expect(yield* sql`SELECT version FROM versions WHERE topic = 'reading'`).toStrictEqual([version!])
  }))

test("every shape of an answer reads the same", () =>
  Effect.gen(function* () {
    const { bookmarks, change, folders, marks, rows, setQuirks, sync } = yield* set
    yield* setQuirks({ objects: true, textNumbers: false, textDeletes: true, inlineHighlights: false })
    yield* sync()
    expect(yield* rows).toStrictEqual(rowsOf(yield* bookmarks, folders))
    expect(yield* marks).toStrictEqual(marksOf(yield* bookmarks))
    // An old article is opened again and highlighted: the listings show the change, not the highlight.
    const [oldest] = (yield* bookmarks)
      .filter(({ highlights }) => highlights.length === 0)
      .toSorted((a, b) => a.time - b.time)
    yield* change(oldest!.id, {
      title: "Opened again",
      highlights: [{ id: 7, text: "Marked late", note: null, position: 9, time: oldest!.time }]
    })
    yield* sync()
    expect(yield* marks).toStrictEqual(marksOf(yield* bookmarks))
  }))

test("nothing is deleted because of what fails, and a lasting failure says what to do", () =>
  Effect.gen(function* () {
    const { bookmarks, faults, folders, remove, revoke, rows, sync } = yield* set
    yield* sync()
    const before = rowsOf(yield* bookmarks, folders)
    yield* faults.next(
      Fault.Truncated(),
      Fault.Status({ status: 500 }),
      Fault.Html({}),
      Fault.Body({ json: instapaperError(1500), status: 400 }),
      Fault.Status({ status: 429, retryAfter: 1 })
    )
    yield* sync({ full: true })
    expect(yield* rows).toStrictEqual(before)
    yield* faults.when(({ path }) => path.endsWith("/list"), Fault.Empty())
    const refused = yield* Effect.flip(sync({ full: true }))
    expect(refused, String(refused)).toBeInstanceOf(SourceFailure)
    expect(yield* rows).toStrictEqual(before)
    yield* faults.clear
    yield* revoke
    expect((yield* sync()).removed).toBe(0)
    yield* faults.when(() => true, Fault.Body({ json: instapaperError(1041), status: 400 }))
    const failure = yield* Effect.flip(sync())
    expect(
      failure instanceof SourceFailure && failure.state === "forbidden" && failure.next.includes("Premium"),
      String(failure)
    ).toBe(true)
    yield* faults.clear
    yield* faults.when(() => true, Fault.Body({ json: instapaperError(401), status: 401 }))
    const unknown = yield* Effect.flip(sync())
    expect(unknown instanceof SourceFailure && unknown.state === "unauthorized", String(unknown)).toBe(true)
    yield* faults.clear
    const all = yield* bookmarks
    yield* remove(...all.slice(0, Math.ceil(all.length / 2)).map(({ id }) => id))
    const mass = yield* Effect.flip(sync())
    expect(mass instanceof SourceFailure && mass.state === "mass_removal", String(mass)).toBe(true)
    expect(yield* rows).toStrictEqual(before)
    yield* sync({ full: true, allowMassDelete: true })
    expect(yield* rows).toStrictEqual(rowsOf(yield* bookmarks, folders))
  }))

test("texts come from the service, else from the page; what is nowhere to be had is said to be missing", () =>
  Effect.gen(function* () {
    const { bookmarks, follow, requests, sql, sync } = yield* set
    yield* sync()
    yield* follow
    const all = yield* bookmarks
    const byUrl = new Map(
      (yield* sql<{
        sourceId: number
        body: string
        origin: string | null
        content: string | null
        author: string | null
        siteName: string | null
      }>`
      SELECT source_id::int AS source_id, body, origin, content, author, site_name FROM reading_articles LEFT JOIN reading_texts ON article_id = id`).map(
        (row) => [row.sourceId, row]
      )
    )
    for (const one of all) {
      const row = byUrl.get(one.id)!
      expect(row.body).toBe(row.content === null ? "missing" : "present")
      if (one.text !== null) expect([row.origin, row.content]).toStrictEqual(["text", one.text.join("\n\n")])
    }
    const values = [...byUrl.values()]
    expect(values.some(({ origin }) => origin === "page") && values.some(({ body }) => body === "missing")).toBe(true)
    expect(values.filter(({ author, siteName }) => author !== null && siteName !== null).length).toBeGreaterThan(
      all.length * 0.8
    )
    yield* requests.clear
    yield* follow
    expect(yield* requests.count).toBe(0)
    // A failed picture is due again with its page, though its address is unchanged.
    const imageWants = sql<{ entityId: number; urls: ReadonlyArray<string> }>`
      SELECT entity_id, urls FROM images WHERE domain = 'reading' AND entity_type = 'article' AND original IS NULL AND due_at <= now() ORDER BY entity_id`
    const before = yield* imageWants
    expect(before.length).toBeGreaterThan(5)
    yield* sql`UPDATE images SET due_at = now() + interval '7 days', misses = 1 WHERE domain = 'reading'`
    const lookups = yield* ReadingEnrichmentStore
    const reopened = yield* lookups.markDue("missing-images", 20)
    const again = (yield* imageWants).map(({ entityId }) => entityId)
    expect(again).toStrictEqual(before.map(({ entityId }) => entityId).filter((id) => reopened.includes(id)))
    expect(yield* lookups.succeeded("missing-images", reopened)).toBe(0)
    yield* sql`UPDATE images SET original = 'x' WHERE domain = 'reading' AND entity_id = ${again[0]!}`
    expect(yield* lookups.succeeded("missing-images", reopened)).toBe(1)
  }))
