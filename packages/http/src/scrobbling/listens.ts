import type { Fact, Scrobbling } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { Effect } from "effect"
import { hash } from "node:crypto"
import type { OpenAnswer } from "../front/openAddresses.js"
import { json, userName } from "./answers.js"

/** The namespace of the ids of recordings without an MBID: a UUID of Daybook's own. */
const namespace = Buffer.from("0b8bb0d4b3f04ea99b3cdc3de3c1c7d5", "hex")

/** The id of a recording by its names: a UUID of version 5, the same for the same names. */
export const msidOf = (names: ReadonlyArray<string>): string => {
  const bytes = Buffer.from(hash("sha1", Buffer.concat([namespace, Buffer.from(names.join("\n"))]), "hex"), "hex")
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const text = bytes.subarray(0, 16).toString("hex")
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-")
}

const maxListens = 1_000
const defaultListens = 25

/** Epoch seconds in a query; undefined without one, null for any other text. */
const secondsIn = (query: URLSearchParams, name: string): number | null | undefined => {
  const text = query.get(name)
  if (text === null || text === "") return undefined
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}

const invalid = (text: string) => Effect.succeed(json(400, { code: 400, error: text }))

/** `GET /1/user/{name}/listens`. Both times are exclusive. */
export const listenPage = (
  scrobbling: Scrobbling,
  query: URLSearchParams
): Effect.Effect<OpenAnswer, StorageFailure> => {
  const [min, max] = [secondsIn(query, "min_ts"), secondsIn(query, "max_ts")]
  const count = secondsIn(query, "count") ?? defaultListens
  if (min === null || max === null) return invalid("min_ts and max_ts must be times in seconds.")
  if (min !== undefined && max !== undefined) return invalid("Send min_ts or max_ts, not both.")
  if (count < 1) return invalid("count must be positive.")
  const range = { from: min === undefined ? null : (min + 1) * 1_000, to: max === undefined ? null : max * 1_000 }
  return Effect.gen(function* () {
    const { rows } = yield* scrobbling.recent(range, { page: 1, limit: Math.min(count, maxListens) })
    const { firstPlay } = yield* scrobbling.totals
    const newest = yield* scrobbling.recent({ from: null, to: null }, { page: 1, limit: 1 })
    return json(200, {
      payload: {
        count: rows.length,
        user_id: userName,
        latest_listen_ts: secondsOf(newest.rows[0]?.playedAt ?? 0),
        oldest_listen_ts: firstPlay._tag === "Some" ? secondsOf(firstPlay.value) : 0,
        listens: rows.map(listenOf)
      }
    })
  })
}

const secondsOf = (millis: number) => Math.floor(millis / 1_000)

const listenOf = ({ album, artist, playedAt, track }: Fact.PlayFact) => ({
  inserted_at: secondsOf(playedAt),
  listened_at: secondsOf(playedAt),
  recording_msid: msidOf([artist.name, track.name, album?.name ?? ""]),
  user_name: userName,
  track_metadata: metadataOf(artist.name, track.name, album?.name ?? null)
})

const metadataOf = (artist: string, track: string, album: string | null) => ({
  artist_name: artist,
  track_name: track,
  ...(album === null ? {} : { release_name: album }),
  additional_info: {}
})

/** `GET /1/user/{name}/playing-now`. */
export const playingPage = (scrobbling: Scrobbling): Effect.Effect<OpenAnswer, StorageFailure> =>
  Effect.map(scrobbling.playing, (playing) => {
    const listens =
      playing === null
        ? []
        : [
            {
              playing_now: true,
              track_metadata: metadataOf(playing.track.artist.name, playing.track.name, playing.track.album.name)
            }
          ]
    return json(200, { payload: { count: listens.length, user_id: userName, playing_now: true, listens } })
  })
