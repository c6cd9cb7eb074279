import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Redacted, Schema } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import * as Setting from "../kit/settings.js"
import { type PageQuery, nextPageOf } from "./wire.js"

export const settings = Setting.settings({
  token: Setting.secret("DAYBOOK_EVENTBRITE_TOKEN", "private token of the Eventbrite account"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_EVENTBRITE_BASE_URL", "https://www.eventbriteapi.com/v3", "Eventbrite's API"),
  gap: Setting.minInterval("DAYBOOK_EVENTBRITE_MIN_INTERVAL_MS", "500 millis", "Eventbrite")
})
type Settings = Setting.ValuesOf<typeof settings>

/** Eventbrite's API for the orders of one account (https://www.eventbrite.com/platform/api). */
export interface Eventbrite {
  /** A page of orders, not decoded, and what the next page is asked with; null at the end. */
  readonly orders: (
    query: PageQuery
  ) => Effect.Effect<{ readonly rows: ReadonlyArray<unknown>; readonly next: PageQuery | null }, SourceFailure>
}

const Orders = Schema.Struct({ pagination: Schema.optional(Schema.Unknown), orders: Schema.Array(Schema.Unknown) })

const checkToken = "check DAYBOOK_EVENTBRITE_TOKEN: it is at https://www.eventbrite.com/platform/api-keys"

export const make = ({ baseUrl, gap, token }: Settings): Effect.Effect<Eventbrite, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "eventbrite",
      name: "Eventbrite",
      baseUrl,
      gap,
      advice: { unauthorized: checkToken, forbidden: checkToken, not_found: "check DAYBOOK_EVENTBRITE_BASE_URL" },
      headers: { authorization: `Bearer ${Redacted.value(token)}` }
    }),
    (provider) => ({
      orders: (query) =>
        Effect.map(
          provider.json(Orders, {
            path: "/users/me/orders/",
            query: () => ({ expand: "event,event.venue", ...query })
          }),
          ({ orders, pagination }) => ({ rows: orders, next: nextPageOf(pagination) })
        )
    })
  )
