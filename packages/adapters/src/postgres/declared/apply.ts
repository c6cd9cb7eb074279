import { feedItemType, logChanges, logRecords } from "@daybook/core/changes"
import {
  type DeclaredDomain,
  DeclaredDomains,
  DeclaredRecords,
  type RecordRef,
  clashIn,
  publishRecords,
  recordNamed,
  recordsOf
} from "@daybook/core/domain"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { boolean, nullable, number, text, texts, toJson } from "../kit/columns.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { SchemaFailure } from "../migrate.js"
import { atomically } from "../Transaction.js"
import { Versions } from "../Versions.js"
import { type AppliedDeclaration, appliedDeclarations } from "./declarations.js"
import { recountAll } from "./counts.js"
import { recomputeDays } from "./days.js"
import { type ActualTable, type Plan, planOf } from "./plan.js"
import { rebaseReports } from "./rebase.js"
import { type DomainShape, nameFor, readShape, recordIn, shapeOf, tableOf } from "./shape.js"

const refuse = (message: string) => new SchemaFailure({ message })

/** Fails if two domains, or two records, would have the same table. */
const requireDistinct = (declared: ReadonlyArray<DeclaredDomain>) => {
  const clash = clashIn(declared)
  return clash === null ? Effect.void : refuse(clash)
}

const canonical = (shape: unknown) => JSON.stringify(readShape(shape))

const isApplied = (domain: DeclaredDomain, applied: AppliedDeclaration | undefined): boolean =>
  applied !== undefined &&
  applied.migrations === domain.migrations.length &&
  canonical(applied.shape) === canonical(shapeOf(domain))

const byName = (all: ReadonlyArray<AppliedDeclaration>, { name }: DeclaredDomain) =>
  all.find((one) => one.name === name)

/** The declared domains whose tables do not follow their declaration, and whether migrations of them are due. */
export const dueDeclarations = Effect.gen(function* () {
  const declared = yield* DeclaredDomains
  if (declared.length === 0) return { domains: [], migrates: false }
  yield* requireDistinct(declared)
  const applied = yield* appliedDeclarations
  const domains = declared.filter((domain) => !isApplied(domain, byName(applied, domain)))
  return {
    domains,
    migrates: domains.some((domain) => domain.migrations.length > (byName(applied, domain)?.migrations ?? Infinity))
  }
})

const actualColumns = { table: text, name: text, type: text, required: boolean }
const actualIndexes = { table: text, name: text, columns: nullable(texts) }

/** The tables with these names that exist. */
const actualTables = Effect.fn("declared.actualTables")(function* (names: ReadonlyArray<string>) {
  const isNamed = sql`class.relnamespace = current_schema()::regnamespace AND class.relname = ANY(${names}::text[])`
  const columns = yield* sql(actualColumns)`
    SELECT class.relname::text AS table, attname::text AS name, format_type(atttypid, atttypmod) AS type,
      attnotnull AS required
    FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid
    WHERE ${isNamed} AND attnum > 0 AND NOT attisdropped`
  const indexes = yield* sql(actualIndexes)`
    SELECT class.relname::text AS table, part.relname::text AS name, ARRAY(
      SELECT attname::text FROM unnest(indkey) WITH ORDINALITY AS place (number, at)
      JOIN pg_attribute ON attrelid = class.oid AND attnum = place.number ORDER BY at
    ) AS columns
    FROM pg_class AS class JOIN pg_index ON indrelid = class.oid JOIN pg_class AS part ON part.oid = indexrelid
    WHERE ${isNamed}`
  return new Map(
    names.flatMap((name): ReadonlyArray<[string, ActualTable]> => {
      const own = columns.filter((column) => column.table === name)
      const theirs = indexes.filter((index) => index.table === name)
      if (own.length === 0) return []
      return [
        [
          name,
          {
            columns: new Map(own.map((column) => [column.name, column])),
            key: theirs.find((index) => index.name === nameFor(name, "key"))?.columns ?? [],
            indexes: theirs.map((index) => index.name)
          }
        ]
      ]
    })
  )
})

/** Runs SQL text of a declaration; several statements are separated by semicolons. */
const run = (statement: string) => sql`${sql.literal(statement)}`

const runMigrations = Effect.fn("declared.runMigrations")(function* (domain: DeclaredDomain, applied: number) {
  for (const [index, statement] of domain.migrations.entries()) {
    if (index < applied) continue
    yield* Effect.mapError(run(statement), ({ cause }) =>
      refuse(
        `${domain.name}: migration ${index + 1} failed (${cause instanceof Error ? cause.message : String(cause)}); ` +
          "nothing was changed"
      )
    )
  }
})

const requireValues = (narrowed: Plan["narrowed"]) =>
  Effect.forEach(narrowed, ({ column, place, table, values }) =>
    Effect.flatMap(
      countOf(sql`SELECT count(*) FROM ${sql(table)} WHERE NOT ${sql(column)} = ANY(${values}::text[])`),
      (count) =>
        count === 0
          ? Effect.void
          : refuse(
              `${place}: ${count} records have a value that it no longer has; add a migration to the domain such as ` +
                JSON.stringify(`UPDATE ${table} SET ${column} = … WHERE ${column} = …`)
            )
    )
  )

const portion = 500

/** Publishes all records of a type to feed, search and pictures again. */
const republish = (of: RecordRef) =>
  Effect.gen(function* () {
    const records = yield* DeclaredRecords
    for (let last = 0; ;) {
      const rows = yield* records.after(of, last, portion)
      if (rows.length === 0) return
      yield* publishRecords(of, { upserted: rows, deleted: [] })
      last = rows.at(-1)!.id
    }
  })

const sharedTables = ["feed_items", "search_documents", "images"]

const logItems = (domain: string, items: ReadonlyArray<{ readonly id: number }>) =>
  logChanges(
    domain,
    "delete",
    feedItemType,
    items.map(({ id }) => id)
  )

/** Logs the records of types that a migration dropped, and their feed items, as deleted. */
const logLost = (domain: string, isLost: Statement.Fragment) =>
  Effect.gen(function* () {
    const records = yield* sql({ type: text, id: text })`
      SELECT entity_type AS type, entity_id AS id FROM changes
      WHERE domain = ${domain} AND op = 'upsert' AND ${isLost}`
    yield* logRecords(records.map((record) => ({ ...record, domain, op: "delete" })))
    yield* logItems(
      domain,
      yield* sql({ id: number })`SELECT id FROM feed_items WHERE domain = ${domain} AND ${isLost}`
    )
  })

/** Removes what shared services have of record types, or of kinds of feed entries, that a migration dropped. */
const withdrawLost = (domain: string, before: DomainShape, next: DomainShape) =>
  Effect.gen(function* () {
    const lost = before.flatMap(([name]) => (recordIn(next, name) === undefined ? [name] : []))
    yield* logLost(domain, sql`entity_type = ANY(${lost}::text[])`)
    for (const table of lost.length === 0 ? [] : sharedTables)
      yield* sql`DELETE FROM ${sql(table)} WHERE domain = ${domain} AND entity_type = ANY(${lost}::text[])`
    yield* sql`DELETE FROM domain_facets WHERE domain = ${domain} AND record = ANY(${lost}::text[])`
    for (const [name, { feed }] of next) {
      const kinds = feed.map(([kind]) => kind)
      yield* logItems(
        domain,
        yield* sql({ id: number })`
          DELETE FROM feed_items
          WHERE domain = ${domain} AND entity_type = ${name} AND NOT event_type = ANY(${kinds}::text[]) RETURNING id`
      )
    }
  })

const store = (domain: DeclaredDomain, shape: DomainShape) => sql`
  INSERT INTO domain_declarations (domain, declaration, migrations)
  VALUES (${domain.name}, ${toJson(shape)}::jsonb, ${domain.migrations.length}::int)
  ON CONFLICT (domain) DO UPDATE SET declaration = excluded.declaration, migrations = excluded.migrations`

const applyOne = Effect.fn("declared.apply")(function* (
  domain: DeclaredDomain,
  applied: AppliedDeclaration | undefined
) {
  const next = shapeOf(domain)
  const before = applied?.shape
  if (applied !== undefined && applied.migrations > domain.migrations.length) {
    return yield* refuse(
      `${domain.name}: ${applied.migrations} migrations of it ran and it has ${domain.migrations.length}: ` +
        "use the newer declaration, and append migrations only"
    )
  }
  if (applied !== undefined) yield* runMigrations(domain, applied.migrations)
  const names = [...next, ...(before ?? [])].map(([record]) => tableOf(domain.name, record))
  const plan = planOf(domain.name, next, before, yield* actualTables(Array.from(new Set(names))))
  if (plan.refusals.length > 0) return yield* refuse(plan.refusals[0]!)
  yield* requireValues(plan.narrowed)
  yield* Effect.forEach(plan.statements, run)
  yield* store(domain, next)
  const refsOf = (records: ReadonlyArray<string>) =>
    records.flatMap((record): ReadonlyArray<RecordRef> =>
      [recordNamed(domain, record)].filter((of) => of !== undefined)
    )
  const isMigrated = applied !== undefined && applied.migrations < domain.migrations.length
  if (isMigrated) yield* Effect.forEach(recordsOf(domain), rebaseReports)
  yield* Effect.forEach(recordsOf(domain), recountAll)
  yield* Effect.forEach(refsOf(plan.dated), (of) => recomputeDays(of))
  if (before !== undefined) yield* withdrawLost(domain.name, before, next)
  yield* Effect.forEach(refsOf(plan.published), republish)
  yield* Effect.flatMap(Versions, (versions) => versions.bump(domain.name))
})

/**
 * Brings the tables of the declared domains to their declarations, one process at a time and all in one transaction.
 * Fails with `SchemaFailure` where something would be lost.
 */
export const applyDeclarations = atomically(
  Effect.gen(function* () {
    yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook migrations'))`
    const applied = yield* appliedDeclarations
    // Another process may have been faster.
    const { domains } = yield* dueDeclarations
    for (const domain of domains) yield* applyOne(domain, byName(applied, domain))
  })
)
