import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { removeAll } from "../../src/backup/rows/emptying.js"
import { shapes } from "../../src/backup/rows/readRows.js"
import { applied, latest, migrate, migrateTo } from "../../src/postgres/migrate.js"
import { migrations } from "../../src/postgres/migrations/index.js"
import { engines, newDatabase } from "../support/database.js"
import { fill } from "../support/fill.js"
import { rowsIn, schema } from "../support/holding.js"

const versions = Object.keys(migrations).map((name) => Number.parseInt(name, 10))

for (const engine of engines) {
  layer(newDatabase(engine), { excludeTestServices: true, timeout: "5 minutes" })(`migrations: ${engine.name}`, (it) => {
    for (const [index, version] of versions.entries()) {
      it.effect(`bring a database of version ${version} with rows in every table to this one, and lose nothing`, () =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const fresh = yield* schema
          const [before, after] = yield* sql.withTransaction(Effect.gen(function*() {
            yield* removeAll
            assert.equal(yield* migrateTo(version), index + 1)
            yield* fill(5)
            const tables = yield* shapes
            const held = yield* rowsIn(tables)
            assert.equal(Object.values(held).every((rows) => rows.length >= 1), true)
            assert.equal(yield* migrate, versions.length - index - 1)
            return [held, yield* rowsIn(tables)] as const
          }))
          assert.deepEqual(after, before)
          assert.equal(yield* applied, latest)
          assert.equal(yield* migrate, 0)
          assert.deepEqual(yield* schema, fresh)
        }))
    }
  })
}
