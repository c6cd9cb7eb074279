import { SyncHealth, SyncStatus } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { DateTime, Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { madeAnew } from "../shared/caching.js"
import { room } from "../shared/room.js"

const Health = Schema.Struct({
  status: Schema.Literal("ok"),
  timestamp: Schema.String.annotations({ description: "The host's time, ISO 8601, UTC" })
}).annotations({ identifier: "Health" })

export class SystemApi extends HttpApiGroup.make("system")
  .add(HttpApiEndpoint.get("health", "/health").addSuccess(Health).annotateContext(madeAnew("realtime"))
    .annotate(OpenApi.Description, "Says that the host is up. Needs no key."))
  .add(HttpApiEndpoint.get("sync", "/health/sync").addSuccess(SyncStatus).annotateContext(madeAnew("short")).middleware(Authentication)
    .annotate(OpenApi.Description, "How the newest sync of each domain and each source went, and when the next one is due."))
  .annotate(OpenApi.Description, "The host and its syncs.")
{}

export const system = room(SystemApi)(Effect.map(SyncHealth, (syncs) => ({
  health: () => Effect.map(DateTime.now, (now) => ({ status: "ok" as const, timestamp: DateTime.formatIso(now) })),
  sync: () => syncs.status()
})))
