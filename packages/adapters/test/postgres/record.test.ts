import * as record from "@daybook/core/kit"
import { depth } from "../support/depth.js"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Schema } from "effect"
import { number, text } from "../../src/postgres/kit/columns.js"
import { columnsOf } from "../../src/postgres/kit/record.js"
import { sql } from "../../src/postgres/kit/sql.js"
import { inTransaction } from "../../src/postgres/inTransaction.js"
import { table } from "../../src/postgres/kit/table.js"
import { newDatabase } from "../support/database.js"
import { forEvery } from "../support/property.js"

const kinds = ["vinyl", "cd"] as const
const Body = Schema.Struct({ words: Schema.String, parts: Schema.Array(Schema.String) })

/** One field of each type, and one that may be null. */
const fields = {
  id: record.integer(),
  words: record.text(),
  words0: record.text({ nullable: true }),
  size: record.bigint(),
  size0: record.bigint({ nullable: true }),
  rank: record.smallint(),
  rank0: record.smallint({ nullable: true }),
  amount: record.numeric(),
  amount0: record.numeric({ nullable: true }),
  share: record.number(),
  share0: record.number({ nullable: true }),
  speed: record.real(),
  speed0: record.real({ nullable: true }),
  isRead: record.boolean(),
  isRead0: record.boolean({ nullable: true }),
  day: record.date(),
  day0: record.date({ nullable: true }),
  seenAt: record.instant(),
  seenAt0: record.instant({ nullable: true }),
  tags: record.texts(),
  tags0: record.texts({ nullable: true }),
  kind: record.choice(kinds)(),
  kind0: record.choice(kinds)({ nullable: true }),
  body: record.json(Body)(),
  body0: record.json(Body)({ nullable: true })
}
type Row = record.RowOf<typeof fields>

const records = table("records", columnsOf(fields))

const create = sql`
  CREATE TEMPORARY TABLE IF NOT EXISTS records (
    id integer PRIMARY KEY, words text NOT NULL, words0 text, size bigint NOT NULL, size0 bigint,
    rank smallint NOT NULL, rank0 smallint, amount numeric NOT NULL, amount0 numeric, share float8 NOT NULL,
    share0 float8, speed real NOT NULL, speed0 real, is_read boolean NOT NULL, is_read0 boolean, day date NOT NULL,
    day0 date, seen_at timestamptz NOT NULL, seen_at0 timestamptz, tags text[] NOT NULL, tags0 text[],
    kind text NOT NULL, kind0 text, body jsonb NOT NULL, body0 jsonb
  ) ON COMMIT DROP`
/** Runs in a transaction that leaves nothing behind. */
const scratch = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.orDie(inTransaction(Effect.zipRight(create, effect)))

const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
/** Whole surrogate pairs, and often a NUL character. */
const words = fc.array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 4 }), fc.constant("\0")), { maxLength: 4 })
const texts = words.map((parts) => parts.join(""))
/** PostgreSQL has no negative zero in decimals. */
const amounts = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => value || 0)
const days = fc.integer({ min: 0, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
const instants = fc.integer({ min: 0, max: 4_000_000_000_000 })
const tags = fc.array(texts, { maxLength: 3 })
const bodies = fc.record({ words: texts, parts: tags })
const twoOf = <A, Name extends string>(name: Name, values: fc.Arbitrary<A>) =>
  ({ [name]: values, [`${name}0`]: orNull(values) }) as { [K in Name]: fc.Arbitrary<A> } & {
    [K in `${Name}0`]: fc.Arbitrary<A | null>
  }
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  ...twoOf("words", texts),
  ...twoOf("size", fc.maxSafeInteger()),
  ...twoOf("rank", fc.integer({ min: -32_768, max: 32_767 })),
  ...twoOf("amount", amounts),
  ...twoOf("share", amounts),
  // Exact in single precision and in decimal.
  ...twoOf(
    "speed",
    fc.integer({ min: -8192, max: 8192 }).map((eighths) => eighths / 8)
  ),
  ...twoOf("isRead", fc.boolean()),
  ...twoOf("day", days),
  ...twoOf("seenAt", instants),
  ...twoOf("tags", tags),
  ...twoOf("kind", fc.constantFrom(...kinds)),
  ...twoOf("body", bodies)
})
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 })

/** The database has no NUL characters. */
const withoutNul = <A>(value: A): A =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? part.replaceAll("\0", "") : part
  ) as A

const storedRows = sql(records.columns)`SELECT ${records.select("record")} FROM records AS record ORDER BY id`
const expected = (all: ReadonlyArray<Row>) => withoutNul([...all].sort((a, b) => a.id - b.id))

layer(newDatabase(), { excludeTestServices: true, timeout: "2 minutes" })("records", (it) => {
  it.effect("are read as they were written, whatever their fields, but for NUL characters", () =>
    forEvery(
      fc.tuple(rows, rows),
      ([first, second]) =>
        scratch(
          Effect.gen(function* () {
            yield* records.insert(first)
            expect(yield* storedRows).toEqual(expected(first))
            yield* records.upsert(second, { key: ["id"], returning: {} })
            const after = new Map([...first, ...second].map((one) => [one.id, one]))
            expect(yield* storedRows).toEqual(expected([...after.values()]))
            expect(yield* records.upsert(second, { key: ["id"], returning: { id: number } })).toEqual([])
          })
        ),
      { numRuns: depth(20) }
    )
  )

  it.effect("keep every digit of an exact number", () =>
    forEvery(
      fc.tuple(row, amounts),
      ([one, amount]) =>
        scratch(
          Effect.gen(function* () {
            yield* records.insert([{ ...one, amount }])
            const [result] = yield* sql({ amount: text })`SELECT amount::text AS amount FROM records`
            expect(Number(result!.amount)).toBe(amount)
          })
        ),
      { numRuns: depth(20) }
    )
  )

  it.effect("stay as they are if an upsert has no rows, or only keys and columns to keep", () =>
    forEvery(
      fc.tuple(rows, rows),
      ([first, second]) =>
        scratch(
          Effect.gen(function* () {
            const names = Object.keys(fields) as ReadonlyArray<keyof Row>
            const keepAll = {
              key: ["id"] as const,
              keep: names.filter((name) => name !== "id"),
              returning: { id: number }
            }
            yield* records.insert([])
            expect(yield* records.upsert([], keepAll)).toEqual([])
            yield* records.insert(first)
            const ids = new Set(first.map(({ id }) => id))
            const added = second.filter(({ id }) => !ids.has(id))
            const changes = yield* records.upsert(second, keepAll)
            expect(new Set(changes.map(({ id }) => id))).toEqual(new Set(added.map(({ id }) => id)))
            expect(changes.every(({ isNew }) => isNew)).toBe(true)
            expect(yield* storedRows).toEqual(expected([...first, ...added]))
          })
        ),
      { numRuns: depth(20) }
    )
  )

  it.effect("are written to the columns that a statement names", () =>
    forEvery(
      rows.filter((all) => all.length > 0),
      (all) =>
        scratch(
          Effect.gen(function* () {
            yield* sql`INSERT INTO records (${records.names}) SELECT ${records.names} FROM ${records.valuesOf(all)}`
            expect(yield* storedRows).toEqual(expected(all))
          })
        ),
      { numRuns: depth(5) }
    )
  )
})
