import type { OptionalRow } from "@daybook/core/domain"
import { type Play, maxPause } from "@daybook/core/listening"
import { fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { type PlayRow, earliestPlay, isPlausible, minPlayTime, wallTimeOf } from "../kit/scrobbles/playFile.js"
import { isoInstant } from "../kit/schemas.js"
import { spokenRow } from "../kit/scrobbles/spoken.js"
import { cleanName } from "../kit/values.js"

/**
 * A row of the extended streaming history. `ts` is when the stream ended, in UTC, or when a play without a connection
 * was sent. `ms_played` leaves out pauses. `offline_timestamp` is the start, in seconds; in older files in milliseconds
 * or 0:
 *
 *   {"ts":"2021-11-15T13:41:44Z","ms_played":214000,"master_metadata_track_name":"Ferry Song",
 *    "master_metadata_album_artist_name":"Hollow Lanterns","master_metadata_album_album_name":"Tin Roof Hours",
 *    "spotify_track_uri":"spotify:track:4aaaaaaaaaaaaaaaaaaaaa","episode_name":null,"reason_end":"trackdone",
 *    "skipped":false,"offline":false,"offline_timestamp":1636983489,"incognito_mode":false}
 *
 * The row of the account data, with the minute of the end:
 *
 *   {"endTime":"2023-11-05 14:03","artistName":"Hollow Lanterns","trackName":"Ferry Song","msPlayed":214000}
 */
export const readRow = (value: unknown, now: number, options: { readonly isPrivateRead: boolean }): SpotifyRow => {
  const row = fieldsOf(value)
  if (row === null) return null
  return "endTime" in row ? shortPlay(row, now) : extendedPlay(row, now, options.isPrivateRead)
}

type SpotifyRow = PlayRow | OptionalRow
type Fields = { readonly [name: string]: unknown }

const maxPlayTime = 86_400_000

interface End {
  readonly endedAt: number
  /** Milliseconds. */
  readonly playTime: number
}

/** Null for a time or a length that cannot be. */
const endOf = (endedAt: number | null, playTime: number | null, now: number): End | null =>
  endedAt === null || playTime === null || playTime < 0 || playTime > maxPlayTime || !isPlausible(endedAt, now)
    ? null
    : { endedAt, playTime }

const extendedPlay = (row: Fields, now: number, isPrivateRead: boolean): SpotifyRow => {
  const end = endOf(isoInstant(textOf(row["ts"])), numberOf(row["ms_played"]), now)
  if (end === null) return null
  const { endedAt, playTime } = end
  const title = cleanName(textOf(row["master_metadata_track_name"]))
  if (title === null) return spokenListen(row, end, isPrivateRead)
  if (row["incognito_mode"] === true && !isPrivateRead) return "private"
  if (playTime < minPlayTime) return "short"
  const artist = cleanName(textOf(row["master_metadata_album_artist_name"]))
  if (artist === null) return "no artist"
  const album = cleanName(textOf(row["master_metadata_album_album_name"]))
  return {
    ...namesOf(artist, title, album),
    track: { name: title, mbid: null, url: addressOf(textOf(row["spotify_track_uri"])) },
    precision: "second",
    ...timesOf(endedAt, Math.round(playTime), numberOf(row["offline_timestamp"]))
  }
}

interface Spoken {
  readonly kind: "podcast" | "audiobook"
  readonly show: string | null
  readonly title: string
  readonly uri: string | null
}

const nameIn = (row: Fields, column: string) => cleanName(textOf(row[column]))

/** The names of an episode or a chapter. A chapter may have no title of its own. */
const spokenNames = (row: Fields): Spoken | null => {
  const episode = nameIn(row, "episode_name")
  if (episode !== null) {
    const uri = textOf(row["spotify_episode_uri"])
    return { kind: "podcast", show: nameIn(row, "episode_show_name"), title: episode, uri }
  }
  const book = nameIn(row, "audiobook_title")
  const title = nameIn(row, "audiobook_chapter_title") ?? book
  const uri = textOf(row["audiobook_chapter_uri"]) ?? textOf(row["audiobook_uri"])
  return title === null ? null : { kind: "audiobook", show: book, title, uri }
}

/**
 * An episode or a chapter has no names of a track:
 *
 *   {"ts":"2021-11-15T14:10:10Z","ms_played":1800000,"master_metadata_track_name":null,
 *    "episode_name":"Episode 12","episode_show_name":"Harbour Talk",
 *    "spotify_episode_uri":"spotify:episode:4aaaaaaaaaaaaaaaaaaaaa","audiobook_title":null,"audiobook_uri":null,
 *    "audiobook_chapter_uri":null,"audiobook_chapter_title":null,"offline_timestamp":1636983610}
 */
const spokenListen = (row: Fields, { endedAt, playTime }: End, isPrivateRead: boolean): SpotifyRow => {
  const names = spokenNames(row)
  if (names === null) return "not music"
  if (row["incognito_mode"] === true && !isPrivateRead) return "private"
  if (playTime < minPlayTime) return "short"
  const { kind, show, title, uri } = names
  const { playedAt } = timesOf(endedAt, Math.round(playTime), numberOf(row["offline_timestamp"]))
  const item = uri ?? JSON.stringify([show, title])
  return spokenRow({ startedAt: playedAt, playTime, item, kind, show, title, url: addressOf(uri) })
}

/** Songs can be heard for 30 days without a connection, and a song that is paused ends when the app starts again. */
const maxDelay = 31 * 86_400_000
/** Both times are rounded to the second. */
const rounding = 2_000

/** The start, if it is one that the end and the time heard allow: clocks of devices are wrong at times. */
const timesOf = (
  endedAt: number,
  playTime: number,
  offlineTimestamp: number | null
): Pick<Play, "playedAt" | "endedAt" | "computedAt"> => {
  const computedAt = endedAt - playTime
  const time = offlineTimestamp ?? 0
  // Seconds reach this number in the year 5000, milliseconds reached it in 1973. Newer files round starts down.
  const start = Math.floor(time < 1e11 ? time : time / 1_000) * 1_000
  if (start < earliestPlay || start > computedAt + rounding || start < computedAt - maxDelay)
    return { playedAt: computedAt, endedAt }
  const isSentLater = start + maxPause < computedAt
  const times = { playedAt: start, endedAt: isSentLater ? start + playTime : Math.max(endedAt, start + playTime) }
  return start === computedAt ? times : { ...times, computedAt }
}

const shortPlay = (row: Fields, now: number): PlayRow => {
  const end = endOf(wallTimeOf(row["endTime"]), numberOf(row["msPlayed"]), now)
  if (end === null) return null
  const { endedAt, playTime } = end
  const title = cleanName(textOf(row["trackName"]))
  const artist = cleanName(textOf(row["artistName"]))
  if (title === null) return "not music"
  if (playTime < minPlayTime) return "short"
  if (artist === null) return "no artist"
  return {
    ...namesOf(artist, title, null),
    playedAt: Math.floor((endedAt - playTime) / 60_000) * 60_000,
    precision: "minute",
    endedAt
  }
}

const namesOf = (artist: string, track: string, album: string | null): Pick<Play, "artist" | "track" | "album"> => ({
  artist: { name: artist, mbid: null, url: null },
  track: { name: track, mbid: null, url: null },
  album: album === null ? null : { name: album, mbid: null, url: null }
})

const pageUri = /^spotify:(track|episode|chapter|show):([0-9A-Za-z]{22})$/

/** The page of a track, an episode, a chapter or an audiobook. Local files have other URIs. */
const addressOf = (uri: string | null): string | null => {
  const [, kind, id] = pageUri.exec(uri ?? "") ?? []
  return id === undefined ? null : `https://open.spotify.com/${kind}/${id}`
}
