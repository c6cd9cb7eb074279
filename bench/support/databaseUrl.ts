import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

/** The address of the client in the context, so that other clients can share its database. */
export const databaseUrl: Effect.Effect<string, never, PgClient.PgClient> = Effect.map(
  PgClient.PgClient,
  ({ config }) => (config.url === undefined ? "" : Redacted.value(config.url))
)
