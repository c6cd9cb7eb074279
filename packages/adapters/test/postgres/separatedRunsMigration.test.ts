import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { correctionsOf } from "../../src/postgres/corrections/correctionsOf.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { newDatabase } from "../support/database.js"

/** The last version in which separated runs had a table of their own. */
const version = 56

const old = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    INSERT INTO running_apart (one, other, decided_at)
    VALUES ('garmin:77', 'strava:9', to_timestamp(20)), ('apple-health:x', 'garmin:77', to_timestamp(10))`
)

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("runs that were separated", (it) => {
  it.effect("in an earlier database are corrections with their time, and their table is gone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), old)))
      yield* migrate
      const corrections = yield* correctionsOf("running")
      expect(
        corrections.map(({ createdAt, kind, object, subject, type }) => [type, kind, subject, object, createdAt])
      ).toEqual([
        ["activity", "different", { report: "apple-health:x" }, { report: "garmin:77" }, 10_000],
        ["activity", "different", { report: "garmin:77" }, { report: "strava:9" }, 20_000]
      ])
      expect(yield* sql`SELECT to_regclass('running_apart') AS name`).toEqual([{ name: null }])
    })
  )
})
