import { Pictures } from "@daybook/core/images"
import { Scheduler } from "@daybook/core/sync"
import { Webhooks } from "@daybook/core/webhooks"
import { serve } from "@daybook/http"
import { Effect } from "effect"
import type { HostSettings } from "./HostSettings.js"

/** Serves the API, handles webhooks, and syncs on schedule unless told not to, for as long as the scope lives. Gives the address. */
export const hosting = Effect.fn("hosting")(function*(settings: HostSettings, schedule: boolean) {
  const { port } = yield* serve(settings)
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host
  const address = `http://${name}:${port}`
  yield* Effect.flatMap(Pictures, (pictures) => pictures.servedAt(address))
  yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.start)
  if (schedule) yield* Effect.flatMap(Scheduler, (scheduler) => scheduler.start)
  return address
})
