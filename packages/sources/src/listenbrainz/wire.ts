import type { Play } from "@daybook/core/listening"
import { Option, Schema } from "effect"
import type { Row } from "../kit/scrobbles/cursor.js"
import { cleanName, mbidOf } from "../kit/values.js"

/**
 * ListenBrainz' API 1, `GET /1/user/{name}/listens`
 * (https://listenbrainz.readthedocs.io/en/latest/users/api/core.html):
 *
 *   {"payload":{"count":1,"user_id":"someone","latest_listen_ts":1763700000,"oldest_listen_ts":1033430400,
 *    "listens":[{"inserted_at":1763700012,"listened_at":1763700000,"recording_msid":"7ae1…","user_name":"someone",
 *     "track_metadata":{"artist_name":"Hollow Lanterns","track_name":"Ferry Song","release_name":"Tin Roof Hours",
 *      "additional_info":{"duration_ms":245000,"recording_msid":"7ae1…","submission_client":"x","artist_mbids":["…"]},
 *      "mbid_mapping":{"recording_mbid":"…","release_mbid":"…","artist_mbids":["…"],
 *       "artists":[{"artist_mbid":"…","artist_credit_name":"Hollow Lanterns","join_phrase":""}]}}}]}}
 *
 * `playing-now` has the same format with at most one listen, without a time. An export has one listen per line.
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
/** Identifiers are hints, and clients may submit anything: an unreadable one is ignored. */
const Hints = Schema.optional(Schema.Unknown)

const Listen = Schema.Struct({
  listened_at: Schema.optional(Schema.NullishOr(Schema.Number)),
  track_metadata: Schema.Struct({
    artist_name: Text,
    track_name: Text,
    release_name: Text,
    additional_info: Hints,
    mbid_mapping: Hints
  })
})
type Listen = typeof Listen.Type

/** 2002-10-01: the server accepts no earlier listen. */
const firstSecond = 1_033_430_400
const lastSecond = 253_402_300_799
const maxDuration = 86_400_000

const decode = Schema.decodeUnknownOption(Listen)

/** A listen with its time; none if it is unreadable. */
export const toRow = (item: unknown): Option.Option<Row> =>
  Option.flatMap(decode(item), (listen) => {
    const at = listen.listened_at
    if (at === undefined || at === null || !Number.isInteger(at) || at < firstSecond || at > lastSecond)
      return Option.none()
    const names = namesOf(listen)
    return Option.some({ at, play: names === null ? null : { playedAt: at * 1000, precision: "second", ...names } })
  })

export const toNames = (item: unknown): ReturnType<typeof namesOf> =>
  Option.match(decode(item), { onNone: () => null, onSome: namesOf })

/** Null for a listen without artist or title. */
const namesOf = ({ track_metadata: metadata }: Listen): Omit<Play, "playedAt" | "precision"> | null => {
  const artist = cleanName(metadata.artist_name)
  const title = cleanName(metadata.track_name)
  if (artist === null || title === null) return null
  const hints = [hintsOf(metadata.mbid_mapping), hintsOf(metadata.additional_info)]
  const album = cleanName(metadata.release_name)
  return {
    artist: named(
      "artist",
      artist,
      hints.map(({ artist }) => artist)
    ),
    track: named(
      "recording",
      title,
      hints.map(({ recording }) => recording)
    ),
    album:
      album === null
        ? null
        : named(
            "release",
            album,
            hints.map(({ release }) => release)
          ),
    ...durationOf(metadata.additional_info)
  }
}

/** Clients may send any value. Nothing lasts longer than a day. */
const durationOf = (value: unknown): Pick<Play, "duration"> => {
  const info = recordOf(value)
  const duration = Math.round(Number(info["duration_ms"] ?? Number(info["duration"]) * 1000))
  return duration > 0 && duration <= maxDuration ? { duration } : {}
}

const recordOf = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const hintsOf = (value: unknown) => {
  const hints = recordOf(value)
  const artists = hints["artist_mbids"]
  // A joint name has an identifier for each of its artists, but none of its own.
  return {
    recording: hints["recording_mbid"],
    release: hints["release_mbid"],
    artist: Array.isArray(artists) && artists.length === 1 ? (artists[0] as unknown) : null
  }
}

const named = (kind: "artist" | "recording" | "release", name: string, hints: ReadonlyArray<unknown>) => {
  const mbid = hints.map((hint) => (typeof hint === "string" ? mbidOf(hint) : null)).find((id) => id !== null) ?? null
  return { name, mbid, url: mbid === null ? null : `https://musicbrainz.org/${kind}/${mbid}` }
}
