import type { Play } from "@daybook/core/listening"
import { Option, Schema } from "effect"
import { cleanName, mbidOf, type Row } from "../scrobbles/index.js"
import { Listen } from "./wire.js"

/** 2002-10-01: the server takes no listen from before. */
const firstSecond = 1_033_430_400
const lastSecond = 253_402_300_799
const longestDuration = 86_400_000

const decode = Schema.decodeUnknownOption(Listen)

/** A listen with its time; none where it cannot be read. */
export const toRow = (item: unknown): Option.Option<Row> =>
  Option.flatMap(decode(item), (listen) => {
    const at = listen.listened_at
    if (at === undefined || at === null || !Number.isInteger(at) || at < firstSecond || at > lastSecond) return Option.none()
    const names = namesOf(listen)
    return Option.some({ at, play: names === null ? null : { playedAt: at * 1000, precision: "second", ...names } })
  })

export const toNames = (item: unknown): ReturnType<typeof namesOf> => Option.match(decode(item), { onNone: () => null, onSome: namesOf })

/** Null for a listen without artist or title. */
const namesOf = ({ track_metadata: heard }: Listen): Omit<Play, "playedAt" | "precision"> | null => {
  const artist = cleanName(heard.artist_name)
  const title = cleanName(heard.track_name)
  if (artist === null || title === null) return null
  const hints = [hintsOf(heard.mbid_mapping), hintsOf(heard.additional_info)]
  const album = cleanName(heard.release_name)
  return {
    artist: named("artist", artist, hints.map(({ artist }) => artist)),
    track: named("recording", title, hints.map(({ recording }) => recording)),
    album: album === null ? null : named("release", album, hints.map(({ release }) => release)),
    ...durationOf(heard.additional_info)
  }
}

/** Clients write what they like. Nothing that is heard at a time is longer than a day. */
const durationOf = (given: unknown): Pick<Play, "duration"> => {
  const info = recordOf(given)
  const duration = Math.round(Number(info["duration_ms"] ?? Number(info["duration"]) * 1000))
  return duration > 0 && duration <= longestDuration ? { duration } : {}
}

const recordOf = (given: unknown) => typeof given === "object" && given !== null ? given as Readonly<Record<string, unknown>> : {}

const hintsOf = (given: unknown) => {
  const hints = recordOf(given)
  const artists = hints["artist_mbids"]
  // A joint name has an identifier for each artist in it, and none for itself.
  return { recording: hints["recording_mbid"], release: hints["release_mbid"], artist: Array.isArray(artists) && artists.length === 1 ? artists[0] as unknown : null }
}

const named = (kind: "artist" | "recording" | "release", name: string, hints: ReadonlyArray<unknown>) => {
  const mbid = hints.map((hint) => typeof hint === "string" ? mbidOf(hint) : null).find((found) => found !== null) ?? null
  return { name, mbid, url: mbid === null ? null : `https://musicbrainz.org/${kind}/${mbid}` }
}
