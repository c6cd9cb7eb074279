import { hostLayer } from "@daybook/adapters"
import { Keys } from "@daybook/core/keys"
import { type IssuedScrobbler, ListeningRecords, Scrobblers } from "@daybook/core/listening"
import { type ListenerOptions, serve } from "@daybook/http"
import { SqlClient } from "../../../adapters/test/support/sqlClient.js"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { ConfigProvider, type Context, Effect, Layer, Redacted, type Scope } from "effect"
import { postgres } from "../../../adapters/test/support/database.js"
import { folder } from "./dataDir.js"

/** The settings of a host with a new database and data folder. */
export const newSettings: Effect.Effect<Readonly<Record<string, string>>, unknown, Scope.Scope> = Effect.gen(
  function* () {
    const address = yield* postgres.address
    return {
      DAYBOOK_DATA_DIR: yield* folder,
      DAYBOOK_SECRET: "the same on every host of the test",
      DAYBOOK_TIMEZONE: "Europe/Berlin",
      DAYBOOK_LOG_LEVEL: "none",
      DAYBOOK_APPLE_MUSIC_ENABLED: "false",
      DAYBOOK_MUSICBRAINZ_ENABLED: "false",
      DAYBOOK_DATABASE_URL: Redacted.value(address)
    }
  }
)

export interface InProcessHost {
  readonly url: string
  readonly admin: string
  readonly services: Context.Context<Layer.Layer.Success<typeof hostLayer>>
  readonly addScrobbler: (name: string) => Effect.Effect<IssuedScrobbler, unknown>
  /** Runs statements on the host's database. */
  readonly sql: SqlClient.SqlClient
}

/** A host of this process on a free port, until the scope closes. */
export const inProcessHost = (
  settings: Readonly<Record<string, string>>,
  more: Partial<ListenerOptions> = {}
): Effect.Effect<InProcessHost, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const services = yield* Layer.build(hostLayer)
    const options = { host: "127.0.0.1", port: 0, rateLimit: 100_000, corsOrigins: ["*"], trustedProxies: [], ...more }
    const { port } = yield* Effect.provide(serve(options), services)
    return yield* Effect.gen(function* () {
      const { token } = yield* Effect.flatMap(Keys, (keys) => keys.create({ name: "admin", scope: "admin" }))
      const scrobblers = yield* Scrobblers
      return {
        url: `http://127.0.0.1:${port}`,
        admin: token,
        services,
        addScrobbler: scrobblers.create,
        sql: yield* SqlClient.SqlClient
      }
    }).pipe(Effect.provide(services))
  }).pipe(
    Effect.provide(
      Layer.merge(NodeContext.layer, Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))))
    )
  ) as Effect.Effect<InProcessHost, unknown, Scope.Scope>

/** Stores plays as a source does. */
export const reportPlays = (
  host: InProcessHost,
  source: string,
  plays: Parameters<ListeningRecords["Type"]["put"]>[1]
) =>
  Effect.provide(
    Effect.flatMap(ListeningRecords, (records) => records.put(source, plays, null)),
    host.services
  )
