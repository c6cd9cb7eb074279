import type { LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, type Option, Redacted, Schema } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  apiKey: Setting.secret("DAYBOOK_INTERVALS_API_KEY", "API key of the intervals.icu account"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_INTERVALS_BASE_URL", "https://intervals.icu", "intervals.icu"),
  gap: Setting.minInterval("DAYBOOK_INTERVALS_MIN_INTERVAL_MS", "500 millis", "intervals.icu")
})
type Settings = Setting.ValuesOf<typeof settings>

/** The API of intervals.icu for the account of the key (https://intervals.icu/api/v1/docs/swagger-ui/index.html). */
export interface Intervals {
  /** Activities that began on some local days, both inclusive, not decoded. */
  readonly activities: (from: LocalDate, to: LocalDate) => Effect.Effect<ReadonlyArray<unknown>, SourceFailure>
  /** One activity, not decoded; none if it was deleted. */
  readonly activity: (id: string) => Effect.Effect<Option.Option<unknown>, SourceFailure>
  /** What was measured over time, not decoded; none if nothing was. */
  readonly streams: (id: string) => Effect.Effect<Option.Option<unknown>, SourceFailure>
}

/** The athlete that the key belongs to. */
const self = "0"
const user = "API_KEY"

const streamTypes = "time,latlng,distance,altitude,heartrate"

export const make = ({ apiKey, baseUrl, gap }: Settings): Effect.Effect<Intervals, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "intervals",
      name: "intervals.icu",
      baseUrl: `${baseUrl}/api/v1`,
      gap,
      advice,
      headers: { authorization: `Basic ${Buffer.from(`${user}:${Redacted.value(apiKey)}`).toString("base64")}` }
    }),
    (provider) => {
      const one = (path: string, query: Readonly<Record<string, string>> = {}) =>
        Provider.orNone(provider.json(Schema.Unknown, { path, query: () => query }))
      const pathOf = (id: string) => `/activity/${encodeURIComponent(id)}`
      return {
        activities: (oldest, newest) =>
          provider.json(Schema.Array(Schema.Unknown), {
            path: `/athlete/${self}/activities`,
            query: () => ({ oldest, newest })
          }),
        activity: (id) => one(pathOf(id)),
        streams: (id) => one(`${pathOf(id)}/streams.json`, { types: streamTypes })
      }
    }
  )

const checkKey = "check DAYBOOK_INTERVALS_API_KEY: it is in the settings of intervals.icu under Developer Settings"

const advice = { unauthorized: checkKey, forbidden: checkKey, not_found: "check DAYBOOK_INTERVALS_BASE_URL" }
