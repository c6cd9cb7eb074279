import { Migrator } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { Data, Effect, Option } from "effect"
import { migrations } from "./migrations/index.js"
import { explained } from "./storage.js"
import { sql } from "./kit/sql.js"
import { boolean, number, nullable } from "./kit/columns.js"
import { atomically } from "./Transaction.js"

/** This version cannot use the database. `message` says why and what to do next. */
export class SchemaFailure extends Data.TaggedError("SchemaFailure")<{ readonly message: string }> {}

export const table = "daybook_migrations"
export const latest = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** The number of the newest applied migration, 0 for an empty database. */
export const applied = Effect.gen(function* () {
  const [found] = yield* sql({ known: boolean })`SELECT to_regclass(${table}) IS NOT NULL AS known`
  if (found?.known !== true) return 0
  const [row] = yield* sql({ latest: nullable(number) })`SELECT max(migration_id) AS latest FROM ${sql(table)}`
  return row?.latest ?? 0
})

const because = (cause: unknown): string => {
  const reason = explained(cause instanceof SqlError ? cause.cause : cause)
  return reason instanceof Error ? ` (${reason.message})` : ""
}

/** The migrations up to a version. */
const until = (version: number) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => Number.parseInt(name, 10) <= version))

/** Migrates the database to a version and returns the number of applied migrations. One process at a time. */
export const migrateTo = Effect.fn("migrate")(function* (version: number) {
  const steps = atomically(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook migrations'))`
      const before = yield* applied
      if (before > latest) {
        return yield* new SchemaFailure({
          message: `the database was made by a newer Daybook (schema ${before}, this one knows ${latest}): upgrade Daybook, or use another data folder`
        })
      }
      if (before >= version) return 0
      // Without this table the migrator's first query would fail and abort the transaction.
      yield* sql`
      CREATE TABLE IF NOT EXISTS ${sql(table)} (
        migration_id integer PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), name text NOT NULL
      )`
      const done = yield* Migrator.make({})({ loader: Migrator.fromRecord(until(version)), table })
      return done.length
    })
  )
  // The migrator reports a failed migration as a defect.
  const withReason = Effect.catchSomeDefect(steps, (defect) =>
    defect instanceof Migrator.MigrationError ? Option.some(Effect.fail(defect)) : Option.none()
  )
  return yield* Effect.catchTag(
    withReason,
    "MigrationError",
    (error) =>
      new SchemaFailure({
        message: `the database could not be migrated to this version: ${error.message}${because(error.cause)}; nothing was changed`
      })
  )
})

/** Migrates the database to this version and returns the number of applied migrations. One process at a time. */
export const migrate = migrateTo(latest)
