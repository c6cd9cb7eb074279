import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

/** Connection options for PostgreSQL's driver. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
    }

/** The connection options of the client in the context, so that other clients can share its database. */
export const addressOf: Effect.Effect<DatabaseAddress, never, PgClient.PgClient> = Effect.map(
  PgClient.PgClient,
  ({ config }) =>
    config.url === undefined
      ? {
          host: config.host ?? "127.0.0.1",
          port: config.port ?? 5432,
          user: config.username ?? "postgres",
          database: config.database ?? "postgres",
          ...(config.password === undefined ? {} : { password: Redacted.value(config.password) })
        }
      : { connectionString: Redacted.value(config.url) }
)
