import { SyncHealth, SyncStatus } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { DateTime, Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { recomputed } from "../kit/caching.js"
import { handlersFor } from "../kit/handlers.js"
import { field } from "@daybook/core/shared"

const Health = Schema.Struct({
  status: field(Schema.Literal("ok"), "Status"),
  timestamp: field(Schema.String, "Current time of the host, ISO 8601, UTC", "2026-03-14T20:15:00.000Z")
}).annotations({ identifier: "Health" })

export class SystemApi extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("health", "/health")
      .addSuccess(Health)
      .annotateContext(recomputed("realtime"))
      .annotate(OpenApi.Description, "Health check. Needs no key.")
  )
  .add(
    HttpApiEndpoint.get("sync", "/health/sync")
      .addSuccess(SyncStatus)
      .annotateContext(recomputed("short"))
      .middleware(Authentication)
      .annotate(
        OpenApi.Description,
        "Status of the latest sync of each domain and source, and the time of the next one."
      )
  )
  .annotate(OpenApi.Description, "Status of the host and its syncs.") {}

export const system = handlersFor(SystemApi)(
  Effect.map(SyncHealth, (syncs) => ({
    health: () => Effect.map(DateTime.now, (now) => ({ status: "ok" as const, timestamp: DateTime.formatIso(now) })),
    sync: () => syncs.status()
  }))
)
