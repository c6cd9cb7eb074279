import { Migrator, SqlClient } from "@effect/sql"
import { SqlError } from "@effect/sql/SqlError"
import { Data, Effect, Option } from "effect"
import { atomically } from "./atomically.js"
import { migrations } from "./migrations/index.js"
import { explained } from "./storage.js"

/** The database is not one that this version can work on. `message` says why and what to do. */
export class SchemaFailure extends Data.TaggedError("SchemaFailure")<{ readonly message: string }> {}

export const table = "daybook_migrations"
export const latest = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** The number of the newest migration that the database has, 0 for an empty one. */
export const applied = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ known: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS known`
  if (found?.known !== true) return 0
  const [row] = yield* sql<{ latest: number | null }>`SELECT max(migration_id) AS latest FROM ${sql(table)}`
  return row?.latest ?? 0
})

const because = (cause: unknown): string => {
  const reason = explained(cause instanceof SqlError ? cause.cause : cause)
  return reason instanceof Error ? ` (${reason.message})` : ""
}

/** The steps up to a version. */
const until = (version: number) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => Number.parseInt(name, 10) <= version))

/** Brings the database to a version and says how many steps that took. One process at a time. */
export const migrateTo = Effect.fn("migrate")(function*(version: number) {
  const sql = yield* SqlClient.SqlClient
  const steps = atomically(Effect.gen(function*() {
    yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook migrations'))`
    const before = yield* applied
    if (before > latest) {
      return yield* new SchemaFailure({
        message: `the database was made by a newer Daybook (schema ${before}, this one knows ${latest}): upgrade Daybook, or use another data folder`
      })
    }
    if (before >= version) return 0
    // The migrator looks for its table with a query that fails where there is none, which would end the transaction.
    yield* sql`
      CREATE TABLE IF NOT EXISTS ${sql(table)} (
        migration_id integer PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), name text NOT NULL
      )`
    const done = yield* Migrator.make({})({ loader: Migrator.fromRecord(until(version)), table })
    return done.length
  }))
  // A step that fails reaches us as a defect.
  const told = Effect.catchSomeDefect(steps, (defect) => defect instanceof Migrator.MigrationError ? Option.some(Effect.fail(defect)) : Option.none())
  return yield* Effect.catchTag(told, "MigrationError", (error) =>
    new SchemaFailure({ message: `the database could not be brought to this version: ${error.message}${because(error.cause)}; nothing was changed` }))
})

/** Brings the database to this version and says how many steps that took. One process at a time. */
export const migrate = migrateTo(latest)
