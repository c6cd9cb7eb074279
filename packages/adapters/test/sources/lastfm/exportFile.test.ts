import type { Play } from "@daybook/core/listening"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { lastfmPlainCsv, lastfmQuotedCsv } from "../../../src/simulators/index.js"
import { exportFile } from "../../../src/sources/lastfm/exportFile.js"
import { importFile, readPages } from "../support/importFile.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, world } from "../support/world.js"

const read = (content: string | Uint8Array, part?: number) =>
  Effect.map(Stream.runCollect(exportFile(importFile("plays.csv", content, part))), (pages) => [...pages].flatMap((page) => page.records))
const refused = (content: string | Uint8Array) => Effect.flip(read(content, 4096))
const short = ({ album, artist, playedAt, precision, track }: Play) => [playedAt / 1000, precision, artist.name, album?.name ?? null, track.name]

const header = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid"
/** Seconds: the rows count from here. */
const start = 1_700_000_000
const row = (nth: number, track = "Ferry Song", album = "Tin Roof Hours") => `"${nth < start ? start + nth : nth}","21 Nov 2025, 04:40","Hollow Lanterns","","${album}","","${track}",""`

describe("Last.fm's CSV exports", () => {
  it.live("with a header are read", () =>
    Effect.gen(function*() {
      const plays = yield* read(`${header}\n${row(1763700000, "Say \"\"yes\"\", now")}\n${row(1763600000, "B", "")}\n`)
      assert.deepStrictEqual(plays.map(short), [
        [1763700000, "second", "Hollow Lanterns", "Tin Roof Hours", "Say \"yes\", now"],
        [1763600000, "second", "Hollow Lanterns", null, "B"]
      ])
      assert.strictEqual(plays[0]?.artist.url, "https://www.last.fm/music/Hollow+Lanterns")
    }))

  it.live("may have a byte order mark, CRLF, other columns in another order, and no last line end", () =>
    Effect.gen(function*() {
      const plays = yield* read(`\ufeffTrack,loved,UTS,Artist\r\nÜber,1,1763700000,Hollow Lanterns\r\n\r\nB,0,1763600000,Ÿ`, 3)
      assert.deepStrictEqual(plays.map(short), [
        [1763700000, "second", "Hollow Lanterns", null, "Über"],
        [1763600000, "second", "Ÿ", null, "B"]
      ])
    }))

  it.live("that know only the minute keep a short track that was played twice in one, and so each time they are read", () =>
    Effect.gen(function*() {
      const line = (track: string, minute: string) => `Hollow Lanterns,Tin Roof Hours,${track},21 Nov 2025 ${minute}`
      const file = [line("Short", "04:41"), line("Short", "04:40"), line("Other", "04:40"), line("Short", "04:40"), line("Short", "04:40"), line("Short", "04:39")].join("\n")
      const plays = yield* read(file)
      const minute = Date.UTC(2025, 10, 21, 4, 40)
      assert.deepStrictEqual(plays.filter(({ track }) => track.name === "Short").map(({ playedAt }) => playedAt - minute), [60_000, 0, 1_000, 2_000, -60_000])
      assert.deepStrictEqual(yield* read(file, 5), plays)
      // Times to the second name the play: the same row twice is one play twice told.
      const twice = yield* read(`${header}\n${row(1763700000)}\n${row(1763700000)}\n`)
      assert.strictEqual(new Set(twice.map(({ playedAt }) => playedAt)).size, 1)
    }))

  it.live("without a header know the minute", () =>
    Effect.gen(function*() {
      const plays = yield* read("Hollow Lanterns,Tin Roof Hours,Ferry Song,21 Nov 2025 04:40\n\"A, B\",,\"C \"\"D\"\"\",01 Jan 2010 00:00\n")
      assert.deepStrictEqual(plays.map(short), [
        [1763700000, "minute", "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"],
        [1262304000, "minute", "A, B", null, "C \"D\""]
      ])
    }))

  it.live("lose a damaged row and nothing else", () =>
    Effect.gen(function*() {
      for (const damaged of [
        "", "\"", "\"1763\",\"", "nonsense", "\"x\",\"y\",\"z\",\"\",\"\",\"\",\"t\",\"\"", "\"1\",\"2\",\"\",\"\",\"\",\"\",\"t\",\"\"",
        "\"1763650000\",\"t\",\"an open quote,\"\",\"a\",\"\",\"b\",\"\"", "\"99999999999999\",\"t\",\"a\",\"\",\"a\",\"\",\"b\",\"\"", "\ufffd\u0000", "x".repeat(3_000_000)
      ]) {
        const plays = yield* read(`${header}\n${row(1)}\n${damaged}\n${row(2)}\n${row(3)}\n`, 65_536)
        assert.deepStrictEqual(plays.map(({ playedAt }) => playedAt / 1000 - start), [1, 2, 3], damaged.slice(0, 80))
      }
    }))

  it.live("may have a name that runs over a line's end", () =>
    Effect.gen(function*() {
      const plays = yield* read(`${header}\n${row(1, "two\nlines")}\n${row(2)}\n`)
      assert.deepStrictEqual(plays.map(({ track }) => track.name), ["two\nlines", "Ferry Song"])
    }))

  it.live("keep what they have when they are cut short anywhere", () =>
    Effect.gen(function*() {
      const whole = `${header}\n${row(1)}\n${row(2)}\n${row(3)}\n`
      const all = yield* read(whole)
      const cut = (content: string) => readPages(exportFile(importFile("plays.csv", content, 64)))
      for (let length = header.length + 1 + row(1).length; length < whole.length; length++) {
        const { failure, records: plays } = yield* cut(whole.slice(0, length))
        const complete = whole.slice(header.length + 1, length).split("\n").filter((line) => line === row(1) || line === row(2) || line === row(3)).length
        assert.isAtLeast(plays.length, complete, String(length))
        assert.deepStrictEqual(plays, all.slice(0, plays.length))
        // Rows end with a line's end, or with the file: only what ends within a row is known to be cut.
        if (failure === null) assert.isTrue(/("|^)$/m.test(whole.slice(0, length)))
        else assert.match(failure.message, /^plays\.csv is cut short: it ends within the row at line \d; \d whole rows? w/)
      }
    }))

  it.live("that are none are refused in one line", () =>
    Effect.gen(function*() {
      for (const content of ["", "\n\n", "a,b\n1,2\n", "{\"x\":1}", "PK\u0003\u0004", new Uint8Array(300_000), "lorem ipsum\n".repeat(10_000)]) {
        const failure = yield* refused(content)
        assert.deepStrictEqual([failure.source, failure.state], ["lastfm", "bad_file"])
        assert.include(failure.message, "plays.csv")
      }
      assert.strictEqual((yield* refused(`${header}\nnonsense\n`)).message, "plays.csv holds no row that can be read")
    }))

  it.live("without plays are fine", () => Effect.map(read(`${header}\n`), (plays) => assert.deepStrictEqual(plays, [])))

  it.live("come in pages, without claims or cursor", () =>
    Effect.gen(function*() {
      const content = [header, ...Array.from({ length: 2500 }, (_, index) => row(index))].join("\n")
      const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(exportFile(importFile("plays.csv", content, 5000))))
      assert.deepStrictEqual(pages.map(({ records }) => records.length), [1000, 1000, 500])
      for (const page of pages) assert.deepStrictEqual([page.covers._tag, page.cursor._tag, page.total._tag], ["None", "None", "None"])
    }))

  it.live("give the same plays as the service", () =>
    Effect.gen(function*() {
      const { simulators, source } = yield* world("lastfm")
      const plays = yield* simulators.lastfm.control.plays()
      const byService = makeLedger()
      yield* byService.sync(source)
      const byFile = makeLedger()
      const file = importFile("plays.csv", lastfmQuotedCsv(plays), 10_000)
      yield* byFile.drive(source.importFile.pipe((read) => read._tag === "Some" ? read.value(file) : Stream.empty))
      assert.deepStrictEqual([...byFile.plays].sort(), [...byService.plays].sort())
      const minutes = yield* read(lastfmPlainCsv(plays), 10_000)
      assert.strictEqual(minutes.length, plays.length)
      assert.deepStrictEqual(keysOf(plays), byFile.keys())
    }))
})
