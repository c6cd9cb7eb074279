import {
  DeclaredStore,
  DeclaredWrites,
  type DeclaredWriteServices,
  type RecordBatch,
  type RecordRef,
  declaredWriter,
  domain,
  instant,
  integer,
  record,
  recordNamed,
  recordPage,
  recordsOf,
  text
} from "@daybook/core/domain"
import { provide, source, SyncEngine, syncDefaults } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, Stream } from "effect"
import { makeBackup } from "../../src/backup/makeBackup.js"
import { restoreBackup } from "../../src/backup/restoreBackup.js"
import { verifyBackup } from "../../src/backup/verifyBackup.js"
import { rezone } from "../../src/postgres/home.js"
import * as Versions from "../../src/postgres/Versions.js"
import { everything, fileIn, migratedInstance } from "../backup/support.js"
import { refOf, sample } from "../contract/model/declared.js"
import { newDatabase } from "../support/database.js"
import { asProcess, declaredServices } from "../support/declared.js"
import { noRules } from "../support/noRules.js"
import { home } from "../support/stores.js"

const at = Date.UTC(2024, 1, 28, 16)
const items: ReadonlyArray<Readonly<Record<string, unknown>>> = [
  {
    code: "one",
    part: 1,
    a_1: "x",
    constructor: 3,
    tags: ["a", 'b"'],
    on_day: "2024-02-29",
    cover: "https://a.example/"
  },
  { code: "two", part: 2, time: at }
]
const visits = [
  { place: "Sea", at },
  { place: "Hill", at: at + 86_400_000, minutes: 9 }
]

const fill = Effect.gen(function* () {
  const writes = yield* DeclaredWrites
  yield* writes.put(refOf("item"), items)
  yield* writes.put(refOf("visit"), visits)
})

/** A source of the sample domain that gives these pages. */
const sourceOf = (id: string, pages: ReadonlyArray<RecordBatch>) =>
  Effect.map(Effect.context<DeclaredWriteServices>(), (context) =>
    provide(
      source({
        id,
        writer: declaredWriter(sample),
        syncType: "records",
        pull: () => Stream.fromIterable(pages.map((page, index) => recordPage(page, { cursor: String(index) }))),
        importFile: Option.none()
      }),
      context
    )
  )

const sync = (id: string, ...pages: ReadonlyArray<RecordBatch>) =>
  Effect.gen(function* () {
    const engine = yield* SyncEngine
    return yield* engine.sync(yield* sourceOf(id, pages), syncDefaults("command"))
  })

const recordsIn = (of: RecordRef) =>
  Effect.flatMap(DeclaredStore, (store) =>
    Effect.map(
      store.list(of, { days: {}, equals: {}, sort: of.record.key[0]!, order: "asc", page: { page: 1, limit: 99 } }),
      ({ rows }) => rows.map(({ sources, values }) => ({ sources, values }))
    )
  )

const word = (position: number, note: string | null = null) => ({ position, note })

it.scopedLive("a backup holds the tables of a domain, and restores them without its declaration", () =>
  Effect.gen(function* () {
    const [one, other] = [yield* migratedInstance, yield* migratedInstance]
    const file = fileIn(one.dataDir)
    yield* one.on(asProcess(sample)(fill))
    const before = yield* one.on(everything)
    expect(before["samples_item"]).toHaveLength(2)
    yield* one.as(makeBackup(file))
    yield* one.as(verifyBackup(file))
    yield* other.on(asProcess(domain({ ...sample, name: "others" }))(Effect.void))
    yield* other.as(restoreBackup(file, { replace: true }))
    expect(yield* other.on(everything)).toStrictEqual(before)
    // A record that is added later has a new id.
    const ids = yield* other.on(
      asProcess(sample)(
        Effect.flatMap(DeclaredWrites, (writes) => writes.put(refOf("item"), [{ code: "new", part: 1 }]))
      )
    )
    expect(ids.upserted.map(({ id }) => id)).toStrictEqual([3])
  })
)
it.live("another home time zone moves the days of times, and not those of days", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO settings (name, value) VALUES ('home_zone', 'Asia/Tokyo') ON CONFLICT DO NOTHING`
    yield* asProcess(sample)(fill)
    const days = Effect.gen(function* () {
      const store = yield* DeclaredStore
      const feed = yield* sql<{ type: string; date: string }>`
        SELECT event_type AS type, date FROM feed_items ORDER BY event_type, date`
      return [yield* store.days(refOf("visit"), "2024-01-01", "2025-01-01"), feed] as const
    })
    const [before] = yield* asProcess(sample)(days)
    expect(before.map(({ date }) => date)).toStrictEqual(["2024-02-29", "2024-03-01"])
    yield* rezone.pipe(
      Effect.provide(declaredServices([sample], "America/New_York")),
      Effect.provide(Versions.layer),
      Effect.provide(
        Layer.merge(
          noRules,
          home("America/New_York", () => "2024-03-04")
        )
      )
    )
    const [after, feed] = yield* Effect.provide(days, declaredServices([sample], "America/New_York"))
    expect(after.map(({ date }) => date)).toStrictEqual(["2024-02-28", "2024-02-29"])
    expect(feed.map(({ date, type }) => [type, date])).toStrictEqual([
      ["item_day", "2024-02-29"],
      ["visited", "2024-02-28"],
      ["visited", "2024-02-29"]
    ])
  }).pipe(Effect.provide(newDatabase()))
)
it.live("two sources in either order make the same records", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const empty = sql`TRUNCATE samples_word, domain_facets, sync_runs, sync_log, sync_cursors, sync_removals`
    const run = asProcess(sample)
    const first = sync("first", { record: "word", rows: [word(1, "a"), word(2), word(3, "c")] })
    const second = sync("second", { record: "word", rows: [word(2, "b"), word(3, "z")] })
    const answer = recordsIn(refOf("word"))
    const one = yield* run(Effect.zipRight(Effect.all([first, second]), answer))
    yield* empty
    const other = yield* run(Effect.zipRight(Effect.all([second, first, second]), answer))
    expect(other).toStrictEqual(one)
    expect(one.map(({ sources, values }) => [values["note"], sources])).toStrictEqual([
      ["a", ["first"]],
      ["b", ["first", "second"]],
      ["c", ["first", "second"]]
    ])
  }).pipe(Effect.provide(newDatabase()))
)
it.live("records that a complete list lacks are removed at the end, and a mass removal is refused", () =>
  asProcess(sample)(
    Effect.gen(function* () {
      const all = Array.from({ length: 40 }, (_, index) => word(index))
      yield* sync("first", { record: "word", rows: all })
      yield* sync("second", { record: "word", rows: [word(0, "of another source")] })
      expect(yield* sync("first", { record: "word", rows: all.slice(5), complete: true })).toMatchObject({ removed: 5 })
      expect((yield* recordsIn(refOf("word"))).map(({ values }) => values["position"])).toStrictEqual([
        0,
        ...Array.from({ length: 35 }, (_, index) => index + 5)
      ])
      const keys = all.slice(5, 35)
      const pages = [keys.slice(0, 9), keys.slice(9)].map((rows, index): RecordBatch => ({
        record: "word",
        rows,
        ...(index === 1 ? { complete: keys } : {})
      }))
      expect(yield* sync("first", ...pages)).toMatchObject({ added: 0, changed: 0, removed: 5 })
      const refusal = yield* Effect.either(sync("first", { record: "word", rows: [word(5)], complete: true }))
      expect(Either.isLeft(refusal) && refusal.left).toMatchObject({ state: "mass_removal" })
      expect(yield* recordsIn(refOf("word"))).toHaveLength(31)
    })
  ).pipe(Effect.provide(newDatabase()))
)
it.live("a span that a page lists completely loses what is not in it", () =>
  asProcess(sample)(
    Effect.gen(function* () {
      yield* sync("first", { record: "visit", rows: visits })
      const cover = { from: at - 1, to: at + 1 }
      expect(yield* sync("first", { record: "visit", rows: [], cover })).toMatchObject({ removed: 1 })
      expect((yield* recordsIn(refOf("visit"))).map(({ values }) => values["place"])).toStrictEqual(["Hill"])
      const day = Date.parse("2024-02-29T00:00:00+09:00")
      yield* sync("first", { record: "item", rows: items })
      const days = { from: day, to: day + 86_400_000 }
      expect(yield* sync("first", { record: "item", rows: [], cover: days })).toMatchObject({ removed: 1 })
      const removed = [{ code: "two", part: 2 }]
      expect(yield* sync("first", { record: "item", rows: [], removed })).toMatchObject({ removed: 1 })
    })
  ).pipe(Effect.provide(newDatabase()))
)
it.live("rows that cannot be read are left out and remove nothing; a source of no other rows has failed", () =>
  asProcess(sample)(
    Effect.gen(function* () {
      yield* sync("first", { record: "word", rows: [word(1), word(2)] })
      const throwing = Object.defineProperty({}, "position", {
        enumerable: true,
        get: () => {
          throw new Error("boo")
        }
      })
      const rubbish: ReadonlyArray<unknown> = [
        null,
        7,
        "text",
        [],
        {},
        throwing,
        { position: "1" },
        { position: Number.NaN },
        { position: 1.5 },
        { position: 2 ** 40 },
        { position: 3, note: "\0" },
        { position: 3, note: "x".repeat(200_001) },
        { position: 3, note: 5 },
        { position: 3, constructor: 1 },
        JSON.parse('{"position":3,"__proto__":{"position":4}}')
      ]
      const report = yield* sync("first", { record: "word", rows: [...rubbish, word(9)], complete: true })
      expect(report).toMatchObject({ added: 1, changed: 0, removed: 0 })
      expect((yield* recordsIn(refOf("word"))).map(({ values }) => values["position"])).toStrictEqual([1, 2, 9])
      const failed = yield* Effect.either(sync("first", { record: "word", rows: rubbish }))
      expect(Either.isLeft(failed) && failed.left).toMatchObject({
        state: "bad_answer",
        message: expect.stringContaining("15 of 15 rows of first could not be read: samples.word, row 1: ")
      })
      const unknown = yield* Effect.either(sync("first", { record: "__proto__", rows: [word(1)] }))
      expect(Either.isLeft(unknown) && unknown.left).toMatchObject({ state: "bad_answer" })
      const endless = function* () {
        for (;;) yield word(7)
      }
      expect(yield* sync("first", { record: "word", rows: endless() })).toMatchObject({ added: 1 })
    })
  ).pipe(Effect.provide(newDatabase()))
)
it.live("a title function that fails leaves the entry with the name of the record", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rude = domain({
      name: "rude",
      title: "Rude",
      records: {
        one: record({
          key: ["position"],
          fields: { position: integer(), note: text({ default: "" }), seen: instant({ default: 0 }) },
          feed: {
            thrown: {
              when: "seen",
              title: () => {
                throw new Error("boo")
              }
            },
            numbered: { when: "seen", title: () => 5 as never }
          }
        })
      }
    })
    yield* asProcess(rude)(
      Effect.flatMap(DeclaredWrites, (writes) => writes.put(recordNamed(rude, "one")!, [{ position: 4 }]))
    )
    const titles = yield* sql<{ title: string }>`SELECT title FROM feed_items WHERE domain = 'rude'`
    expect(titles.map(({ title }) => title)).toStrictEqual(["4", "4"])
    expect(recordsOf(rude)).toHaveLength(1)
  }).pipe(Effect.provide(newDatabase()))
)
