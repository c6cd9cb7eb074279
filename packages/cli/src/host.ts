import { publicUrl, Setting } from "@daybook/adapters"
import { Pictures, sweepOriginals } from "@daybook/core/images"
import { type Units, unitSystems } from "@daybook/core/running"
import { Enrichments, Scheduler } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { isProxy, serve } from "@daybook/http"
import { Duration, Effect, Option, Schedule } from "effect"
import { MetricsInterval } from "./telemetry/index.js"
import { version } from "./version.js"

/** The unit system of the page and the command line. */
export const units = Setting.withDefault<Units>(
  Setting.oneOf("DAYBOOK_UNITS", unitSystems, "distances on the page and the terminal"),
  "imperial",
  "imperial"
)

export const highestPort = 65_535

/** An origin as browsers send it: scheme, host and port. */
const isOrigin = (text: string) => text === "*" || text === "null" || /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text)

/** Settings of a host, in addition to those of every process. */
export const hostSettings = Setting.settings({
  host: Setting.withDefault(Setting.text("DAYBOOK_HOST", "address to listen on"), "127.0.0.1", "127.0.0.1"),
  port: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_PORT", 0, highestPort, "port; 0 takes any free port"),
    8787,
    "8787"
  ),
  publicUrl,
  rateLimit: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_RATE_LIMIT", 1, 1_000_000_000, "requests for each key in any 60 seconds"),
    100,
    "100"
  ),
  corsOrigins: Setting.withDefault(
    Setting.list(
      "DAYBOOK_CORS_ORIGINS",
      isOrigin,
      "* or origins such as https://example.org, separated by commas",
      "origins that browsers may call from",
      { acceptsBlank: true }
    ),
    ["*"],
    "*"
  ),
  trustedProxies: Setting.withDefault(
    Setting.list(
      "DAYBOOK_TRUSTED_PROXIES",
      isProxy,
      "addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas",
      "who may set `X-Forwarded-For`: addresses or networks"
    ),
    [],
    { absence: "none" }
  ),
  units
})
export type HostSettings = Setting.ValuesOf<typeof hostSettings>

/** Daily, first one hour after the start, which has enough to do. */
const imageCleanup = Effect.repeat(
  Effect.delay(Effect.ignoreLogged(sweepOriginals), Duration.hours(1)),
  Schedule.spaced(Duration.hours(23))
)

/** Time limit for collecting the last metrics at shutdown. */
const lastMetricsTimeout = Duration.seconds(1)

/**
 * Serves the API, handles webhooks, drains the enrichment queues and, with `schedule`, runs scheduled syncs until the
 * scope closes. Returns the URL.
 */
export const runHost = Effect.fn("runHost")(function* (settings: HostSettings, schedule: boolean) {
  const { port, refreshMetrics } = yield* serve({ ...settings, version })
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  const address = `http://${name}:${port}`
  yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.start)
  yield* Effect.forkScoped(imageCleanup)
  const interval = yield* MetricsInterval
  if (Option.isSome(interval)) {
    yield* Effect.forkScoped(Effect.repeat(refreshMetrics, Schedule.spaced(interval.value)))
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(refreshMetrics), lastMetricsTimeout))
  }
  // Imports, webhooks and manual syncs queue enrichment tasks even without a schedule.
  yield* Effect.flatMap(Enrichments, (enrichments) => enrichments.watch)
  if (schedule) yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
  return address
})
