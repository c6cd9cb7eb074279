import type { Scrobble } from "../shared/Scrobble.js"

/** What Pano Scrobbler writes down. */
export const panoEvent = (play: Scrobble, event: "scrobble" | "love" | "unlove" = "scrobble") => ({
  timeHuman: new Date(play.at * 1_000).toISOString().slice(0, 19).replace("T", " "),
  timeMs: play.at * 1_000,
  artist: play.artist,
  track: play.track,
  album: play.album,
  albumArtist: "",
  durationMs: play.seconds * 1_000,
  mediaPlayerPackage: "com.example.player",
  mediaPlayerName: "Player",
  mediaPlayerVersion: "1.0",
  event
})

type PanoEvent = ReturnType<typeof panoEvent>

export const panoLines = (events: ReadonlyArray<PanoEvent>): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("")

const cell = (value: string | number) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : value

export const panoCsv = (events: ReadonlyArray<PanoEvent>): string => {
  const [first] = events
  const columns = Object.keys(first ?? {}) as ReadonlyArray<keyof PanoEvent>
  return [columns, ...events.map((event) => columns.map((column) => cell(event[column])))]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("")
}
