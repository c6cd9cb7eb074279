import { database, migrate as bring } from "@daybook/adapters"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"

export const migrate = Command.make("migrate", { json: Options.json }, ({ json }) =>
  Effect.gen(function*() {
    const steps = yield* bring
    yield* print.answer(json, { applied: steps }, () =>
      print.line(steps === 0 ? "the database is at this version already" : `the database was brought to this version in ${steps} steps`))
  }).pipe(Effect.provide(database))
).pipe(Command.withDescription(described("Bring the database to this version", "daybook migrate")))
