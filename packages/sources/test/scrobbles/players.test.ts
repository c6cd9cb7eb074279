import { Calendar } from "@daybook/core/shared"
import { panoCsv, panoEvent, panoLines, scrobblerLog } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { pano } from "../../src/pano/source.js"
import { scrobblerLog as log } from "../../src/scrobbler-log/source.js"
import { readPlays, scrobble, summary } from "../support/playFile.js"
import { fileSample, filesOf } from "../support/importFile.js"

const Pano = filesOf(pano)
const Log = filesOf(log)

const at = Date.parse("2025-01-15T10:00:00Z") / 1_000
const ferry = (start: number, album: string | null = "Tin Roof Hours") => [
  start * 1_000,
  "Hollow Lanterns",
  "Ferry Song",
  album
]

describe("Pano Scrobbler's lists", () => {
  const read = readPlays(Pano.exportFile)
  const events = [
    panoEvent(scrobble(at)),
    panoEvent(scrobble(at + 100), "love"),
    panoEvent(scrobble(at + 300, { album: "" })),
    panoEvent(scrobble(at + 400), "unlove")
  ]

  it.effect("are JSON lines or CSV; only scrobbles are plays", () =>
    Effect.gen(function* () {
      const contents: ReadonlyArray<readonly [string, string | Uint8Array]> = [
        ["a.jsonl", panoLines(events)],
        ["a.txt", `\ufeff${panoLines(events).replace(/\n/g, "\r\n")}`],
        ["a.csv", panoCsv(events)],
        ["a.bin", `\ufeff${panoCsv(events)}`],
        ["u.csv", Buffer.from(`\ufeff${panoCsv(events)}`, "utf16le")],
        ["u.jsonl", Buffer.from(panoLines(events), "utf16le")],
        ["a.zip", zipSync({ "pano-scrobbler.jsonl": strToU8(panoLines(events)) })],
        ["b.zip", zipSync({ "x/Pano_Export.CSV": strToU8(panoCsv(events)) })]
      ]
      for (const [name, content] of contents) {
        const { failure, lines, plays } = yield* read(content, name)
        expect(failure, name).toBeNull()
        expect(plays.map(summary), name).toStrictEqual([ferry(at), ferry(at + 300, null)])
        expect(plays[0]?.duration).toBe(214_000)
        expect(lines.join("\n")).toContain(
          "4 rows read, 2 kept from 2025-01-15 10:00 to 2025-01-15 10:05 UTC; left out: 2 not played"
        )
      }
    })
  )

  it.effect("lose only their damaged rows, and their unfinished last line", () =>
    Effect.gen(function* () {
      const [first, second] = [panoLines(events.slice(0, 1)), panoLines(events.slice(2, 3))]
      const { failure, plays } = yield* read(`${first}{"timeMs":\n${second}`, "a.jsonl")
      expect([failure, plays.length]).toStrictEqual([null, 2])
      const cut = yield* read(`${first}${second.slice(0, 30)}`, "a.jsonl")
      expect(cut.plays).toHaveLength(1)
      expect(cut.failure?.message).toBe("a.jsonl is cut short: it ends within a.jsonl, line 2; 1 whole row was read")
    })
  )

  it("are recognised by their fields", () => {
    const sample = (...of: Parameters<typeof fileSample>) => Pano.recognise(fileSample(...of))
    expect(sample(panoLines(events))).toBe(true)
    expect(sample(panoCsv(events))).toBe(true)
    expect(sample("", "pano_scrobbles.jsonl")).toBe(true)
    expect(sample("uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n")).toBe(false)
    expect(sample('{"inserted_at":1,"listened_at":1}')).toBe(false)
  })
})

describe("the log of a portable player", () => {
  const zoned =
    (zone: string) =>
    (...args: Parameters<ReturnType<typeof readPlays>>) =>
      Effect.flatMap(Effect.context<Calendar>(), (context) =>
        readPlays((file) => Stream.provideContext(Log.exportFile(file), context))(...args)
      ).pipe(Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed(zone))))
  const read = zoned("Europe/Berlin")

  it.effect("has true times in UTC, and otherwise the wall clock of the home time zone", () =>
    Effect.gen(function* () {
      const summer = Date.parse("2025-07-15T10:00:00Z") / 1_000
      const plays = [scrobble(at), scrobble(summer)]
      const expected = [ferry(at), ferry(summer)]
      expect((yield* read(scrobblerLog(plays))).plays.map(summary)).toStrictEqual(expected)
      const berlin = (seconds: number) => seconds + (seconds === summer ? 7_200 : 3_600)
      const local = scrobblerLog(plays, { zone: "UNKNOWN", clock: berlin })
      expect((yield* read(local)).plays.map(summary)).toStrictEqual(expected)
      const utc = yield* zoned("UTC")(local)
      expect(utc.plays.map(({ playedAt }) => playedAt / 1_000)).toStrictEqual([at + 3_600, summer + 7_200])
    })
  )

  it.effect("counts skipped, untagged and undated tracks", () =>
    Effect.gen(function* () {
      const skipped = scrobble(at + 300)
      const plays = [
        scrobble(at),
        skipped,
        scrobble(at + 600, { artist: "" }),
        scrobble(at + 900, { track: "" }),
        scrobble(0),
        scrobble(86_400 * 200),
        scrobble(Date.parse("2010-01-01T00:07:00Z") / 1_000),
        scrobble(at + 1_200, { album: "" })
      ]
      const text = scrobblerLog(plays, { rating: (play) => (play === skipped ? "S" : "L") })
      const { failure, lines, plays: remaining } = yield* read(`${text}Hollow Lanterns\tTin\n`, ".scrobbler.log")
      expect(failure).toBeNull()
      expect(remaining.map(summary)).toStrictEqual([ferry(at), ferry(at + 1_200, null)])
      expect(lines.join("\n")).toContain(
        "9 rows read, 2 kept from 2025-01-15 10:00 to 2025-01-15 10:20 UTC; " +
          "left out: 1 no artist, 1 no title, 1 skipped, 3 without a clock, 1 broken"
      )
    })
  )

  it.effect("may be of version 1.0, without identifiers, or in an archive", () =>
    Effect.gen(function* () {
      const trackMbid = "30000000-0000-4000-8000-000000000000"
      const play = scrobble(at, { trackMbid })
      const old = yield* read(scrobblerLog([play], { version: "1.0" }))
      expect(old.plays.map(({ track }) => track.mbid)).toStrictEqual([null])
      const zipped = yield* read(zipSync({ "player/.scrobbler.log": strToU8(scrobblerLog([play])) }))
      expect(zipped.plays.map(({ track }) => track.mbid)).toStrictEqual([trackMbid])
      expect((yield* read("no log")).failure?.state).toBe("bad_file")
      expect(Log.recognise(fileSample(scrobblerLog([])))).toBe(true)
      expect(Log.recognise(fileSample("", "a.log"))).toBe(false)
    })
  )
})
