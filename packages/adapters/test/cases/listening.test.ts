import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import {} from "../support/database.js"
import { type Case, daybook, instantText, storedBy } from "./importing.js"

const plays = `
  SELECT ${instantText("play.played_at")} || ' ' || track.name AS line FROM listening_plays AS play
  JOIN listening_tracks AS track ON track.id = play.track_id WHERE play.visible ORDER BY play.played_at, track.name`

const listening: ReadonlyArray<Case> = [
  {
    files: ["apple-old.csv"],
    source: "apple-music",
    stored: ["2016-05-02 10:53:16 Ferry Song", "2016-08-04 11:48:03 Tin Roof"]
  },
  {
    files: ["maloja_export_1.json", "maloja_export_2.json"],
    source: "maloja",
    stored: ["2025-01-15 10:00:00 Ferry Song"]
  },
  {
    files: ["koito_export_1.json", "koito_export_2.json"],
    source: "koito",
    stored: ["2025-01-15 10:00:00 Ferry Song"]
  },
  {
    files: ["lastfm-ghan.csv", "lastfm-benfoxall.csv"],
    source: "lastfm",
    stored: ["2025-11-21 04:40:30 Hello, Goodbye", "2025-11-21 04:45:30 Ferry Song"]
  },
  { files: ["lastfm-nfc.csv", "lastfm-nfd.csv"], source: "lastfm", stored: ["2025-11-21 04:50:00 Étude"] },
  {
    files: ["nfd.csv"],
    source: "lastfm",
    stored: [
      "2024-02-29 09:46:40 Déjà Vu",
      "2024-02-29 09:53:20 Déjà Vu",
      "2024-02-29 10:00:00 Let Down",
      "2024-02-29 10:06:40 Let Down"
    ]
  },
  {
    files: ["spotify-later/Streaming_History_Audio_2025_0.json"],
    source: "spotify",
    stored: ["2025-03-01 12:15:00 Low Water", "2025-03-01 12:18:20 Ferry Song"]
  },
  {
    files: ["spotify/Streaming_History_Audio_2020_1.json"],
    source: "spotify",
    stored: [
      "2020-06-01 08:26:40 Off 0",
      "2020-06-01 08:30:20 Off 1",
      "2020-06-01 08:34:00 Off 2",
      "2020-06-01 08:37:40 Off 3",
      "2020-06-01 08:41:20 Off 4"
    ]
  }
]

const titles = `SELECT DISTINCT name AS line FROM listening_tracks WHERE heard ORDER BY 1`

const tracks: ReadonlyArray<Case> = [
  { files: ["lastfm-nfc.csv", "lastfm-nfd.csv"], source: "lastfm", stored: ["Étude"] },
  { files: ["nfd.csv"], source: "lastfm", stored: ["Déjà Vu", "Let Down"] }
]

const labels = `
  SELECT label.value ->> 'name' AS line FROM collecting_releases, jsonb_array_elements(labels) AS label
  WHERE title = 'Complete Box' ORDER BY 1`

const collecting: ReadonlyArray<Case> = [
  { files: ["discogs.csv"], source: "discogs", stored: ["Quill", "Warner Bros. Records, Inc."] }
]

layer(daybook(), { excludeTestServices: true, timeout: "60 seconds" })("reported files", (it) => {
  it.effect(
    "plays",
    () =>
      Effect.gen(function* () {
        for (const one of listening) expect(yield* storedBy("listening", plays, one)).toStrictEqual(one)
      }),
    60_000
  )
  it.effect(
    "tracks of one name, in composed and decomposed letters",
    () =>
      Effect.gen(function* () {
        for (const one of tracks) expect(yield* storedBy("listening", titles, one)).toStrictEqual(one)
      }),
    60_000
  )
  it.effect(
    "labels of records",
    () =>
      Effect.gen(function* () {
        for (const one of collecting) expect(yield* storedBy("collecting", labels, one)).toStrictEqual(one)
      }),
    60_000
  )
})
