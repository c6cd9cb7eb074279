import { Domain } from "@daybook/core"
import { HostHealth, type QueueHealth } from "@daybook/core/host"
import { Timestamp, field, iso, isoOrNull, sourceField, withExample } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Context, Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { Works, get } from "../kit/endpoints.js"
import { Forbidden } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { integer, query } from "../kit/params.js"

/** The version of the program that serves the API. */
export class HostVersion extends Context.Tag("@daybook/http/HostVersion")<HostVersion, string>() {}

const QueueView = Schema.Struct({
  queue: field(Schema.String, "Name of the queue", "tmdb-movies"),
  domain: field(Schema.NullOr(Domain), "Domain of the work; null for webhooks and hooks"),
  source: field(Schema.NullOr(Schema.String), "Source that the work belongs to; null for work of all sources", "tmdb"),
  waiting: field(Schema.NullOr(Schema.Number), "Number of items that wait; null if this host has not looked yet", 12),
  given_up: field(
    Schema.Number,
    "Webhook events given up in the last 30 days; for the queue `hooks`, hooks that were disabled",
    0
  ),
  error: field(Schema.NullOr(Schema.String), "Why the queue failed last; null if it did not fail", null),
  retry_at: field(Schema.NullOr(Timestamp), "When the queue is tried again", "2026-03-14T20:15:00.000Z")
}).annotations({ identifier: "QueueHealth" })

const HostStatus = Schema.Struct({
  version: field(Schema.String, "Version of Daybook", "1.0.0"),
  node_version: field(Schema.String, "Version of Node.js", "22.11.0"),
  started_at: withExample(Timestamp, "2026-03-14T06:00:00.000Z"),
  database: field(
    Schema.Struct({
      engine: field(Schema.Literal("embedded", "server"), "The database of the data folder, or a PostgreSQL server"),
      size_bytes: field(Schema.Number, "Size of the database in bytes", 212_336_640),
      connections_open: field(Schema.Number, "Open connections of this host", 4),
      connections_max: field(Schema.Number, "Most connections of this host", 10),
      restarts: field(
        Schema.Number,
        "How often the embedded database was started again after a crash, since a process opened it first",
        0
      ),
      restarted_at: field(Schema.NullOr(Timestamp), "When that happened last; null if it did not happen", null)
    }),
    "Database"
  ),
  disk: field(
    Schema.NullOr(
      Schema.Struct({
        free_bytes: field(Schema.Number, "Free space in bytes", 41_200_000_000),
        total_bytes: field(Schema.Number, "Size in bytes", 128_000_000_000)
      })
    ),
    "Disk with the data folder; null if the system does not say"
  ),
  queues: field(Schema.Array(QueueView), "Queues of background work")
}).annotations({ identifier: "HostStatus" })

const SyncDays = Schema.Struct({
  time_zone: field(Schema.String, "Home time zone, in which the days are", "Europe/Berlin"),
  sources: field(
    Schema.Array(
      Schema.Struct({
        source: sourceField,
        domain: field(Domain, "Domain of the record"),
        days: field(
          Schema.Array(
            Schema.Struct({
              date: field(Schema.String, "Day in the home time zone", "2026-03-14"),
              completed: field(Schema.Number, "Number of completed runs", 96),
              failed: field(Schema.Number, "Number of failed runs", 0)
            })
          ),
          "Every day, oldest first"
        )
      }).annotations({ identifier: "SourceDays" })
    ),
    "Sources with a run in these days, by name"
  )
}).annotations({ identifier: "SyncDays" })

const Days = query({ days: integer({ minimum: 1, maximum: 30 }, "Number of days, today included") }, { days: 30 })

export class HostAdminApi extends HttpApiGroup.make("hostAdmin")
  .add(
    get("status", "/", "Status of the host")
      .addSuccess(HostStatus)
      .annotate(Works, true)
      .annotate(Description, "Version, database, disk and queues of the host that answers.")
  )
  .add(
    get("syncs", "/syncs", "Syncs by day")
      .setUrlParams(Days.params)
      .addSuccess(SyncDays)
      .annotate(
        Description,
        "Finished runs of each source on the last days. Jobs and single records read after a webhook do not count."
      )
  )
  .annotate(Description, "Health of the host, for its operator. Needs an admin key.")
  .prefix("/admin/health")
  .addError(Forbidden)
  .middleware(Authentication) {}

const queueView = ({ givenUp, retryAt, ...queue }: QueueHealth): typeof QueueView.Type => ({
  queue: queue.queue,
  domain: queue.domain,
  source: queue.source,
  waiting: queue.waiting,
  given_up: givenUp,
  error: queue.error,
  retry_at: isoOrNull(retryAt)
})

export const hostAdmin = handlersFor(HostAdminApi)([HostHealth, HostVersion], (health, version) => ({
  status: () =>
    Effect.map(health.status, ({ bytes, connections, disk, engine, queues, restarts }) => ({
      version,
      node_version: process.versions.node,
      started_at: iso(Math.round(performance.timeOrigin)),
      database: {
        engine,
        size_bytes: bytes,
        connections_open: connections.open,
        connections_max: connections.max,
        restarts: restarts.length,
        restarted_at: isoOrNull(restarts.at(-1) ?? null)
      },
      disk: disk === null ? null : { free_bytes: disk.free, total_bytes: disk.total },
      queues: queues.map(queueView)
    })),
  syncs: Days.handle(({ days }) =>
    Effect.map(health.syncs(days), ({ sources, zone }) => ({ time_zone: zone, sources }))
  )
}))
