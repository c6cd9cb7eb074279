import { strToU8, zipSync } from "fflate"
import { hash } from "../sampleOwner/dice.js"
import type { Scrobble } from "../shared/Scrobble.js"

/** One row of the extended streaming history, with the names that Spotify gives its fields. */
export interface SpotifyRow {
  readonly ts: string
  readonly platform: string
  readonly ms_played: number
  readonly conn_country: string
  readonly ip_addr?: string
  readonly master_metadata_track_name: string | null
  readonly master_metadata_album_artist_name: string | null
  readonly master_metadata_album_album_name: string | null
  readonly spotify_track_uri: string | null
  readonly episode_name: string | null
  readonly episode_show_name: string | null
  readonly spotify_episode_uri: string | null
  /** Only newer exports have the fields of audiobooks. */
  readonly audiobook_title?: string | null
  readonly audiobook_uri?: string | null
  readonly audiobook_chapter_uri?: string | null
  readonly audiobook_chapter_title?: string | null
  readonly reason_start: string
  readonly reason_end: string
  readonly shuffle: boolean
  readonly skipped: boolean | null
  readonly offline: boolean
  readonly offline_timestamp: number | null
  readonly incognito_mode: boolean
  readonly username?: string
  readonly ip_addr_decrypted?: string
  readonly user_agent_decrypted?: string
}

/** How a play went, where it was not heard through in one go. Seconds. */
export interface Listening {
  readonly pausedFor?: number
  readonly playTime?: number
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** 22 characters, the same for the same song. */
export const spotifyId = (...names: ReadonlyArray<string>): string =>
  Array.from({ length: 22 }, (_, place) => digits[hash("spotify", place, ...names) % digits.length]).join("")

const instant = (millis: number) => new Date(millis).toISOString().replace(/\.\d{3}Z$/, "Z")

/** The row of a play: pauses move its end, and `offline_timestamp` is the start. */
export const spotifyRow = (play: Scrobble, { playTime = play.seconds, pausedFor = 0 }: Listening = {}): SpotifyRow => {
  const isWhole = playTime >= play.seconds
  return {
    ts: instant((play.at + playTime + pausedFor) * 1_000),
    platform: "iOS 15.1 (iPhone13,2)",
    ms_played: playTime * 1_000,
    conn_country: "DE",
    ip_addr: "203.0.113.7",
    master_metadata_track_name: play.track,
    master_metadata_album_artist_name: play.artist,
    master_metadata_album_album_name: play.album === "" ? null : play.album,
    spotify_track_uri: `spotify:track:${spotifyId(play.artist, play.track)}`,
    episode_name: null,
    episode_show_name: null,
    spotify_episode_uri: null,
    reason_start: "trackdone",
    reason_end: isWhole ? "trackdone" : "fwdbtn",
    shuffle: false,
    skipped: !isWhole,
    offline: false,
    offline_timestamp: play.at,
    incognito_mode: false
  }
}

const nothing = {
  master_metadata_track_name: null,
  master_metadata_album_artist_name: null,
  master_metadata_album_album_name: null,
  spotify_track_uri: null
}

/** An episode of a podcast, `at` in unix seconds. */
export const spotifyEpisode = (at: number): SpotifyRow => ({
  ...spotifyRow({ ...blank, at }),
  ...nothing,
  episode_name: "Episode 12",
  episode_show_name: "Harbour Talk",
  spotify_episode_uri: `spotify:episode:${spotifyId("Episode 12")}`
})

/** A chapter of an audiobook, `at` in unix seconds. */
export const spotifyChapter = (at: number): SpotifyRow => ({
  ...spotifyRow({ ...blank, at }),
  ...nothing,
  audiobook_title: "The Long Pier",
  audiobook_uri: `spotify:show:${spotifyId("The Long Pier")}`,
  audiobook_chapter_uri: `spotify:chapter:${spotifyId("The Long Pier", "3")}`,
  audiobook_chapter_title: "Chapter 3"
})

/** What is left of deleted content: a time and nothing else. */
export const spotifyDeleted = (at: number): SpotifyRow => ({ ...spotifyRow({ ...blank, at }), ...nothing })

const blank = {
  artist: "",
  artistMbid: "",
  album: "",
  albumMbid: "",
  track: "",
  trackMbid: "",
  seconds: 1_800,
  cover: undefined
}

/** The same row as exports before 2023 wrote it: the start in milliseconds, and who listened from where. */
export const endsongRow = ({ ip_addr, ...row }: SpotifyRow): SpotifyRow => ({
  ...row,
  username: "someone",
  offline_timestamp: row.offline_timestamp === null ? null : row.offline_timestamp * 1_000,
  ip_addr_decrypted: ip_addr ?? "203.0.113.7",
  user_agent_decrypted: "unknown"
})

/** The row of the account data: the minute of the end, and no album. */
export const shortRow = (row: SpotifyRow) => ({
  endTime: row.ts.slice(0, 16).replace("T", " "),
  artistName: row.master_metadata_album_artist_name,
  trackName: row.master_metadata_track_name,
  msPlayed: row.ms_played
})

const json = (rows: ReadonlyArray<unknown>) => strToU8(JSON.stringify(rows))

/** The zip of the extended streaming history. Neither the files nor the rows in them are in order. */
export const spotifyHistory = (files: Readonly<Record<string, ReadonlyArray<SpotifyRow>>>): Uint8Array =>
  zipSync({
    "Spotify Extended Streaming History/ReadMeFirst_ExtendedStreamingHistory.pdf": strToU8("%PDF-1.4"),
    ...Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [`Spotify Extended Streaming History/${name}`, json(rows)])
    )
  })

/** The zip of the account data, with the last year and everything else that Spotify knows. */
export const spotifyAccountData = (rows: ReadonlyArray<SpotifyRow>): Uint8Array =>
  zipSync({
    "Spotify Account Data/StreamingHistory_music_0.json": json(rows.map(shortRow)),
    "Spotify Account Data/StreamingHistory_podcast_0.json": json([
      { endTime: "2023-11-05 14:03", podcastName: "Harbour Talk", episodeName: "Episode 12", msPlayed: 1_800_000 }
    ]),
    "Spotify Account Data/Userdata.json": strToU8('{"username":"someone","email":"someone@example.com"}'),
    "Spotify Account Data/Payments.json": strToU8('{"payment_method":"card"}')
  })
