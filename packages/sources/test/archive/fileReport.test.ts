import { describe, expect, it } from "@effect/vitest"
import {
  type ImportFile,
  type FileReport,
  type Page,
  type SourceFailure,
  leftOutRows,
  observed
} from "@daybook/core/sync"
import { Effect, LogLevel, Logger, Stream } from "effect"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { makeTally } from "../../src/kit/exportFile/exportPages.js"
import { netflix as netflixSource } from "../../src/netflix/source.js"
import { spotify as spotifySource } from "../../src/spotify/source.js"
import { filesOf } from "../support/importFile.js"

const { exportFile: netflix } = filesOf(netflixSource)
const { exportFile: spotify } = filesOf(spotifySource)

const fileOf = (name: string, content: string | Uint8Array): ImportFile => {
  const bytes = typeof content === "string" ? strToU8(content) : content
  return {
    ...{ name, size: bytes.length, stream: Stream.succeed(bytes) },
    slice: (from, to) => Effect.succeed(bytes.subarray(from, to))
  }
}

/** What a reader reports, also of a file that it refuses. */
const reportOf = (
  read: (file: ImportFile) => Stream.Stream<Page<unknown>, SourceFailure>,
  name: string,
  content: string | Uint8Array
): Effect.Effect<FileReport> => {
  const { file, report } = observed(fileOf(name, content))
  return Effect.map(Effect.either(Stream.runDrain(read(file))), report).pipe(Logger.withMinimumLogLevel(LogLevel.None))
}

const play = (at: number, more: object = {}) => ({
  ts: new Date(at).toISOString(),
  ms_played: 210_000,
  master_metadata_track_name: "Ferry Song",
  master_metadata_album_artist_name: "Hollow Lanterns",
  master_metadata_album_album_name: "Quay",
  spotify_track_uri: "spotify:track:0",
  episode_name: null,
  ...more
})

/** Rows of Spotify, whole ones and ones of every kind that is left out. */
const spotifyRow = fc
  .tuple(
    fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2024, 0) }),
    fc.constantFrom<object>(
      {},
      { ms_played: 900 },
      { master_metadata_album_artist_name: null },
      { incognito_mode: true },
      { ts: "yesterday" },
      { ms_played: -5 },
      { master_metadata_track_name: null, episode_name: "Tides" }
    )
  )
  .map(([at, more]) => play(at, more))

const netflixHeader =
  "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country"

describe("what a file's reader reports", () => {
  it.live("accounts for every row of a history of Spotify", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(spotifyRow, { minLength: 1, maxLength: 20 }), async (rows) => {
          const text = JSON.stringify([play(Date.UTC(2020, 0)), ...rows])
          const report = await Effect.runPromise(reportOf(spotify, "Streaming_History_Audio_2020_1.json", text))
          expect(report.readable + leftOutRows(report)).toBe(rows.length + 1)
          for (const { first } of report.reasons) expect(first).toMatch(/row \d+$/)
        }),
        { numRuns: 20 }
      )
    )
  )

  it.live("names the first row of each reason", () =>
    Effect.gen(function* () {
      const at = Date.UTC(2020, 0)
      const rows = [
        play(at),
        play(at + 1e6, { ms_played: 900 }),
        play(at + 2e6, { ts: "yesterday" }),
        play(at + 3e6, { ms_played: 900 })
      ]
      const { reasons } = yield* reportOf(spotify, "Streaming_History_Audio_2020_1.json", JSON.stringify(rows))
      expect(reasons).toStrictEqual([
        { reason: "short", count: 2, first: "Streaming_History_Audio_2020_1.json, row 2" },
        { reason: "it is not a complete row of a play", count: 1, first: "Streaming_History_Audio_2020_1.json, row 3" }
      ])
    })
  )

  it.live("says of 3,514 rows that none was kept, and where the first is", () =>
    Effect.gen(function* () {
      const row = "Ada,soon,1:40:48,,Lonely Net,,TV,1:40:48,1:40:48,PE (Peru)"
      const text = [netflixHeader, ...Array<string>(3_514).fill(row)].join("\n")
      const report = yield* reportOf(netflix, "ViewingActivity.csv", text)
      expect([report.readable, leftOutRows(report)]).toStrictEqual([0, 3_514])
      expect(report.reasons.map(({ count, first }) => [count, first])).toStrictEqual([
        [3_514, "ViewingActivity.csv, line 2"]
      ])
    })
  )

  it.live("names the members of an archive that nobody opened, at any depth", () =>
    Effect.gen(function* () {
      const inner = zipSync({
        "MyData/endsong_0.json": strToU8(JSON.stringify([play(Date.UTC(2020, 0))])),
        "MyData/Userdata.json": strToU8("{}")
      })
      const outer = zipSync({
        "my_spotify_data.zip": inner,
        "Payments.json": strToU8("{}"),
        "__MACOSX/._x": strToU8("")
      })
      const { members } = yield* reportOf(spotify, "all.zip", outer)
      expect(members).toStrictEqual({
        opened: 2,
        unread: 2,
        unreadNames: ["Payments.json", "my_spotify_data.zip/MyData/Userdata.json"]
      })
    })
  )

  it("has at most 41 reasons, however many a reader gives", () =>
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 200 }), (reasons) => {
        const tally = makeTally()
        reasons.forEach((reason, index) => tally.skip(reason, `line ${index}`))
        const report = tally.tally().reasons ?? []
        expect(report.length).toBeLessThanOrEqual(41)
        expect(report.reduce((sum, { count }) => sum + count, 0)).toBe(reasons.length)
      })
    ))
})
