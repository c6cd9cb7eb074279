import { numberOf } from "../kit/jsonValues.js"
import { isPlausible } from "../kit/scrobbles/playFile.js"
import { isoInstant } from "../kit/schemas.js"
import { cleanName } from "../kit/values.js"
import type { Segment } from "./segments.js"

type Value = (column: string) => string

/** The columns without which a file is not the play activity. The title has an older name. */
export const neededColumns = [
  ["event type"],
  ["song name", "content name"],
  ["event end timestamp"],
  ["play duration milliseconds"]
] as const

/** One stretch of the play activity, with its names. */
interface ActivityRow {
  readonly device: string
  readonly title: string
  readonly album: string
  /** Only older exports name the artist. */
  readonly artist: string | null
  readonly segment: Omit<Segment, "device" | "song">
}

const pauses = new Set([
  "PLAYBACK_MANUALLY_PAUSED",
  "PLAYBACK_SUSPENDED",
  "EXITED_APPLICATION",
  "SCRUB_BEGIN",
  "SCRUB_END"
])
const dayMillis = 86_400_000
const maxUploadDelay = 30 * dayMillis

/**
 * A row of `Apple Music Play Activity.csv`, one of some 145 columns in any order:
 *
 *   Album Name, Device Identifier, End Position In Milliseconds, End Reason Type, Event End Timestamp,
 *   Event Received Timestamp, Event Start Timestamp, Event Type, Media Duration In Milliseconds, Media Type,
 *   Play Duration Milliseconds, Song Name, Start Position In Milliseconds
 *
 * Timestamps are in UTC. Starts may be empty or years off; durations may be negative or longer than the song.
 */
export const readActivity = (
  value: Value,
  now: number
): ActivityRow | "not played" | "not music" | "no title" | null => {
  const reason = value("end reason type").trim().toUpperCase()
  if (!isPlayEnd(value("event type"), reason)) return "not played"
  const media = value("media type").trim().toUpperCase()
  if (media !== "" && media !== "AUDIO") return "not music"
  const title = cleanName(value("song name")) ?? cleanName(value("content name"))
  if (title === null) return "no title"
  const length = positive(value("media duration in milliseconds"))
  const played = Math.max(0, numberOf(value("play duration milliseconds")) ?? 0)
  const clamped = Math.min(played, length ?? dayMillis, dayMillis)
  const times = timesOf(value, clamped)
  if (times === null || !isPlausible(times.startedAt, now) || !isPlausible(times.endedAt, now)) return null
  return {
    device: value("device identifier").trim(),
    title,
    album: cleanName(value("album name")) ?? "",
    artist: cleanName(value("artist name")),
    segment: {
      ...times,
      // The stretch of a jump is not heard.
      playTime: Math.round(reason === "SCRUB_END" ? 0 : clamped),
      length,
      from: position(value("start position in milliseconds")),
      to: position(value("end position in milliseconds")),
      isPaused: pauses.has(reason)
    }
  }
}

/** Before the middle of 2016, rows have no type. Only the end of a play has a reason. */
const isPlayEnd = (type: string, reason: string): boolean => {
  const event = type.trim().toUpperCase()
  return event === "PLAY_END" || (event === "" && reason !== "")
}

const positive = (text: string): number | null => {
  const number = numberOf(text)
  return number !== null && number > 0 && number <= dayMillis ? Math.round(number) : null
}

const position = (text: string): number | null => {
  const number = numberOf(text)
  return number !== null && number >= 0 && number <= dayMillis ? Math.round(number) : null
}

/** Null if the device's clock was wrong by more than a late upload explains. */
const timesOf = (value: Value, playTime: number): { readonly startedAt: number; readonly endedAt: number } | null => {
  const start = isoInstant(value("event start timestamp"))
  const received = isoInstant(value("event received timestamp"))
  const end = isoInstant(value("event end timestamp"))
  if (end === null || (received !== null && Math.abs(end - received) > maxUploadDelay)) return null
  const isSane = start !== null && start <= end && end - start <= dayMillis
  return { startedAt: isSane ? start : end - Math.round(playTime), endedAt: end }
}
