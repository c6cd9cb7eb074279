import { Effect, Layer } from "effect"
import { upgrade } from "../../../src/backup/upgrade.js"
import * as Database from "../../../src/postgres/Database.js"
import { addressOf } from "../../../src/postgres/Engine.js"
import { settings } from "../../../src/Settings.js"

/**
 * Migrates the database of its settings as every start does, and reports the start and the end.
 */
const database = Layer.unwrapScoped(Effect.map(Effect.flatMap(settings, addressOf), Database.layer))

const say = (word: string) => Effect.sync(() => process.send?.(word))

const main = Effect.zipRight(Effect.zipRight(say("begun"), upgrade), say("done"))

void Effect.runPromise(Effect.provide(main, database)).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(String(error))
    process.exit(1)
  }
)
