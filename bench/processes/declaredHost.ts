import * as Daybook from "@daybook/adapters"
import { DeclaredDomains, type DeclaredWriteServices } from "@daybook/core/domain"
import { Keys } from "@daybook/core/keys"
import { provide, SyncEngine, syncDefaults } from "@daybook/core/sync"
import { serve } from "@daybook/http"
import { Effect, Layer } from "effect"
import { databaseUrl } from "../support/databaseUrl.js"
import { answering } from "../support/answering.js"
import { library, shelves } from "../support/library.js"

const options = { host: "127.0.0.1", port: 0, rateLimit: 1_000_000_000, corsOrigins: ["*"], trustedProxies: [] }

/** A host without an answer cache that declares a domain, whose records it syncs first. */
answering((_: null) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.provideMerge(Daybook.hostLayer, Layer.succeed(DeclaredDomains, [library])))
    return yield* Effect.gen(function* () {
      const engine = yield* SyncEngine
      const services = yield* Effect.context<DeclaredWriteServices>()
      const { seconds } = yield* engine.sync(provide(shelves, services), syncDefaults("command"))
      const { token } = yield* Effect.flatMap(Keys, (keys) => keys.create({ name: "bench", scope: "read" }))
      const { port } = yield* serve({ ...options, cacheBytes: 0 })
      return [{ port, key: token, seconds, address: yield* databaseUrl }, () => Effect.void] as const
    }).pipe(Effect.provide(context))
  })
)
