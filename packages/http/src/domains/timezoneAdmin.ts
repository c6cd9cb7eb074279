import {
  DeclinedSuggestion,
  HomeSettings,
  NewZoneHistory,
  ZoneHistoryView,
  ZoneSuggestionView,
  zoneHistoryView
} from "@daybook/core/setup"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { dataOf, get, post, put } from "../kit/endpoints.js"
import { Contradiction, Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"

const Suggestions = dataOf(Schema.Array(ZoneSuggestionView))

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
  .add(
    get("suggestions", "/history/suggestions", "Moves and trips that records show")
      .addSuccess(Suggestions)
      .annotate(
        Description,
        "Stays that runs, events and check-ins show and the history lacks, oldest first. Nothing is applied: add them" +
          " with `PUT /v1/admin/timezone/history`."
      )
  )
  .add(
    post("declineSuggestion", "/history/suggestions/decline", "Decline a suggested move or trip")
      .setPayload(body(DeclinedSuggestion))
      .addSuccess(Suggestions)
      .addError(TooLarge)
      .annotate(Description, "The suggestion does not return. Answers those that are left.")
  )
  .annotate(Description, "The zones in which the days of the owner were. Needs an admin key.")
  .prefix("/admin/timezone")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const timezoneAdmin = handlersFor(TimezoneAdminApi)([HomeSettings], (home) => ({
  history: () => Effect.map(home.status, zoneHistoryView),
  setHistory: ({ payload }) => Effect.map(home.changeHistory(payload), zoneHistoryView),
  suggestions: () => Effect.map(home.suggestions, (data) => ({ data })),
  declineSuggestion: ({ payload }) => Effect.map(home.declineSuggestion(payload), (data) => ({ data }))
}))
