import { SqlClient } from "@effect/sql"
import type { NewCorrection } from "@daybook/core/corrections"
import { type ReadingRecord, ReadingRecords, ReadingStore, publishChanges, readingRules } from "@daybook/core/reading"
import { always } from "@daybook/core/shared"
import { Effect, FastCheck as fc } from "effect"
import { historiesOf, withoutConflict } from "../correctionProperties.js"
import { wipe } from "../model/database.js"

const start = Date.UTC(2025, 2, 1, 9)
const day = 86_400_000

/** Pages, one of them a book, and other spellings of the first two. */
export const pages = [
  "https://a.example/tides",
  "https://b.example/tides?id=2",
  "https://c.example/",
  "work:Ebb?author=Ina%20Vale"
]
const spellings = [
  ...pages,
  "http://www.a.example/tides/?utm_source=x",
  "b.example/tides?id=2",
  "work:ebb?author=I.%20Vale"
]
const pageOfSpelling = (url: string) => [0, 1, 2, 3, 0, 1, 3][spellings.indexOf(url)]!

const sources = ["instapaper", "readeck"] as const

/** A save of a page by a source, with its time in days and its passages. */
interface Save {
  readonly source: (typeof sources)[number]
  readonly page: number
  readonly savedOn: number
  readonly title: string
  readonly progress: number
  readonly tags: ReadonlyArray<string>
  readonly passages: ReadonlyArray<string>
}

export const save: fc.Arbitrary<Save> = fc.record({
  source: fc.constantFrom(...sources),
  page: fc.nat({ max: pages.length - 1 }),
  savedOn: fc.nat({ max: 6 }),
  title: fc.constantFrom("", "Tides", "Ebb and flow"),
  progress: fc.constantFrom(0, 0.3, 1),
  tags: fc.uniqueArray(fc.constantFrom("sea", "moon"), { maxLength: 2 }),
  passages: fc.uniqueArray(fc.constantFrom("The water rises.", "The water falls."), { maxLength: 2 })
})

export const idOf = ({ page, source }: Pick<Save, "page" | "source">) => `${source[0]!}${page}`

const recordsOf = (one: Save): ReadonlyArray<ReadingRecord> => [
  {
    _tag: "Article",
    article: {
      sourceId: idOf(one),
      url: pages[one.page]!,
      title: one.title,
      description: null,
      folder: null,
      archived: false,
      starred: false,
      progress: one.progress,
      progressAt: one.progress === 0 ? null : start + (one.savedOn + 1) * day,
      savedAt: start + one.savedOn * day,
      tags: one.tags
    }
  },
  {
    _tag: "Highlights",
    articleId: idOf(one),
    whole: true,
    passages: one.passages.map((text) => ({
      ...{ sourceId: `${idOf(one)} ${text}`, text, note: null, position: null },
      createdAt: start + (one.savedOn + 2) * day
    }))
  }
]

export const base = { domain: "reading", type: "article", object: null, value: null, reason: null } as const

const correction: fc.Arbitrary<NewCorrection> = fc
  .record({
    kind: fc.constantFrom("same" as const, "same" as const, "different" as const, "name" as const, "hide" as const),
    url: fc.constantFrom(...spellings),
    other: fc.constantFrom(...spellings)
  })
  .filter(({ kind, other, url }) => kind === "name" || kind === "hide" || pageOfSpelling(url) !== pageOfSpelling(other))
  .map(({ kind, other, url }) => ({
    ...base,
    kind,
    subject: { url },
    object: kind === "same" || kind === "different" ? { url: other } : null,
    value: kind === "name" ? "Written here" : null
  }))

export const corrections = withoutConflict(readingRules, correction)

const put = Effect.fn(function* (saves: ReadonlyArray<Save>) {
  const records = yield* ReadingRecords
  for (const source of sources) {
    const own = saves.filter((one) => one.source === source).flatMap(recordsOf)
    const { changes } = yield* records.put(source, own, [])
    yield* publishChanges(changes)
  }
})

const remove = Effect.fn(function* (lost: Pick<Save, "page" | "source">) {
  const records = yield* ReadingRecords
  const { changes } = yield* records.remove(lost.source, [`a:${idOf(lost)}`])
  yield* publishChanges(changes)
})

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    wipe,
    sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights RESTART IDENTITY CASCADE`
  )
)

export const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty },
  items: fc.uniqueArray(save, { minLength: 1, maxLength: 5, selector: idOf }),
  lost: fc.record({ source: fc.constantFrom(...sources), page: fc.nat({ max: pages.length - 1 }) })
})

const page = { page: 1, limit: 1000 }

export const visible = (store: typeof ReadingStore.Service) =>
  Effect.all({
    articles: store.articles({
      ...{ page, saved: always, finished: always, status: null, tag: null, domain: null, starred: null },
      ...{ withoutBody: true, bulkArchived: true, sort: "title" as const, order: "asc" as const }
    }),
    highlights: store.highlights(page, always),
    reading: store.currentlyReading(true),
    totals: store.totals(always),
    days: store.days("2025-01-01", "2026-01-01"),
    tags: store.tags(always, null),
    domains: store.domains(always, 10)
  })

/** What answers are made of, without ids. */
export const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'article', address, shown_title, concealed, tags, progress, saved_at, finished_at, source,
      source_id, (SELECT address FROM reading_articles AS lead WHERE lead.id = article.stand_in)) AS line
    FROM reading_articles AS article
    UNION ALL SELECT concat_ws(' | ', 'highlight', text, highlight.source, hidden, address)
      FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, source_id, title, date) FROM feed_items`
  return rows.map(({ line }) => line).sort()
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
export const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('article ', to_jsonb(article)) AS line FROM reading_articles AS article
    UNION ALL SELECT concat('save ', to_jsonb(save)) FROM reading_saves AS save
    UNION ALL SELECT concat('highlight ', to_jsonb(highlight)) FROM reading_highlights AS highlight
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at') FROM images AS image
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return { rows: rows.map(({ line }) => line).sort(), ...(yield* visible(yield* ReadingStore)) }
})

/** The articles to be seen, from plain arrays: their pages' titles, number of tags, progress and passages. */
export const expectedOf = (saves: ReadonlyArray<Save>, some: ReadonlyArray<NewCorrection>) => {
  const moves = some.filter(({ kind }) => kind === "same")
  const endOf = (page: number): number => {
    const move = moves.find(({ subject }) => pageOfSpelling(subject["url"]!) === page)
    return move === undefined ? page : endOf(pageOfSpelling(move.object!["url"]!))
  }
  return [0, 1, 2, 3]
    .flatMap((end) => {
      const own = saves.filter((one) => endOf(one.page) === end)
      const says = (kind: string) =>
        some.find((one) => one.kind === kind && endOf(pageOfSpelling(one.subject["url"]!)) === end)
      if (own.length === 0 || says("hide") !== undefined) return []
      const titles = sources
        .flatMap((source) => own.filter((one) => one.source === source))
        .map(({ title }) => title)
        .filter((title) => title !== "")
      return [
        {
          // Which page shows several without a title depends on them; so does the title of two of one source.
          title: says("name") === undefined ? (titles.length === 0 ? null : titles) : ["Written here"],
          tags: [...new Set(own.flatMap(({ tags }) => tags))].toSorted(),
          progress: Math.max(...own.map(({ progress }) => progress)),
          passages: [...new Set(own.flatMap(({ passages }) => passages))].toSorted(),
          savedAt: start + Math.min(...own.map(({ savedOn }) => savedOn)) * day
        }
      ]
    })
    .toSorted((one, other) => (JSON.stringify({ ...one, title: 0 }) < JSON.stringify({ ...other, title: 0 }) ? -1 : 1))
}
