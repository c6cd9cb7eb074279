import { appleActivityCsv, appleActivityRow, appleDailyCsv, appleExport } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { appleMusic as appleMusicSource } from "../../src/apple-music/source.js"
import { readPlays, scrobble, summary } from "../support/playFile.js"
import { fileSample, filesOf } from "../support/importFile.js"

const { exportFile, recognise: recogniseAppleMusic } = filesOf(appleMusicSource)

const read = readPlays(exportFile)
const at = Date.parse("2025-01-15T10:00:00Z") / 1_000
const play = scrobble(at)
const other = scrobble(at + 3_600, { artist: "Velmora Tide", track: "Northbound", album: "" })
const ferry = (start: number) => [start * 1_000 + 1, "Hollow Lanterns", "Ferry Song", "Tin Roof Hours"]

describe("Apple's play activity", () => {
  it.effect("is a zip in a zip; lists by day name the artists, in any order of columns", () =>
    Effect.gen(function* () {
      const rows = [appleActivityRow(other), appleActivityRow(play)]
      for (const order of ["alphabetical", "other"] as const) {
        const { failure, plays } = yield* read(appleExport({ rows, daily: [play, other], order }))
        expect(failure).toBeNull()
        expect(plays.map(summary)).toStrictEqual([
          [other.at * 1_000 + 1, "Velmora Tide", "Northbound", null],
          ferry(at)
        ])
        expect(plays[1]).toMatchObject({ duration: 214_000, precision: "second" })
      }
    })
  )

  it.effect("joins the stretches of a listen, and counts half a song or four minutes", () =>
    Effect.gen(function* () {
      const song = (start: number, seconds = 214) => scrobble(start, { seconds })
      const pause = "PLAYBACK_MANUALLY_PAUSED"
      const cases: ReadonlyArray<[string, ReadonlyArray<ReturnType<typeof appleActivityRow>>, number]> = [
        [
          "a pause of twenty minutes",
          [
            appleActivityRow(song(at), { to: 60, reason: pause }),
            appleActivityRow(song(at), { from: 61, after: 1_260 })
          ],
          1
        ],
        [
          "a pause of half an hour makes two, of which one is long enough",
          [
            appleActivityRow(song(at), { to: 60, reason: pause }),
            appleActivityRow(song(at), { from: 60, after: 1_861 })
          ],
          1
        ],
        ["a repeat is another listen", [appleActivityRow(song(at)), appleActivityRow(song(at), { after: 214 })], 2],
        [
          "a jump is not heard",
          [
            appleActivityRow(song(at), { to: 20, reason: "SCRUB_BEGIN" }),
            appleActivityRow(song(at), { from: 20, to: 205, after: 20, reason: "SCRUB_END" }),
            appleActivityRow(song(at), { from: 205, after: 205 })
          ],
          0
        ],
        ["29 seconds of a short song", [appleActivityRow(song(at, 40), { to: 29 })], 0],
        ["less than half", [appleActivityRow(song(at), { to: 106 })], 0],
        ["half", [appleActivityRow(song(at), { to: 107 })], 1],
        ["four minutes of a long one", [appleActivityRow(song(at, 3_000), { to: 240 })], 1]
      ]
      for (const [name, rows, count] of cases) {
        const { plays } = yield* read(appleExport({ rows: [...rows].reverse(), daily: [play] }))
        expect(plays, name).toHaveLength(count)
        if (count === 1 && rows.length === 2 && name.includes("twenty"))
          expect(plays.map(summary)).toStrictEqual([ferry(at)])
      }
    })
  )

  it.effect("mends absurd starts and durations, and drops rows of a device with a wrong clock", () =>
    Effect.gen(function* () {
      const row = appleActivityRow(play)
      const late = { ...appleActivityRow(scrobble(at + 900)), "Event Received Timestamp": "2025-03-15T10:03:40.100Z" }
      const rows = [
        { ...row, "Event Start Timestamp": "" },
        { ...appleActivityRow(scrobble(at + 300)), "Event Start Timestamp": "2011-01-01T00:00:00.000Z" },
        { ...appleActivityRow(scrobble(at + 600)), "Play Duration Milliseconds": 900_000 },
        { ...appleActivityRow(scrobble(at + 1_200)), "Play Duration Milliseconds": -7_000 },
        late
      ]
      const { lines, plays } = yield* read(appleExport({ rows, daily: [play] }))
      expect(plays.map(summary)).toStrictEqual([ferry(at), ferry(at + 300), ferry(at + 600)])
      expect(lines.join("\n")).toContain("5 rows read, 3 kept from 2025-01-15 10:00")
      expect(lines.join("\n")).toContain("left out: 1 short, 1 broken")
    })
  )

  it.effect("names no artist where two fit", () =>
    Effect.gen(function* () {
      const cover = scrobble(at + 60, { artist: "Velmora Tide" })
      const rows = [appleActivityRow(play)]
      const ambiguous = yield* read(appleExport({ rows, daily: [play, cover] }))
      expect(ambiguous.plays).toStrictEqual([])
      expect(ambiguous.lines.join("\n")).toContain("1 rows read, 0 kept; left out: 1 no artist")
      // A namesake of another week does not fit.
      const far = yield* read(appleExport({ rows, daily: [play, { ...cover, at: at + 7 * 86_400 }] }))
      expect(far.plays.map(summary)).toStrictEqual([ferry(at)])
      // Without a day, the library names the artist of the title on its album.
      const other = scrobble(at, { artist: "Velmora Tide", album: "Live" })
      const library = yield* read(appleExport({ rows, library: [play, other] }))
      expect(library.plays.map(summary)).toStrictEqual([ferry(at)])
      const both = yield* read(appleExport({ rows, library: [play, scrobble(at, { artist: "Velmora Tide" })] }))
      expect(both.plays).toStrictEqual([])
    })
  )

  it.effect("of earlier years names artists itself, and may come as a single file or in half an archive", () =>
    Effect.gen(function* () {
      const { "Song Name": title = "", ...unnamed } = appleActivityRow(play)
      const row = { ...unnamed, "Artist Name": "Hollow Lanterns", "Content Name": title }
      const text = appleActivityCsv([row])
      for (const content of [text, `\ufeff${text}`, zipSync({ "x/APPLE MUSIC - PLAY ACTIVITY.CSV": strToU8(text) })]) {
        const { failure, plays } = yield* read(content)
        expect([failure, plays.map(summary)]).toStrictEqual([null, [ferry(at)]])
      }
    })
  )

  it.effect("has no types before the middle of 2016: what ended is a play by the usual rule", () =>
    Effect.gen(function* () {
      const columns = [
        "Artist Name",
        "Content Name",
        "Device Identifier",
        "End Position In Milliseconds",
        "End Reason Type",
        "Event End Timestamp",
        "Event Received Timestamp",
        "Event Start Timestamp",
        "Event Type",
        "Media Duration In Milliseconds",
        "Media Type",
        "Play Duration Milliseconds",
        "Start Position In Milliseconds",
        "UTC Offset In Seconds"
      ]
      const old = (
        title: string,
        [from, to]: readonly [string, string],
        millis: number,
        end = "NATURAL_END_OF_TRACK"
      ) => {
        const [reason, type = ""] = end.split(" ")
        const day = "2016-05-02T"
        const times = `${day}${to}.205Z,${day}${to}.346Z,${day}${from}.205Z`
        return `Hollow Lanterns,${title},D1,${millis},${reason},${times},${type},129000.0,,${millis},0,25200.0`
      }
      const rows = [
        old("Ferry Song", ["10:53:16", "10:55:25"], 129_000),
        old("Half", ["11:00:00", "11:01:05"], 64_500, "TRACK_SKIPPED_FORWARDS"),
        old("Skipped", ["11:10:00", "11:10:02"], 2_400, "TRACK_SKIPPED_FORWARDS"),
        old("Typed", ["11:20:00", "11:22:00"], 120_000, "NATURAL_END_OF_TRACK PLAY_END"),
        old("Words", ["11:30:00", "11:32:00"], 120_000, " LYRIC_DISPLAY"),
        old("Begun", ["11:40:00", "11:42:00"], 0, " ")
      ]
      const { lines, plays } = yield* read(`${[columns.join(","), ...rows].join("\n")}\n`)
      const start = Date.parse("2016-05-02T10:53:16.205Z")
      expect(plays.map(summary)).toStrictEqual([
        [start, "Hollow Lanterns", "Ferry Song", null],
        [start + 404_000, "Hollow Lanterns", "Half", null],
        [start + 1_604_000, "Hollow Lanterns", "Typed", null]
      ])
      expect(lines.join("\n")).toContain("6 rows read, 3 kept")
      expect(lines.join("\n")).toContain("left out: 2 not played, 1 short")
    })
  )

  it.effect("leaves out other events and media by reason, and equal rows", () =>
    Effect.gen(function* () {
      const row = appleActivityRow(play)
      const rows = [
        row,
        row,
        { ...row, "Event Type": "PLAY_START" },
        { ...row, "Event Type": "", "End Reason Type": "" },
        { ...row, "Media Type": "VIDEO" },
        { ...row, "Song Name": "" }
      ]
      const { lines, plays } = yield* read(appleExport({ rows, daily: [play] }))
      expect(plays.map(summary)).toStrictEqual([ferry(at)])
      expect(lines.join("\n")).toContain("6 rows read, 1 kept")
      expect(lines.join("\n")).toContain("left out: 1 joined, 1 no title, 1 not music, 2 not played")
    })
  )

  it.effect("is refused if a needed column is missing, or if it is something else", () =>
    Effect.gen(function* () {
      const text = appleActivityCsv([appleActivityRow(play)]).replace("Play Duration Milliseconds", "Seconds")
      const missing = yield* read(text, "Apple Music Play Activity.csv")
      expect(missing.failure?.message).toBe("Apple Music Play Activity.csv has no column play duration milliseconds")
      for (const content of ["", "a,b\n1,2\n", appleDailyCsv([play]), zipSync({ "Payments.csv": strToU8("x") })]) {
        const { failure } = yield* read(content)
        expect([failure?.source, failure?.state]).toStrictEqual(["apple-music", "bad_file"])
      }
    })
  )
})

describe("recogniseAppleMusic", () => {
  it("knows the archives by the names in them, and the play activity by its columns", () => {
    const sample = (...of: Parameters<typeof fileSample>) => recogniseAppleMusic(fileSample(...of))
    expect(sample("", "a/Apple_Media_Services.zip")).toBe(true)
    expect(sample("", "Apple Music Activity/Apple Music Play Activity.csv")).toBe(true)
    expect(sample(appleActivityCsv([appleActivityRow(play)]))).toBe(true)
    expect(sample("", "Apple Music - Favorites.csv")).toBe(false)
    expect(sample("uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n")).toBe(false)
  })
})
