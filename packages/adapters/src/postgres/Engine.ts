import { Engine } from "@daybook/core/metrics"
import { Effect, Layer, Option, type Scope } from "effect"
import { type NoDatabase, Opening } from "../Opening.js"
import { type Settings, settings } from "../Settings.js"
import { type Address, ConnectionPool } from "./Database.js"
import * as Embedded from "./embedded/Embedded.js"
import { restartsOf } from "./embedded/describe.js"
import type { EmbeddedFailure } from "./embedded/EmbeddedFailure.js"
import { implement } from "./kit/store.js"
import { sql } from "./kit/sql.js"
import { number } from "./kit/columns.js"

export const layer = Layer.effect(
  Engine,
  Effect.gen(function* () {
    const pool = yield* ConnectionPool
    const { dataDir, databaseUrl } = yield* settings
    return yield* implement(Engine, {
      kind: Option.isSome(databaseUrl) ? ("server" as const) : ("embedded" as const),
      connections: () => ({
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        max: pool.options.max
      }),
      bytes: Effect.map(
        sql({ bytes: number })`SELECT pg_database_size(current_database()) AS bytes`,
        ([row]) => row?.bytes ?? 0
      ),
      restarts: Option.isSome(databaseUrl) ? Effect.succeed([]) : restartsOf(dataDir)
    })
  })
)

/** The database address from the settings. The embedded database stays open until the scope closes. */
export const addressOf = ({
  dataDir,
  databaseUrl
}: Settings): Effect.Effect<Address, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Option.match(databaseUrl, {
    onSome: (url) => Effect.succeed(url),
    onNone: () => Effect.flatMap(Opening, ({ creates }) => Embedded.open({ dataDir, creates }))
  })
