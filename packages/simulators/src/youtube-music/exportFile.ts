import { strToU8, zipSync } from "fflate"
import { hash } from "../sampleOwner/dice.js"
import type { Scrobble } from "../shared/Scrobble.js"

/** How an account's language says that something was watched, and names the folders. */
const languages = {
  en: { title: (name: string) => `Watched ${name}`, path: "YouTube and YouTube Music/history/watch-history.json" },
  de: {
    title: (name: string) => `${name} angesehen`,
    path: "YouTube und YouTube Music/Verlauf/Wiedergabeverlauf.json"
  },
  it: {
    title: (name: string) => `Ha visto ${name}`,
    path: "YouTube e YouTube Music/cronologia/cronologia-visualizzazioni.json"
  },
  /** A language that no list has. */
  other: { title: (name: string) => `Kuulatud lugu ${name}`, path: "YouTube ja YouTube Music/ajalugu/vaatamine.json" }
}
export type WatchHistoryLanguage = keyof typeof languages

/** An entry of the watch history. */
export interface WatchedEntry {
  readonly header: string
  readonly title: string
  readonly titleUrl?: string
  readonly subtitles?: ReadonlyArray<{ readonly name: string; readonly url: string }>
  readonly time: string
  readonly products: ReadonlyArray<string>
  readonly details?: ReadonlyArray<{ readonly name: string }>
  readonly activityControls?: ReadonlyArray<string>
}

const videoId = (...names: ReadonlyArray<string>) =>
  hash("video", ...names)
    .toString(36)
    .padStart(11, "A")
    .slice(0, 11)

interface SongOptions {
  readonly language?: WatchHistoryLanguage
  /** The channel; the one that YouTube makes for the artist unless it is given. */
  readonly channel?: string
  /** The title of the video; the song's unless it is given. */
  readonly name?: string
  readonly header?: string
  /** Milliseconds after the second; early entries have none. */
  readonly millis?: number | null
}

/** A song that was played in YouTube Music, or with another header in YouTube. */
export const watchedSong = (play: Scrobble, options: SongOptions = {}): WatchedEntry => {
  const { channel = `${play.artist} - Topic`, header = "YouTube Music", language = "en", millis = 123, name } = options
  const host = header === "YouTube Music" ? "music" : "www"
  const time = new Date(play.at * 1_000 + (millis ?? 0)).toISOString()
  return {
    header,
    title: languages[language].title(name ?? play.track),
    titleUrl: `https://${host}.youtube.com/watch?v=${videoId(play.artist, play.track)}`,
    subtitles: [{ name: channel, url: "https://www.youtube.com/channel/UCxxxxxxxxxxxxxxxxxxxxxx" }],
    time: millis === null ? time.replace(".000Z", "Z") : time,
    products: ["YouTube"],
    activityControls: ["YouTube watch history"]
  }
}

const at = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** A video that is no music. */
export const watchedVideo = (seconds: number, title = "Watched Some clip"): WatchedEntry => ({
  header: "YouTube",
  title,
  titleUrl: "https://www.youtube.com/watch?v=BBBBBBBBBBB",
  subtitles: [{ name: "Some channel", url: "https://www.youtube.com/channel/UCy" }],
  time: at(seconds),
  products: ["YouTube"]
})

export const watchedAdvertisement = (seconds: number): WatchedEntry => ({
  ...watchedVideo(seconds),
  header: "YouTube Music",
  details: [{ name: "From Google Ads" }]
})

/** What is left of a song that was removed: no address, or the address for a title. */
export const watchedRemoved = (seconds: number, kind: "no address" | "address as title"): WatchedEntry => {
  const titleUrl = "https://music.youtube.com/watch?v=CCCCCCCCCCC"
  const common = { header: "YouTube Music", time: at(seconds), products: ["YouTube"] }
  return kind === "no address"
    ? { ...common, title: "Watched a video that has been removed" }
    : { ...common, title: `Watched ${titleUrl}`, titleUrl }
}

/** The Takeout archive, newest entry first, with the page that greets and the searches. */
export const watchHistory = (entries: ReadonlyArray<WatchedEntry>, language: WatchHistoryLanguage = "en"): Uint8Array =>
  zipSync({
    [`Takeout/${languages[language].path}`]: strToU8(
      JSON.stringify([...entries].sort((a, b) => (a.time < b.time ? 1 : -1)))
    ),
    "Takeout/archive_browser.html": strToU8("<html></html>"),
    "Takeout/YouTube and YouTube Music/playlists/list.csv": strToU8("Video ID\n")
  })
