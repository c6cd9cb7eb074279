import { HomeSettings, NewZoneHistory, ZoneHistoryView, zoneHistoryView } from "@daybook/core/setup"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { get, put } from "../kit/endpoints.js"
import { Contradiction, Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"

/** The zones of earlier days. */
export class TimezoneAdminApi extends HttpApiGroup.make("timezoneAdmin")
  .add(
    get("history", "/history", "Time zones of earlier days")
      .addSuccess(ZoneHistoryView)
      .annotate(Description, "The moves and trips of the owner. Every day is in the zone that was in force.")
  )
  .add(
    put("setHistory", "/history", "Replace the time zones of earlier days")
      .setPayload(body(NewZoneHistory))
      .addSuccess(ZoneHistoryView)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Replaces all moves and trips. The zone of the last move becomes the home time zone. The host then opens its" +
          " data again and computes the days that changed: see `opened_at` of the home settings. Syncs and other hosts" +
          " must have ended."
      )
  )
  .annotate(Description, "The zones in which the days of the owner were. Needs an admin key.")
  .prefix("/admin/timezone")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const timezoneAdmin = handlersFor(TimezoneAdminApi)([HomeSettings], (home) => ({
  history: () => Effect.map(home.status, zoneHistoryView),
  setHistory: ({ payload }) => Effect.map(home.changeHistory(payload), zoneHistoryView)
}))
