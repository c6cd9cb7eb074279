import { database, migrate as applyMigrations } from "@daybook/adapters"
import { Effect } from "effect"
import * as print from "../print.js"

interface MigrateOptions {
  readonly json: boolean
}

export const migrate = ({ json }: MigrateOptions) =>
  Effect.gen(function* () {
    const steps = yield* applyMigrations
    yield* print.answer(json, { applied: steps }, () =>
      print.line(
        steps === 0 ? "the database is already up to date" : `applied ${steps} migrations: the database is up to date`
      )
    )
  }).pipe(Effect.provide(database))
