import { ListeningCompleteness, ListeningEnrichment } from "@daybook/core/listening"
import { SyncHealth, SyncStatus } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Clock, Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { recomputed } from "../kit/caching.js"
import { get } from "../kit/endpoints.js"
import { handlersFor } from "../kit/handlers.js"
import { Calendar, field } from "@daybook/core/shared"

const Health = Schema.Struct({
  status: field(Schema.Literal("ok"), "Status"),
  timestamp: field(Schema.String, "Current time of the host, ISO 8601, UTC", "2026-03-14T20:15:00.000Z")
}).annotations({ identifier: "Health" })

/** The runs of all sources, and what their records lack. */
const SyncHealthStatus = Schema.Struct({
  ...SyncStatus.fields,
  ...ListeningCompleteness.fields,
  time_zone: field(Schema.String, "Home time zone, an IANA name", "Europe/Berlin")
}).annotations({ identifier: "SyncStatus" })

export class SystemApi extends HttpApiGroup.make("system")
  .add(
    get("health", "/health", "Health check")
      .addSuccess(Health)
      .annotateContext(recomputed("realtime"))
      .annotate(OpenApi.Description, "Health check. Needs no key.")
  )
  .add(
    get("sync", "/health/sync", "Sync status")
      .addSuccess(SyncHealthStatus)
      .annotateContext(recomputed("short"))
      .middleware(Authentication)
      .annotate(
        OpenApi.Description,
        "Status of the latest sync of each domain and source, and the time of the next one."
      )
  )
  .annotate(OpenApi.Description, "Status of the host and its syncs.") {}

export const system = handlersFor(SystemApi)(
  [SyncHealth, ListeningEnrichment, Calendar],
  (syncs, listening, calendar) => ({
    health: () =>
      Effect.map(Clock.currentTimeMillis, (now) => ({ status: "ok" as const, timestamp: new Date(now).toISOString() })),
    sync: () =>
      Effect.zipWith(syncs.status(), listening.completeness, (status, completeness) => ({
        ...status,
        ...completeness,
        time_zone: calendar.zone
      }))
  })
)
