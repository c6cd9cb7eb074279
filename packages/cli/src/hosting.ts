import { Scheduler } from "@daybook/core/sync"
import { serve } from "@daybook/http"
import { Effect } from "effect"
import type { HostSettings } from "./HostSettings.js"

/** Serves the API, and syncs on schedule unless told not to, for as long as the scope lives. Gives the address. */
export const hosting = Effect.fn("hosting")(function*(settings: HostSettings, schedule: boolean) {
  const { port } = yield* serve(settings)
  if (schedule) yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  return `http://${name}:${port}`
})
