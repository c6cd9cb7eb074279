import { Transaction } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { type TableShape, shapes } from "../../src/backup/rows.js"
import { applied, latest, migrate, migrateTo } from "../../src/postgres/migrate.js"
import { layer as transactionLayer } from "../../src/postgres/Transaction.js"
import { migrations } from "../../src/postgres/migrations/index.js"
import { newDatabase } from "../support/database.js"
import { histories } from "../support/depth.js"
import { fill } from "../support/fill.js"
import { rowsIn, schema, unmovedOf } from "../support/holding.js"

/** Tables of earlier versions whose rows migration 20 moves into `enrichment_tasks`, and the rows it makes of them. */
const moved = {
  listening_lookups: "'listening', task, kind::text, subject::text, due_at, attempts, true",
  running_lookups: `'running', source || CASE look_up WHEN 'detail' THEN '-details' ELSE '-' || look_up END,
    CASE look_up WHEN 'detail' THEN 'activity' ELSE look_up END, subject, due_at, attempts, attempts > 0`,
  watching_lookups: `'watching', task, (SELECT kind::text FROM watching_titles WHERE id = title_id), title_id::text,
    due_at, attempts, true`,
  collecting_lookups: `'collecting',
    CASE look_up WHEN 'release' THEN 'discogs-releases' WHEN 'film' THEN 'trakt-films' ELSE look_up END,
    look_up, subject::text, due_at, attempts, attempts > 0 OR due_at > now()`,
  reading_lookups: "'reading', look_up, 'article', article_id::text, due_at, attempts, tried",
  attending_lookups: "'attending', task, subject, subject_id::text, due_at, attempts, true"
}

/** The rows of `enrichment_tasks` as text: those that the tables of this version become, or its own. */
const tasksIn = (tables: ReadonlyArray<TableShape>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sources = tables.some(({ name }) => name === "enrichment_tasks")
      ? [["enrichment_tasks", "domain, task, kind, subject, due_at, attempts, tried"] as const]
      : Object.entries(moved).filter(([table]) => tables.some(({ name }) => name === table))
    const rows = yield* Effect.forEach(
      sources,
      ([table, columns]) =>
        sql<{ row: string }>`SELECT json_build_array(${sql.literal(columns)})::text AS row FROM ${sql(table)}`
    )
    return rows.flatMap((some) => some.map(({ row }) => row)).sort()
  })

/** The number of corrections: those that decisions of this version become, and its own. */
const correctionsIn = (tables: ReadonlyArray<TableShape>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const has = (table: string) => tables.some(({ name }) => name === table)
    const counts = [
      has("corrections") ? "SELECT count(*) FROM corrections" : "SELECT 0",
      has("attending_apart")
        ? `SELECT count(*) FROM attending_apart UNION ALL SELECT count(*) FROM attending_mentions WHERE rejected
           UNION ALL SELECT count(DISTINCT event_id) + count(DISTINCT name) FILTER (WHERE event_id IS NULL)
             FROM attending_mentions WHERE presence IS NOT NULL`
        : "SELECT 0",
      has("collecting_decisions")
        ? `SELECT count(*) FROM collecting_decisions
           WHERE kind = 'release' OR subject IN (SELECT id FROM collecting_films)`
        : "SELECT 0",
      has("running_apart") ? "SELECT count(*) FROM running_apart" : "SELECT 0",
      has("watching_apart") ? "SELECT count(*) FROM watching_apart WHERE first_id <> second_id" : "SELECT 0",
      tables.some(({ columns, name }) => name === "watching_unnumbered" && !columns.includes("decided_number"))
        ? `SELECT count(*) FROM watching_unnumbered AS name
           WHERE left_out OR to_jsonb(name) ->> 'is_film' = 'true' OR (number IS NOT NULL AND tmdb IS NULL)`
        : "SELECT 0"
    ]
    const rows = yield* sql<{ count: number }>`
      SELECT sum(count)::integer AS count FROM (${sql.literal(counts.join(" UNION ALL "))}) AS counts (count)`
    return rows[0]!.count
  })

const versions = Object.keys(migrations).map((name) => Number.parseInt(name, 10))

/** The oldest database, the one before the newest migration, and all others. A change breaks one of the first two. */
const [oldest, ...others] = versions.slice(0, -1)
const tried = histories([oldest!, ...others.toReversed()]).toSorted((one, other) => one - other)

/** The schema of a new database. */
class NewSchema extends Context.Tag("@daybook/adapters/test/NewSchema")<NewSchema, ReadonlyArray<string>>() {}

/** A database without tables. It climbs from version to version, so that each migration to them runs once. */
const emptied = Layer.provideMerge(
  Layer.effect(
    NewSchema,
    Effect.tap(schema, () => removeAll)
  ),
  Layer.provideMerge(transactionLayer, newDatabase())
)

layer(emptied, { excludeTestServices: true, timeout: "5 minutes" })("migrations", (it) => {
  for (const version of tried) {
    it.effect(`upgrade a database of version ${version} with rows in every table without loss`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* migrateTo(version)
        expect(yield* applied).toBe(version)
        const upgrade = Effect.gen(function* () {
          yield* fill(5)
          const allTables = yield* shapes
          const tables = unmovedOf(allTables)
          const read = (all: ReadonlyArray<TableShape>) =>
            Effect.all([rowsIn(tables), tasksIn(all), correctionsIn(all)])
          const before = yield* read(allTables)
          const steps = yield* migrate
          // A commit would check them now. The database goes back to its version instead.
          yield* sql`SET CONSTRAINTS ALL IMMEDIATE`
          const after = yield* read(yield* shapes)
          return { before, steps, after, schema: yield* schema, version: yield* applied, again: yield* migrate }
        })
        const { dryRun } = yield* Transaction
        const upgraded = yield* dryRun(upgrade)
        const [rows, tasks] = upgraded.before
        expect(Object.values(rows).every((some) => some.length >= 1)).toBe(true)
        expect(tasks.length).toBeGreaterThanOrEqual(version < 2 ? 0 : 2)
        expect(upgraded.steps).toBe(versions.filter((other) => other > version).length)
        expect(upgraded.after).toStrictEqual(upgraded.before)
        expect(upgraded).toMatchObject({ version: latest, again: 0 })
        expect(upgraded.schema).toStrictEqual(yield* NewSchema)
      })
    )
  }
})
