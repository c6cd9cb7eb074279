import { Engine } from "@daybook/core/metrics"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { settings } from "../Settings.js"
import { ConnectionPool } from "./Database.js"
import { storage } from "./storage.js"

export const layer = Layer.effect(Engine, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const pool = yield* ConnectionPool
  const { databaseUrl } = yield* settings
  return {
    kind: Option.isSome(databaseUrl) ? "server" as const : "embedded" as const,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, most: pool.options.max }),
    bytes: storage("Engine.bytes")(Effect.map(
      sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`,
      ([row]) => row?.bytes ?? 0
    ))
  }
}))
