import type { ReadingWriteServices } from "@daybook/core/reading"
import { provide, syncDefaults, SyncEngine, type SyncOptions } from "@daybook/core/sync"
import {
  Fault,
  hypothesisExport,
  hypothesisServer,
  inProcessClient,
  readwiseCsv,
  readwiseServer,
  type SavedMark,
  type SavingAccount,
  stillClock
} from "@daybook/simulators"
import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { accountOf } from "../../src/hypothesis/api.js"
import { hypothesis } from "../../src/hypothesis/source.js"
import type { SourceDefinition } from "../../src/kit/SourceDefinition.js"
import { readwise } from "../../src/readwise/source.js"
import { layer } from "../instapaper/stage.js"
import { survivesBadDay } from "../support/badDay.js"
import { importFile } from "../support/importFile.js"
import { memoryTokens } from "../support/tokens.js"
import { withoutWaits } from "../support/withoutWaits.js"

const at = Date.parse("2025-03-10T20:00:00Z") / 1_000
const count = 130

const linkOf = (number: number, url: string) => ({
  ...{ id: String(number), url, title: `Tides ${number}`, at, tags: number % 3 === 0 ? ["sea"] : [] },
  ...{ archived: false, starred: false, progress: 0 }
})

/** Five highlights of each document: more than one page of every service and of ours. */
const markOf = (link: number, place: number): SavedMark => ({
  id: String(link * 10 + place),
  link: String(link),
  text: `Slow water keeps ${link}, ${place}.`,
  note: place === 2 ? "yes" : "",
  at: at + link * 60 + place
})

const accountWith = (urlOf: (number: number) => string): SavingAccount => ({
  links: Array.from({ length: count }, (_, index) => linkOf(index + 1, urlOf(index + 1))),
  marks: Array.from({ length: count * 5 }, (_, index) => markOf(1 + Math.floor(index / 5), index % 5))
})

const webUrl = (number: number) => `https://example.org/${number}`

const services = {
  readwise: {
    server: readwiseServer,
    definition: readwise as SourceDefinition<ReadingWriteServices>,
    // Every second document is a book.
    account: accountWith((number) => (number % 2 === 0 ? "" : webUrl(number))),
    write: readwiseCsv
  },
  hypothesis: {
    server: hypothesisServer,
    definition: hypothesis as SourceDefinition<ReadingWriteServices>,
    account: accountWith(webUrl),
    write: hypothesisExport
  }
} as const

const ids = ["readwise", "hypothesis"] as const

const set = (id: keyof typeof services) =>
  Effect.gen(function* () {
    const { account, definition, server } = services[id]
    const simulator = server({ baseUrl: `http://simulated.example/${id}`, clock: stillClock(at * 1_000) })
    const context = yield* Effect.context<ReadingWriteServices>()
    const sql = yield* SqlClient.SqlClient
    const engine = yield* SyncEngine
    const source = yield* definition.make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(simulator.settings)))),
      Effect.provideService(HttpClient.HttpClient, inProcessClient({ [id]: simulator as never })),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
    yield* simulator.control.hold(account)
    return {
      ...simulator.control,
      account,
      engine,
      source,
      sync: (options: Partial<SyncOptions> = {}) =>
        withoutWaits(engine.sync(source, { ...syncDefaults("command"), ...options })),
      articles: sql<Record<string, unknown>>`
        SELECT source_id, title, url, author, status, tags, extract(epoch FROM saved_at)::int AS at
        FROM reading_articles ORDER BY source_id`,
      marks: sql<Record<string, unknown>>`
        SELECT text, note, position, article.title, extract(epoch FROM created_at)::int AS at
        FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = article_id
        ORDER BY created_at, text`,
      keys: sql<Record<string, unknown>>`SELECT source_id FROM reading_highlights ORDER BY source_id`
    }
  })

const rowOf = ({ links }: SavingAccount) => {
  const titles = new Map(links.map(({ id, title }) => [id, title]))
  return ({ at: time, id, link, note, text }: SavedMark) => ({
    ...{ text, note: note || null, position: Number(id) * 10, title: titles.get(link)!, at: time }
  })
}

const test = (name: string, body: () => Effect.Effect<void, unknown, Effect.Effect.Context<ReturnType<typeof set>>>) =>
  it.live(name, () => body().pipe(Effect.scoped, Effect.provide(layer), Effect.orDie), 120_000)

for (const id of ids) {
  test(`${id}: reads all highlights, then what changed, and deletes what is no longer listed`, () =>
    Effect.gen(function* () {
      const { account, articles, hold, marks, sync } = yield* set(id)
      expect((yield* sync()).added).toBe(count * 6)
      expect(yield* marks).toEqual(account.marks.map(rowOf(account)))
      const documents = yield* articles
      expect(documents.map(({ at: time, status, title }) => [title, status, time]).sort()).toEqual(
        account.links.map(({ title }, index) => [title, "saved", at + (index + 1) * 60]).sort()
      )
      const isBook = ({ url }: Record<string, unknown>) => String(url).startsWith("work:")
      expect(documents.filter(isBook)).toHaveLength(id === "readwise" ? count / 2 : 0)
      for (const book of documents.filter(isBook)) expect(book["author"]).toBe("Ina Vale")
      const again = yield* sync()
      expect([again.added, again.changed, again.removed]).toEqual([0, 0, 0])
      const edited = { ...account.marks[1]!, note: "Another note" }
      const rest = [account.marks[0]!, edited, ...account.marks.slice(7)]
      yield* hold({ ...account, marks: rest })
      const next = yield* sync()
      expect([next.added, next.changed, next.removed]).toEqual([0, 1, 5])
      expect(yield* marks).toEqual(rest.map(rowOf(account)))
      yield* hold({ ...account, marks: rest.slice(2) })
      expect((yield* sync()).removed).toBe(3)
      expect(yield* articles).toHaveLength(count - 1)
    }))

  test(`${id}: survives what the service answers on a bad day, and deletes nothing because of it`, () =>
    Effect.gen(function* () {
      const { faults, marks, sync } = yield* set(id)
      yield* survivesBadDay(faults, Effect.suspend(sync), marks)
    }))

  test(`${id}: the API and the export file come to the same highlights in any order`, () =>
    Effect.gen(function* () {
      const { account, articles, engine, keys, marks, source, sync } = yield* set(id)
      const sql = yield* SqlClient.SqlClient
      const all = Effect.all([articles, marks, keys])
      const content = services[id].write(account)
      const read = engine.import(source, importFile("download", content, 9_973), syncDefaults("import"))
      expect((yield* read).added).toBe(count * 6)
      yield* sync()
      const fileFirst = yield* all
      const again = yield* read
      expect([again.added, again.changed, again.removed]).toEqual([0, 0, 0])
      expect(yield* all).toEqual(fileFirst)
      yield* sql`TRUNCATE reading_articles, reading_saves, reading_texts, reading_highlights, enrichment_tasks`
      yield* sync({ full: true })
      yield* read
      expect(yield* all).toEqual(fileFirst)
    }))
}

test("readwise: keeps apart articles of one title and author, and one text at two places", () =>
  Effect.gen(function* () {
    const { articles, hold, marks, sync } = yield* set("readwise")
    const links = [1, 2].map((number) => ({ ...linkOf(number, webUrl(number)), title: "Weekly" }))
    const text = "Slow water keeps."
    const all = [markOf(1, 1), markOf(2, 1), markOf(2, 2)].map((mark) => ({ ...mark, text }))
    yield* hold({ links, marks: all })
    yield* sync()
    expect((yield* articles).map(({ url }) => url).sort()).toEqual([webUrl(1), webUrl(2)])
    expect(yield* marks).toEqual(all.map(rowOf({ links, marks: all })))
    yield* hold({ links: links.toReversed(), marks: all.toReversed() })
    const again = yield* sync()
    expect([again.added, again.changed, again.removed]).toEqual([0, 0, 0])
  }))

test("hypothesis: deletes nothing if the service lists fewer annotations than it counts", () =>
  Effect.gen(function* () {
    const { account, faults, hold, marks, sync } = yield* set("hypothesis")
    const some = { ...account, marks: account.marks.slice(0, 100) }
    yield* hold(some)
    yield* sync()
    const { annotations } = JSON.parse(hypothesisExport(some)) as { readonly annotations: ReadonlyArray<object> }
    const rows = annotations.slice(0, 95)
    yield* faults.when(() => true, Fault.Body({ json: { total: annotations.length, rows } }))
    yield* sync()
    expect(yield* marks).toHaveLength(100)
    yield* faults.clear
    yield* faults.when(() => true, Fault.Body({ json: { total: rows.length, rows } }))
    yield* sync()
    expect(yield* marks).toHaveLength(95)
  }))

describe("names of Hypothesis accounts", () => {
  it("may be written in full", () => {
    for (const name of ["anna", " acct:anna@hypothes.is", "anna@hypothes.is"])
      expect(accountOf(name)).toBe("acct:anna@hypothes.is")
    expect(accountOf("anna@notes.example")).toBe("acct:anna@notes.example")
  })
})
