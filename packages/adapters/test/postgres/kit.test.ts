import { StorageFailure } from "@daybook/core/shared"
import { depth } from "../support/depth.js"
import { type SqlClient, type Statement } from "@effect/sql"
import { type SqlError } from "@effect/sql/SqlError"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, FastCheck as fc, Layer, Struct } from "effect"
import * as column from "../../src/postgres/kit/columns.js"
import { domainLock } from "../../src/postgres/kit/domainLock.js"
import {
  countOf,
  every,
  ifPresent,
  onDays,
  orderBy,
  paged,
  rowsColumn,
  rowsOf,
  toRows,
  within
} from "../../src/postgres/kit/query.js"
import { sql } from "../../src/postgres/kit/sql.js"
import { inTransaction } from "../../src/postgres/inTransaction.js"
import { storeLayer } from "../../src/postgres/kit/store.js"
import { jsonObject, table } from "../../src/postgres/kit/table.js"
import { newDatabase } from "../support/database.js"
import { forEvery } from "../support/property.js"

const kinds = ["vinyl", "cd"] as const

/** One column of each type. */
const things = table("things", {
  id: column.number,
  kind: column.oneOf(kinds),
  title: column.text,
  subTitle: column.nullable(column.text),
  size: column.bigint,
  share: column.float,
  isRead: column.nullable(column.boolean),
  day: column.date,
  seenAt: column.nullable(column.instant),
  tags: column.texts,
  detail: column.json<{ readonly a: string; readonly b: number | null }>()
})
type Thing = column.RowOf<typeof things.columns>

const create = sql`
  CREATE TEMPORARY TABLE IF NOT EXISTS things (
    id integer PRIMARY KEY, kind text NOT NULL, title text NOT NULL, sub_title text, size bigint NOT NULL, share float8 NOT NULL,
    is_read boolean, day date NOT NULL, seen_at timestamptz, tags text[] NOT NULL, detail jsonb NOT NULL
  ) ON COMMIT DROP`

/** Texts that PostgreSQL can store: no NUL, whole surrogate pairs. */
const words = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", ""))
const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => value || 0)
const days = fc.integer({ min: 0, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
const thing: fc.Arbitrary<Thing> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom(...kinds),
  title: words,
  subTitle: orNull(words),
  size: fc.maxSafeInteger(),
  share: finite,
  isRead: orNull(fc.boolean()),
  day: days,
  seenAt: orNull(fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000)),
  tags: fc.array(words, { maxLength: 4 }),
  detail: fc.record({ a: words, b: orNull(fc.integer()) })
})
const page = fc.uniqueArray(thing, { selector: ({ id }) => id, maxLength: 8 })

const allThings = sql(things.columns)`SELECT ${things.select("thing")} FROM things AS thing ORDER BY id`
const sorted = (rows: Iterable<Thing>) => [...rows].sort((a, b) => a.id - b.id)
/** Runs in a transaction that leaves nothing behind. */
const scratch = <A, E, R>(effect: Effect.Effect<A, E, R>) => inTransaction(Effect.zipRight(create, effect))

class Shelf extends Context.Tag("@daybook/test/Shelf")<
  Shelf,
  {
    readonly broken: Effect.Effect<number, StorageFailure>
    readonly double: (value: number) => Effect.Effect<number, StorageFailure>
    readonly name: string
  }
>() {}
const shelf = storeLayer(Shelf, {
  broken: Effect.map(sql({ id: column.number })`SELECT id FROM no_such_table`, ([row]) => row!.id),
  double: (value) => countOf(sql`SELECT ${value}::int * 2`),
  name: "shelf"
})

layer(newDatabase(), { excludeTestServices: true, timeout: "2 minutes" })("kit", (it) => {
  it.effect("reads rows back as they were inserted, and skips those that exist", () =>
    forEvery(
      page,
      (rows) =>
        scratch(
          Effect.gen(function* () {
            yield* things.insert(rows)
            expect(yield* allThings).toEqual(sorted(rows))
            yield* things.insert(
              rows.map((row) => ({ ...row, title: "another" })),
              { skip: true }
            )
            expect(yield* allThings).toEqual(sorted(rows))
          })
        ).pipe(Effect.orDie),
      { numRuns: depth(25) }
    )
  )

  it.effect("upserts rows and answers exactly the new and changed ones", () =>
    forEvery(
      fc.array(page, { minLength: 1, maxLength: 4 }),
      (pages) =>
        scratch(
          Effect.gen(function* () {
            const model = new Map<number, Thing>()
            for (const rows of pages) {
              const changes = yield* things.upsert(rows, {
                key: ["id"],
                keep: ["size"],
                set: { subTitle: sql`coalesce(excluded.sub_title, stored.sub_title)` },
                when: sql`excluded.kind >= stored.kind`,
                returning: { id: column.number }
              })
              const expected = rows.flatMap((row) => {
                const before = model.get(row.id)
                if (before !== undefined && row.kind < before.kind) return []
                const after =
                  before === undefined ? row : { ...row, size: before.size, subTitle: row.subTitle ?? before.subTitle }
                model.set(row.id, after)
                return JSON.stringify(after) === JSON.stringify(before)
                  ? []
                  : [{ id: row.id, isNew: before === undefined }]
              })
              expect([...changes].sort((a, b) => a.id - b.id)).toEqual(expected.sort((a, b) => a.id - b.id))
              expect(yield* allThings).toEqual(sorted(model.values()))
            }
          })
        ).pipe(Effect.orDie),
      { numRuns: depth(25) }
    )
  )

  it.effect("answers columns of the rows that it inserts", () =>
    forEvery(
      page,
      (rows) =>
        scratch(
          Effect.gen(function* () {
            const inserted = yield* things.insertReturning(rows, {
              id: column.number,
              subTitle: things.columns.subTitle
            })
            expect(inserted).toEqual(rows.map(({ id, subTitle }) => ({ id, subTitle })))
            expect(yield* allThings).toEqual(sorted(rows))
          })
        ).pipe(Effect.orDie),
      { numRuns: depth(10) }
    )
  )

  it.effect("updates stored rows and answers exactly the changed ones", () =>
    forEvery(
      fc.record({ before: page, incoming: page }),
      ({ before, incoming }) =>
        scratch(
          Effect.gen(function* () {
            yield* things.insert(before)
            const changes = yield* things.update(incoming, {
              key: ["id"],
              set: { subTitle: sql`coalesce(incoming.sub_title, stored.sub_title)` },
              returning: { id: column.number }
            })
            const rows = new Map(incoming.map((row) => [row.id, row]))
            const expected = before.map((row) => {
              const next = rows.get(row.id) ?? row
              return { ...next, subTitle: next.subTitle ?? row.subTitle }
            })
            expect(yield* allThings).toEqual(sorted(expected))
            expect(changes.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
              expected
                .filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
                .map(({ id }) => id)
                .sort((a, b) => a - b)
            )
          })
        ).pipe(Effect.orDie),
      { numRuns: depth(25) }
    )
  )

  it.effect("selects a range of instants or days, in an order without ties, page by page", () =>
    forEvery(
      fc.record({
        rows: page,
        from: orNull(fc.integer({ min: 0, max: 4_000_000_000_000 })),
        to: orNull(fc.integer({ min: 0, max: 4_000_000_000_000 })),
        first: orNull(days),
        last: orNull(days),
        order: fc.constantFrom("asc" as const, "desc" as const),
        page: fc.integer({ min: 1, max: 3 }),
        limit: fc.integer({ min: 1, max: 3 })
      }),
      ({ first, from, last, limit, order, page, rows, to }) =>
        scratch(
          Effect.gen(function* () {
            yield* things.insert(rows)
            const where = every([within("seen_at", { from, to }), onDays("day", { from: first, to: last })])
            const answer = yield* paged(
              { page, limit },
              sql({ id: column.number, total: column.number })`
                SELECT id, count(*) OVER () AS total FROM things WHERE ${where}
                ORDER BY ${orderBy("seen_at", order, "id")} LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
              ({ id }) => id,
              countOf(sql`SELECT count(*) FROM things WHERE ${where}`)
            )
            const isWithin = ({ day, seenAt }: Thing) =>
              (from === null || (seenAt !== null && seenAt >= from)) &&
              (to === null || (seenAt !== null && seenAt < to)) &&
              (first === null || day >= first) &&
              (last === null || day <= last)
            const sign = order === "asc" ? 1 : -1
            const expected = rows
              .filter(isWithin)
              .sort((a, b) =>
                a.seenAt === b.seenAt
                  ? sign * (a.id - b.id)
                  : a.seenAt === null
                    ? 1
                    : b.seenAt === null
                      ? -1
                      : sign * (a.seenAt - b.seenAt)
              )
            expect(answer).toEqual({
              rows: expected.slice((page - 1) * limit, page * limit).map(({ id }) => id),
              total: expected.length
            })
          })
        ).pipe(Effect.orDie),
      { numRuns: depth(40) }
    )
  )

  it.effect("refuses a row that is not what the program expects, and names the column", () =>
    Effect.gen(function* () {
      const messageOf = (query: Effect.Effect<unknown, SqlError, SqlClient.SqlClient>) =>
        Effect.map(Effect.flip(query), ({ cause }) => String(cause))
      expect(yield* messageOf(sql({ id: column.number })`SELECT 'one' AS id`)).toMatch(
        /column id holds a string, not a number/
      )
      expect(yield* messageOf(sql({ id: column.number })`SELECT NULL::int AS id`)).toMatch(/column id holds null/)
      expect(yield* messageOf(sql({ firstId: column.number })`SELECT 1 AS id`)).toMatch(/no column firstId/)
      expect(yield* messageOf(sql({ kind: column.oneOf(kinds) })`SELECT 'tape' AS kind`)).toMatch(/one of vinyl, cd/)
      expect(yield* sql({ id: column.nullable(column.number) })`SELECT NULL::int AS id`).toEqual([{ id: null }])
    })
  )

  it.effect("reads rows as JSON objects, checks every member, and lets null members be missing", () =>
    Effect.gen(function* () {
      const members = Struct.omit(things.columns, "seenAt")
      const one = { one: column.object<Omit<Thing, "seenAt">>(members) }
      yield* forEvery(
        page,
        (rows) =>
          scratch(
            Effect.gen(function* () {
              yield* things.insert(rows)
              const read = yield* sql(one)`
                SELECT jsonb_strip_nulls(${jsonObject(members, "thing")}) AS one FROM things AS thing ORDER BY id`
              const expected = sorted(rows).map((row) => Struct.omit(row, "seenAt"))
              expect(read.map(({ one }) => Object.assign({ subTitle: null, isRead: null }, one))).toEqual(
                expected.map((row) => ({ ...row, detail: expect.objectContaining({ a: row.detail.a }) }))
              )
            })
          ).pipe(Effect.orDie),
        { numRuns: depth(10) }
      )
      const name = column.object({ first: column.text, middle: column.nullable(column.text) })
      const isRead = (type: column.AnyColumn, value: unknown) =>
        Effect.isSuccess(sql({ value: type })`SELECT ${JSON.stringify(value)}::jsonb AS value`)
      for (const value of [{ first: "a" }, { first: "a", middle: null }, { first: "a", middle: "b", other: 1 }])
        expect(yield* isRead(name, value)).toBe(true)
      for (const value of [{}, { first: null }, { first: 1 }, { first: "a", middle: 1 }, [], "a", null])
        expect(yield* isRead(name, value)).toBe(false)
      expect(yield* isRead(column.list(name), [{ first: "a" }])).toBe(true)
      expect(yield* isRead(column.list(name), [{ first: "a" }, {}])).toBe(false)
      expect(yield* isRead(column.list(name), { first: "a" })).toBe(false)
      expect(yield* isRead(column.record(column.number), { putOuts: 2 })).toBe(true)
      expect(yield* isRead(column.record(column.number), { putOuts: "2" })).toBe(false)
      expect(yield* isRead(column.object({ one: column.optional(column.text) }), {})).toBe(true)
    })
  )

  it.effect("decodes the rows of a query that is one column, and refuses other rows", () =>
    Effect.gen(function* () {
      const columns = { id: column.number, subTitle: column.nullable(column.text) }
      const rows = (query: Statement.Fragment) =>
        Effect.flatMap(sql({ all: rowsColumn })`SELECT ${rowsOf(query)} AS all`, ([row]) => toRows(columns, row?.all))
      const values = (list: string) => sql`SELECT * FROM (VALUES ${sql.literal(list)}) AS row (id, sub_title)`
      expect(yield* rows(values("(1, 'a'), (2, NULL)"))).toStrictEqual([
        { id: 1, subTitle: "a" },
        { id: 2, subTitle: null }
      ])
      expect(yield* rows(sql`${values("(1, 'a')")} WHERE false`)).toStrictEqual([])
      expect(String((yield* Effect.flip(rows(values("('1', 'a')")))).cause)).toContain("the column id holds a string")
      expect(String((yield* Effect.flip(rows(sql`SELECT 1 AS id`))).cause)).toContain("no column subTitle")
    })
  )

  it.effect("leaves out conditions without a value", () =>
    Effect.gen(function* () {
      const count = (where: ReturnType<typeof every>) =>
        countOf(sql`SELECT count(*) FROM generate_series(1, 10) AS n WHERE ${where}`)
      expect(yield* count(every([]))).toBe(10)
      expect(yield* count(every([ifPresent<number>(null, (value) => sql`n > ${value}`)]))).toBe(10)
      expect(yield* count(every([ifPresent(3, (value) => sql`n > ${value}`), sql`n < 9`]))).toBe(5)
    })
  )

  it.effect("implements a port: its failures name the member", () =>
    Effect.gen(function* () {
      const port = yield* Shelf
      expect(port.name).toBe("shelf")
      expect(yield* port.double(21)).toBe(42)
      const failure = yield* Effect.flip(port.broken)
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure.operation).toBe("Shelf.broken")
      expect(failure.unavailable).toBe(false)
    }).pipe(Effect.provide(Layer.fresh(shelf)))
  )

  it.effect("lets one writer of a domain in at a time, and writers of different domains together", () =>
    Effect.gen(function* () {
      let inside = 0
      let most = 0
      const write = domainLock("running")(
        Effect.gen(function* () {
          inside += 1
          most = Math.max(most, inside)
          yield* Effect.sleep("20 millis")
          inside -= 1
        })
      )
      yield* Effect.all([write, write, write], { concurrency: "unbounded" })
      expect(most).toBe(1)
      // Inside a transaction the lock is that transaction's own: asking for it again does not wait.
      yield* inTransaction(Effect.zipRight(domainLock("running")(Effect.void), domainLock("running")(Effect.void)))
    })
  )
})
