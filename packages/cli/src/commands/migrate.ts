import { database, migrate as applyMigrations } from "@daybook/adapters"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { describeCommand } from "../help.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"

export const migrate = Command.make("migrate", { json: commonOptions.json }, ({ json }) =>
  Effect.gen(function* () {
    const steps = yield* applyMigrations
    yield* print.answer(json, { applied: steps }, () =>
      print.line(
        steps === 0 ? "the database is already up to date" : `applied ${steps} migrations: the database is up to date`
      )
    )
  }).pipe(Effect.provide(database))
).pipe(
  Command.withDescription(describeCommand("Apply the migrations of this version to the database", "daybook migrate"))
)
