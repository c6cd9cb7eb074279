import {
  type DeclaredDomain,
  type DeclaredFields,
  type RecordOptions,
  DeclaredStore,
  DeclaredWrites,
  type RecordRef,
  choice,
  date,
  domain,
  integer,
  record,
  recordNamed,
  recordSchema,
  recordView,
  text
} from "@daybook/core/domain"
import { FeedStore } from "@daybook/core/feed"
import { always } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import { hiddenDomains, orphanedDomains } from "../../src/postgres/declared/declarations.js"
import * as PostgresFeedStore from "../../src/postgres/FeedStore.js"
import { newDatabase } from "../support/database.js"
import { asProcess, declaredServices } from "../support/declared.js"
import { schema } from "../support/holding.js"

const fields = {
  code: text({ search: "title" }),
  pages: integer({ nullable: true }),
  format: choice(["paper", "audio"])({ default: "paper" }),
  read_on: date({ nullable: true, occurs: true })
}

const shelf = (
  item: Partial<RecordOptions<DeclaredFields>> = {},
  more: { readonly migrations?: ReadonlyArray<string>; readonly records?: object } = {}
): DeclaredDomain =>
  domain({
    name: "shelf",
    title: "Shelf",
    records: { item: record({ key: ["code"], fields: fields as DeclaredFields, ...item }), ...more.records },
    migrations: more.migrations ?? []
  })

const itemOf = (of: DeclaredDomain): RecordRef => recordNamed(of, "item")!

const rows = [
  { code: "one", pages: 10, read_on: "2024-02-29" },
  { code: "two", pages: null, format: "audio", read_on: null }
]

const values = (of: DeclaredDomain) =>
  Effect.flatMap(DeclaredStore, (store) =>
    Effect.map(
      store.list(itemOf(of), { days: {}, equals: {}, sort: "code", order: "asc", page: { page: 1, limit: 9 } }),
      (list) => list.rows.map((row) => row.values)
    )
  )

/** Opens a database with the first declaration and two records, as an earlier version of the owner's configuration. */
const filled = asProcess(shelf())(Effect.flatMap(DeclaredWrites, (writes) => writes.put(itemOf(shelf()), rows)))

const open = (of: DeclaredDomain) => Effect.either(asProcess(of)(values(of)))

const refused = [
  [
    "a removed field",
    shelf({ fields: { code: fields.code, format: fields.format, read_on: fields.read_on } }),
    "shelf.item.pages",
    "DROP COLUMN pages"
  ],
  ["another type", shelf({ fields: { ...fields, pages: text({ nullable: true }) } }), "shelf.item.pages", "TYPE text"],
  [
    "a nullable field that is required",
    shelf({ fields: { ...fields, pages: integer() } }),
    "shelf.item.pages",
    "SET NOT NULL"
  ],
  [
    "another key",
    shelf({ key: ["code", "format"], fields: { ...fields, format: choice(["paper", "audio"])() } }),
    "shelf.item.code, format",
    "CREATE UNIQUE INDEX"
  ],
  ["a new required field", shelf({ fields: { ...fields, author: text() } }), "shelf.item.author", "ADD COLUMN author"],
  [
    "a choice that records have",
    shelf({ fields: { ...fields, format: choice(["paper"])({ default: "paper" }) } }),
    "shelf.item.format",
    "UPDATE shelf_item"
  ],
  [
    "a removed record",
    domain({ name: "shelf", title: "Shelf", records: { other: record({ key: ["code"], fields }) } }),
    "shelf.item",
    "DROP TABLE shelf_item"
  ]
] as const

it.live("what loses nothing is done by itself", () =>
  Effect.gen(function* () {
    yield* filled
    const next = shelf(
      {
        fields: {
          ...fields,
          pages: integer({ nullable: true, facet: true }),
          format: choice(["paper", "audio", "screen"])({ default: "paper", facet: true }),
          author: text({ nullable: true, search: "subtitle" }),
          shelf_mark: text({ default: 'it\'s \\ "new"' })
        },
        feed: { item_read: { when: "read_on", title: (values) => `Read ${String(values["code"])}` } }
      },
      { records: { note: record({ key: ["body"], fields: { body: text() } }) } }
    )
    const added = { author: null, shelf_mark: 'it\'s \\ "new"' }
    const [current, feed] = yield* asProcess(next)(
      Effect.all([
        values(next),
        Effect.flatMap(FeedStore, (store) => store.page({ domain: "shelf", range: always, after: null, limit: 9 }))
      ])
    )
    expect(current).toStrictEqual([
      { ...rows[0], format: "paper", ...added },
      { ...rows[1], ...added }
    ])
    expect(feed.map(({ date, title }) => [date, title])).toStrictEqual([["2024-02-29", "Read one"]])
    // The tables are those of a database that always had this declaration.
    const migrated = yield* schema
    const sql = yield* SqlClient.SqlClient
    yield* sql`DROP TABLE shelf_item, shelf_note`
    yield* sql`TRUNCATE domain_declarations, domain_counts, feed_items`
    yield* asProcess(next)(Effect.void)
    const fresh = yield* schema
    expect(migrated).toStrictEqual(fresh)
  }).pipe(Effect.provide(newDatabase()))
)
it.live.each(refused)("%s is refused by name, and nothing changes", ([, next, place, statement]) =>
  Effect.gen(function* () {
    yield* filled
    const before = yield* schema
    const answer = yield* open(next)
    expect(Either.isLeft(answer) && String((answer.left as Error).message)).toSatisfy(
      (line: string) => line.startsWith(`${place}:`) && line.includes(statement) && !line.includes("\n")
    )
    expect(yield* schema).toStrictEqual(before)
    expect(yield* asProcess(shelf())(values(shelf()))).toHaveLength(2)
  }).pipe(Effect.provide(newDatabase()))
)
it.live("a host of the declaration before reads and writes next to one of the next", () =>
  Effect.gen(function* () {
    yield* filled
    const choices = choice(["paper", "audio", "screen"])({ default: "paper" })
    const next = shelf({ fields: { ...fields, format: choices, author: text({ nullable: true }) } })
    const three = { code: "three", pages: 1, format: "screen", read_on: null }
    yield* asProcess(next)(
      Effect.flatMap(DeclaredWrites, (writes) => writes.put(itemOf(next), [{ ...three, author: "Ina Vale" }]))
    )
    const before = shelf()
    const older = <A, E>(work: Effect.Effect<A, E, DeclaredStore | DeclaredWrites>) =>
      Effect.provide(work, declaredServices([before]))
    const changed = yield* older(
      Effect.gen(function* () {
        const writes = yield* DeclaredWrites
        const all = yield* values(before)
        expect(
          all.map(
            (one) =>
              recordView(itemOf(before), () => null)({ id: 1, picture: null, sources: [], values: one })["format"]
          )
        ).toStrictEqual(["paper", "screen", "audio"])
        const view = recordView(itemOf(before), () => null)({ id: 1, picture: null, sources: [], values: all[1]! })
        expect(Schema.encodeUnknownEither(recordSchema(itemOf(before)))(view)._tag).toBe("Right")
        yield* writes.put(itemOf(before), [{ ...rows[0], pages: 11 }])
        return (yield* writes.change(itemOf(before), 3, { pages: 2 })).upserted
      })
    )
    expect(changed).toHaveLength(1)
    const now = yield* asProcess(next)(values(next))
    expect(now.map((one) => [one["code"], one["pages"], one["format"], one["author"]])).toStrictEqual([
      ["one", 11, "paper", null],
      ["three", 2, "screen", "Ina Vale"],
      ["two", null, "audio", null]
    ])
    // It cannot start again: it would lose a field.
    const again = yield* open(before)
    expect(Either.isLeft(again) && String((again.left as Error).message)).toContain("shelf.item.author")
    expect(yield* asProcess(next)(values(next))).toStrictEqual(now)
  }).pipe(Effect.provide(newDatabase()))
)
it.live("migrations run once each, in order, or not at all", () =>
  Effect.gen(function* () {
    yield* filled
    const { pages: _, ...without } = fields
    const renamed = { ...without, page_count: integer() }
    const first = "ALTER TABLE shelf_item RENAME COLUMN pages TO page_count"
    const second =
      "UPDATE shelf_item SET page_count = 7 WHERE page_count IS NULL; " +
      "ALTER TABLE shelf_item ALTER COLUMN page_count SET NOT NULL"
    const broken = yield* open(shelf({ fields: renamed }, { migrations: [first, second, "SELECT nonsense"] }))
    expect(Either.isLeft(broken) && String((broken.left as Error).message)).toContain("shelf: migration 3 failed")
    const next = shelf({ fields: renamed }, { migrations: [first, second] })
    for (const _ of [1, 2]) {
      const migratedRows = yield* Effect.flatten(open(next))
      expect(migratedRows.map((row) => row["page_count"])).toStrictEqual([10, 7])
    }
    // What the tables say after a migration is what the sources said: a change by hand keeps the rest.
    const changed = asProcess(next)(
      Effect.gen(function* () {
        const writes = yield* DeclaredWrites
        const store = yield* DeclaredStore
        const query = { days: {}, equals: {}, sort: "id", order: "asc" as const, page: { page: 1, limit: 1 } }
        const {
          rows: [row]
        } = yield* store.list(itemOf(next), query)
        yield* writes.change(itemOf(next), row!.id, { format: "audio" })
        return yield* values(next)
      })
    )
    expect((yield* changed).map((row) => [row["format"], row["page_count"]])).toStrictEqual([
      ["audio", 10],
      ["audio", 7]
    ])
    const older = yield* open(shelf({ fields: renamed }, { migrations: [first] }))
    expect(Either.isLeft(older) && String((older.left as Error).message)).toContain("shelf: 2 migrations")
  }).pipe(Effect.provide(newDatabase()))
)
it.live("of several processes that open at once one makes the tables", () =>
  Effect.gen(function* () {
    const all = yield* Effect.all(
      Array.from({ length: 4 }, () => open(shelf())),
      { concurrency: "unbounded" }
    )
    expect(all.map((one) => Either.isRight(one))).toStrictEqual([true, true, true, true])
  }).pipe(Effect.provide(newDatabase()))
)
it.live("a domain that the configuration no longer names stays, and no answer shows it", () =>
  Effect.gen(function* () {
    const feed = { item_read: { when: "read_on", title: () => "Read" } }
    yield* asProcess(shelf({ feed }))(
      Effect.flatMap(DeclaredWrites, (writes) => writes.put(itemOf(shelf({ feed })), rows))
    )
    const other = domain({ name: "other", title: "Other", records: { one: record({ key: ["code"], fields }) } })
    const [orphans, items] = yield* asProcess(other)(
      Effect.all([
        orphanedDomains,
        Effect.flatMap(FeedStore, (store) => store.page({ domain: null, range: always, after: null, limit: 9 })).pipe(
          Effect.provide(PostgresFeedStore.layer),
          Effect.provide(hiddenDomains)
        )
      ])
    )
    expect(orphans).toStrictEqual(["shelf"])
    expect(items).toStrictEqual([])
    expect(yield* asProcess(shelf({ feed }))(values(shelf()))).toHaveLength(2)
  }).pipe(Effect.provide(newDatabase()))
)
it.live("a record whose table Daybook has already is refused", () =>
  Effect.gen(function* () {
    const clash = domain({ name: "api", title: "API", records: { keys: record({ key: ["code"], fields }) } })
    const answer = yield* Effect.either(asProcess(clash)(Effect.void))
    expect(Either.isLeft(answer) && String((answer.left as Error).message)).toContain(
      "api.keys: the database has another table api_keys"
    )
  }).pipe(Effect.provide(newDatabase()))
)
