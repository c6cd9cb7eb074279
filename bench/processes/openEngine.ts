import { database } from "@daybook/adapters"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { databaseUrl } from "../support/databaseUrl.js"
import { answering } from "../support/answering.js"

/** Opens the database for other processes and is idle. */
answering((_: null) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(database)
    const opened = Effect.zipRight(
      Effect.flatMap(PgClient.PgClient, (sql) => sql`SELECT 1`),
      databaseUrl
    )
    const address = yield* Effect.provide(opened, context)
    return [address, (_: never) => Effect.void] as const
  })
)
