import { Schema } from "effect"
import { WrittenNumber } from "../kit/schemas.js"

/**
 * Strava's API v3 (https://developers.strava.com/docs/reference/). Rows of `GET /athlete/activities`:
 *
 * {"id":16500000001,"resource_state":2,"name":"Morning Run","distance":10034.2,"moving_time":3121,"elapsed_time":3300,
 * "total_elevation_gain":82.0,"type":"Run","sport_type":"TrailRun","workout_type":null,"start_date":"2026-03-14T14:30:00Z",
 * "start_date_local":"2026-03-14T07:30:00Z","timezone":"(GMT-08:00) America/Los_Angeles","utc_offset":-25200.0,
 * "start_latlng":[47.6,-122.3],"location_city":null,"map":{"id":"a16500000001","summary_polyline":"c~lkF..."},
 * "gear_id":"g695626","average_cadence":84.1,"average_heartrate":151.2,"max_heartrate":171.0,"suffer_score":88.0}
 *
 * `GET /activities/{id}` has the same and more:
 *
 *   {"calories":702.0,"description":null,"map":{"polyline":"c~lkF...","summary_polyline":"c~lkF..."},
 *    "splits_standard":[{"distance":1609.4,"elapsed_time":498,"elevation_difference":4.6,"moving_time":496,"split":1,
 *      "average_speed":3.24,"average_heartrate":148.0}],"splits_metric":[...],
 *    "best_efforts":[{"name":"1 mile","elapsed_time":480,"moving_time":480,"distance":1609,"pr_rank":1}],
 *    "gear":{"id":"g695626","name":"Blue pair","distance":1397252}}
 *
 * `start_date_local` is wall-clock time with a wrong Z. `average_cadence` counts one leg.
 */

const Figure = Schema.optional(Schema.NullishOr(WrittenNumber.pipe(Schema.finite())))
const Text = Schema.optional(Schema.NullishOr(Schema.String))

const summary = {
  id: WrittenNumber.pipe(Schema.int(), Schema.positive()),
  name: Text,
  distance: Figure,
  moving_time: Figure,
  elapsed_time: Figure,
  total_elevation_gain: Figure,
  type: Text,
  sport_type: Text,
  workout_type: Figure,
  start_date: Schema.String,
  start_date_local: Text,
  utc_offset: Figure,
  // Empty for treadmill runs, manual entries and private places.
  start_latlng: Schema.optional(Schema.NullishOr(Schema.Array(WrittenNumber))),
  location_city: Text,
  location_state: Text,
  location_country: Text,
  map: Schema.optional(Schema.NullishOr(Schema.Struct({ summary_polyline: Text }))),
  gear_id: Text,
  average_heartrate: Figure,
  max_heartrate: Figure,
  average_cadence: Figure,
  suffer_score: Figure
}

export const SummaryActivity = Schema.Struct(summary)
export type SummaryActivity = typeof SummaryActivity.Type

export const Split = Schema.Struct({
  split: Schema.Number,
  distance: Schema.Number,
  elapsed_time: Figure,
  moving_time: Figure,
  elevation_difference: Figure,
  average_heartrate: Figure
})
export const Effort = Schema.Struct({ name: Schema.String, elapsed_time: Schema.Number })

/** Parts are decoded one by one, so that a broken one is skipped alone. */
const Parts = Schema.optional(Schema.NullishOr(Schema.Array(Schema.Unknown)))

export const DetailedActivity = Schema.Struct({
  ...summary,
  calories: Figure,
  description: Text,
  splits_standard: Parts,
  splits_metric: Parts,
  best_efforts: Parts,
  // Optional: an unreadable value must not fail the run.
  gear: Schema.optional(Schema.Unknown)
})
export type DetailedActivity = typeof DetailedActivity.Type

/** Rows are decoded one by one, so that a broken one is skipped alone. */
export const Activities = Schema.Array(Schema.Unknown)

export const Gear = Schema.Struct({
  id: Schema.String,
  name: Text,
  nickname: Text,
  brand_name: Text,
  model_name: Text,
  distance: Figure,
  retired: Schema.optional(Schema.NullishOr(Schema.Boolean))
})
export type Gear = typeof Gear.Type

export const Athlete = Schema.Struct({ id: WrittenNumber })

export const Subscriptions = Schema.Array(Schema.Struct({ id: Schema.Union(Schema.Number, Schema.String) }))

/**
 * A webhook event (https://developers.strava.com/docs/webhooks/), which is unsigned:
 *
 *   {"object_type":"activity","object_id":16500000001,"aspect_type":"create","updates":{},"owner_id":28684,
 *    "subscription_id":120475,"event_time":1763700000}
 */
export const WebhookEvent = Schema.Struct({
  object_type: Schema.String,
  // Negative ids are Daybook's own; Strava would report them as absent.
  object_id: Schema.Int.pipe(Schema.positive()),
  aspect_type: Schema.Literal("create", "update", "delete"),
  owner_id: Schema.Int,
  subscription_id: Schema.Int,
  event_time: Schema.Int
})
export type WebhookEvent = typeof WebhookEvent.Type
