import { Schema } from "effect"

/**
 * ListenBrainz' API 1, `GET /1/user/{name}/listens` (https://listenbrainz.readthedocs.io/en/latest/users/api/core.html):
 *
 *   {"payload":{"count":1,"user_id":"someone","latest_listen_ts":1763700000,"oldest_listen_ts":1033430400,
 *    "listens":[{"inserted_at":1763700012,"listened_at":1763700000,"recording_msid":"7ae1…","user_name":"someone",
 *     "track_metadata":{"artist_name":"Hollow Lanterns","track_name":"Ferry Song","release_name":"Tin Roof Hours",
 *      "additional_info":{"duration_ms":245000,"recording_msid":"7ae1…","submission_client":"x","artist_mbids":["…"]},
 *      "mbid_mapping":{"recording_mbid":"…","release_mbid":"…","artist_mbids":["…"],
 *       "artists":[{"artist_mbid":"…","artist_credit_name":"Hollow Lanterns","join_phrase":""}]}}}]}}
 *
 * `playing-now` answers the same with at most one listen, which has no time. An export has one listen a line.
 */
export const Payload = Schema.Struct({
  payload: Schema.Struct({
    latest_listen_ts: Schema.optional(Schema.NullishOr(Schema.Number)),
    oldest_listen_ts: Schema.optional(Schema.NullishOr(Schema.Number)),
    listens: Schema.Array(Schema.Unknown)
  })
})
export type Payload = typeof Payload.Type

export const ListenCount = Schema.Struct({ payload: Schema.Struct({ count: Schema.Number }) })

const Text = Schema.optional(Schema.NullishOr(Schema.String))
/** Identifiers are hints, and clients may submit anything in their place: what cannot be read costs the listen nothing. */
const Hints = Schema.optional(Schema.Unknown)

export const Listen = Schema.Struct({
  listened_at: Schema.optional(Schema.NullishOr(Schema.Number)),
  track_metadata: Schema.Struct({
    artist_name: Text,
    track_name: Text,
    release_name: Text,
    additional_info: Hints,
    mbid_mapping: Hints
  })
})
export type Listen = typeof Listen.Type
