import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { shapes } from "../../src/backup/rows.js"
import { applied, latest, migrate, migrateTo } from "../../src/postgres/migrate.js"
import { migrations } from "../../src/postgres/migrations/index.js"
import { engines, newDatabase } from "../support/database.js"
import { fill } from "../support/fill.js"
import { rowsIn, schema } from "../support/holding.js"

const versions = Object.keys(migrations).map((name) => Number.parseInt(name, 10))

for (const engine of engines) {
  layer(newDatabase(engine), { excludeTestServices: true, timeout: "5 minutes" })(
    `migrations: ${engine.name}`,
    (it) => {
      for (const [index, version] of versions.entries()) {
        it.effect(`upgrade a database of version ${version} with rows in every table without loss`, () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const fresh = yield* schema
            const [before, after] = yield* sql.withTransaction(
              Effect.gen(function* () {
                yield* removeAll
                expect(yield* migrateTo(version)).toBe(index + 1)
                yield* fill(5)
                const tables = yield* shapes
                const originalRows = yield* rowsIn(tables)
                expect(Object.values(originalRows).every((rows) => rows.length >= 1)).toBe(true)
                expect(yield* migrate).toBe(versions.length - index - 1)
                return [originalRows, yield* rowsIn(tables)] as const
              })
            )
            expect(after).toStrictEqual(before)
            expect(yield* applied).toBe(latest)
            expect(yield* migrate).toBe(0)
            expect(yield* schema).toStrictEqual(fresh)
          })
        )
      }
    }
  )
}
