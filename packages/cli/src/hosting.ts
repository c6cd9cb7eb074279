import { Pictures, sweepOriginals } from "@daybook/core/images"
import { Scheduler } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { serve } from "@daybook/http"
import { Duration, Effect, Option, Schedule } from "effect"
import type { HostSettings } from "./HostSettings.js"
import { MetricsSent } from "./telemetry/index.js"
import { version } from "./version.js"

/** Once a day, not at once: a start is busy enough. */
const tidying = Effect.repeat(Effect.delay(Effect.ignoreLogged(sweepOriginals), Duration.hours(1)), Schedule.spaced(Duration.hours(23)))

/** How long a host that ends may look up what it sends last. */
const lastLook = Duration.seconds(1)

/** Serves the API, handles webhooks, and syncs on schedule unless told not to, for as long as the scope lives. Gives the address. */
export const hosting = Effect.fn("hosting")(function*(settings: HostSettings, schedule: boolean) {
  const { port, settleMetrics } = yield* serve({ ...settings, version })
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  const address = `http://${name}:${port}`
  yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.start)
  yield* Effect.forkScoped(tidying)
  const sent = yield* MetricsSent
  if (Option.isSome(sent)) {
    yield* Effect.forkScoped(Effect.repeat(settleMetrics, Schedule.spaced(sent.value)))
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(settleMetrics), lastLook))
  }
  if (schedule) yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
  return address
})
