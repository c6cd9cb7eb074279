import type { Play } from "@daybook/core/listening"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { lastfmPlainCsv, lastfmQuotedCsv } from "@daybook/simulators"
import { exportFile } from "../../../src/sources/lastfm/exportFile.js"
import { importFile, readPages } from "../support/importFile.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, world } from "../support/world.js"

const read = (content: string | Uint8Array, part?: number) =>
  Effect.map(Stream.runCollect(exportFile(importFile("plays.csv", content, part))), (pages) =>
    [...pages].flatMap((page) => page.records)
  )
const refused = (content: string | Uint8Array) => Effect.flip(read(content, 4096))
const short = ({ album, artist, playedAt, precision, track }: Play) => [
  playedAt / 1000,
  precision,
  artist.name,
  album?.name ?? null,
  track.name
]

const header = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid"
/** Base of the row times in seconds. */
const start = 1_700_000_000
const row = (nth: number, track = "Ferry Song", album = "Tin Roof Hours") =>
  `"${nth < start ? start + nth : nth}","21 Nov 2025, 04:40","Hollow Lanterns","","${album}","","${track}",""`

describe("Last.fm's CSV exports", () => {
  it.live("are read with a header", () =>
    Effect.gen(function* () {
      const plays = yield* read(`${header}\n${row(1763700000, 'Say ""yes"", now')}\n${row(1763600000, "B", "")}\n`)
      expect(plays.map(short)).toStrictEqual([
        [1763700000, "second", "Hollow Lanterns", "Tin Roof Hours", 'Say "yes", now'],
        [1763600000, "second", "Hollow Lanterns", null, "B"]
      ])
      expect(plays[0]?.artist.url).toBe("https://www.last.fm/music/Hollow+Lanterns")
    })
  )

  it.live("may have a byte order mark, CRLF, reordered and extra columns, and no final line end", () =>
    Effect.gen(function* () {
      const plays = yield* read(
        `\ufeffTrack,loved,UTS,Artist\r\nÜber,1,1763700000,Hollow Lanterns\r\n\r\nB,0,1763600000,Ÿ`,
        3
      )
      expect(plays.map(short)).toStrictEqual([
        [1763700000, "second", "Hollow Lanterns", null, "Über"],
        [1763600000, "second", "Ÿ", null, "B"]
      ])
    })
  )

  it.live("keep a short track played twice in one minute, with the same result on each import", () =>
    Effect.gen(function* () {
      const line = (track: string, minute: string) => `Hollow Lanterns,Tin Roof Hours,${track},21 Nov 2025 ${minute}`
      const file = [
        line("Short", "04:41"),
        line("Short", "04:40"),
        line("Other", "04:40"),
        line("Short", "04:40"),
        line("Short", "04:40"),
        line("Short", "04:39")
      ].join("\n")
      const plays = yield* read(file)
      const minute = Date.UTC(2025, 10, 21, 4, 40)
      expect(
        plays.filter(({ track }) => track.name === "Short").map(({ playedAt }) => playedAt - minute)
      ).toStrictEqual([60_000, 0, 1_000, 2_000, -60_000])
      expect(yield* read(file, 5)).toStrictEqual(plays)
      // With times to the second, equal rows are the same play.
      const twice = yield* read(`${header}\n${row(1763700000)}\n${row(1763700000)}\n`)
      expect(new Set(twice.map(({ playedAt }) => playedAt)).size).toBe(1)
    })
  )

  it.live("have times to the minute without a header", () =>
    Effect.gen(function* () {
      const plays = yield* read(
        'Hollow Lanterns,Tin Roof Hours,Ferry Song,21 Nov 2025 04:40\n"A, B",,"C ""D""",01 Jan 2010 00:00\n'
      )
      expect(plays.map(short)).toStrictEqual([
        [1763700000, "minute", "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"],
        [1262304000, "minute", "A, B", null, 'C "D"']
      ])
    })
  )

  it.live("lose only the damaged row", () =>
    Effect.gen(function* () {
      for (const damaged of [
        "",
        '"',
        '"1763","',
        "nonsense",
        '"x","y","z","","","","t",""',
        '"1","2","","","","","t",""',
        '"1763650000","t","an open quote,"","a","","b",""',
        '"99999999999999","t","a","","a","","b",""',
        "\ufffd\u0000",
        "x".repeat(3_000_000)
      ]) {
        const plays = yield* read(`${header}\n${row(1)}\n${damaged}\n${row(2)}\n${row(3)}\n`, 65_536)
        expect(
          plays.map(({ playedAt }) => playedAt / 1000 - start),
          damaged.slice(0, 80)
        ).toStrictEqual([1, 2, 3])
      }
    })
  )

  it.live("may have a name with a line break", () =>
    Effect.gen(function* () {
      const plays = yield* read(`${header}\n${row(1, "two\nlines")}\n${row(2)}\n`)
      expect(plays.map(({ track }) => track.name)).toStrictEqual(["two\nlines", "Ferry Song"])
    })
  )

  it.live("keep their complete rows wherever they are cut", () =>
    Effect.gen(function* () {
      const whole = `${header}\n${row(1)}\n${row(2)}\n${row(3)}\n`
      const all = yield* read(whole)
      const cut = (content: string) => readPages(exportFile(importFile("plays.csv", content, 64)))
      for (let length = header.length + 1 + row(1).length; length < whole.length; length++) {
        const { failure, records: plays } = yield* cut(whole.slice(0, length))
        const complete = whole
          .slice(header.length + 1, length)
          .split("\n")
          .filter((line) => line === row(1) || line === row(2) || line === row(3)).length
        expect(plays.length, String(length)).toBeGreaterThanOrEqual(complete)
        expect(plays).toStrictEqual(all.slice(0, plays.length))
        // A row ends at a line end or at the end of the file. Only a cut within a row is detectable.
        if (failure === null) expect(/("|^)$/m.test(whole.slice(0, length))).toBe(true)
        else
          expect(failure.message).toMatch(
            /^plays\.csv is cut short: it ends within the row at line \d; \d whole rows? w/
          )
      }
    })
  )

  it.live("are refused in one line if the file is something else", () =>
    Effect.gen(function* () {
      for (const content of [
        "",
        "\n\n",
        "a,b\n1,2\n",
        '{"x":1}',
        "PK\u0003\u0004",
        new Uint8Array(300_000),
        "lorem ipsum\n".repeat(10_000)
      ]) {
        const failure = yield* refused(content)
        expect([failure.source, failure.state]).toStrictEqual(["lastfm", "bad_file"])
        expect(failure.message).toContain("plays.csv")
      }
      expect((yield* refused(`${header}\nnonsense\n`)).message).toMatch(
        /^plays\.csv holds no row that can be read; line 2: /
      )
    })
  )

  it.live("may contain no plays", () => Effect.map(read(`${header}\n`), (plays) => expect(plays).toStrictEqual([])))

  it.live("come in pages without covered span or cursor", () =>
    Effect.gen(function* () {
      const content = [header, ...Array.from({ length: 2500 }, (_, index) => row(index))].join("\n")
      const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(exportFile(importFile("plays.csv", content, 5000))))
      expect(pages.map(({ records }) => records.length)).toStrictEqual([1000, 1000, 500])
      for (const page of pages)
        expect([page.covers._tag, page.cursor._tag, page.total._tag]).toStrictEqual(["None", "None", "None"])
    })
  )

  it.live("give the same plays as the API", () =>
    Effect.gen(function* () {
      const { simulators, source } = yield* world("lastfm")
      const plays = yield* simulators.lastfm.control.plays()
      const byService = makeLedger()
      yield* byService.sync(source)
      const byFile = makeLedger()
      const file = importFile("plays.csv", lastfmQuotedCsv(plays), 10_000)
      yield* byFile.drive(source.importFile.pipe((read) => (read._tag === "Some" ? read.value(file) : Stream.empty)))
      expect([...byFile.plays].sort()).toStrictEqual([...byService.plays].sort())
      const minutes = yield* read(lastfmPlainCsv(plays), 10_000)
      expect(minutes).toHaveLength(plays.length)
      expect(keysOf(plays)).toStrictEqual(byFile.keys())
    })
  )
})
