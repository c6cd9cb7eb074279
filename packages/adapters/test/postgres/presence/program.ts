import { SharedLimits } from "@daybook/core/keys"
import { SyncStore } from "@daybook/core/sync"
import { TokenStore } from "@daybook/core/tokens"
import { Effect, Layer, Option, Redacted } from "effect"
import { type Address, layer as databaseLayer } from "../../../src/postgres/Database.js"
import * as SharedLimitsLayer from "../../../src/postgres/SharedLimits.js"
import * as SyncStoreLayer from "../../../src/postgres/SyncStore.js"
import * as TokenStoreLayer from "../../../src/postgres/TokenStore.js"
import * as Versions from "../../../src/postgres/Versions.js"
import { Secret } from "../../../src/Secret.js"

/**
 * A process that serves, syncs and renews a login, and then blocks its event loop, so that no timer fires. Its argument
 * is the database's URL.
 */
const address: Address = Redacted.make(process.argv[2] ?? "")

const secret = Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, 1) })

const computeMillis = 300_000

const work = Effect.gen(function* () {
  const limits = yield* SharedLimits
  yield* limits.join(() => [])
  const { claim } = yield* SyncStore
  const { _tag } = yield* claim({ source: "busy", domain: "listening", syncType: "scrobbles", trigger: "schedule" })
  const { lease } = yield* TokenStore
  const leased = Option.isSome(yield* lease("strava"))
  process.send?.(`${_tag} ${leased}`)
  // The message is sent first.
  yield* Effect.sleep("100 millis")
  for (const until = Date.now() + computeMillis; Date.now() < until;) Math.sqrt(until)
})

const stores = Layer.mergeAll(SharedLimitsLayer.layer, SyncStoreLayer.layer, TokenStoreLayer.layer).pipe(
  Layer.provide(Versions.layer),
  Layer.provide(secret)
)

void Effect.runPromise(Effect.scoped(Effect.provide(work, Layer.provide(stores, databaseLayer(address)))))
