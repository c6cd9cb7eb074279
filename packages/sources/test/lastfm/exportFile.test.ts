import type { Play } from "@daybook/core/listening"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { lastfmPlainCsv, lastfmQuotedCsv } from "@daybook/simulators"
import { strToU8, zipSync } from "fflate"
import { sampleOf } from "../../src/kit/exportFile/sample.js"
import { lastfm as lastfmSource } from "../../src/lastfm/source.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, world } from "../support/world.js"

const { exportFile, recognise } = filesOf(lastfmSource)

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

describe("Last.fm's history in JSON", () => {
  const names = (name: string, mbid = "") => ({ mbid, "#text": name })
  const track = (nth: number, name = "Ferry Song") => ({
    artist: names("Hollow Lanterns", "65314B12-0e08-43fa-ba33-baaa7b874c15"),
    album: names("Tin Roof Hours"),
    mbid: "",
    name,
    url: "https://www.last.fm/music/Hollow+Lanterns/_/Ferry+Song",
    date: { uts: String(start + nth), "#text": "14 Nov 2023, 22:13" },
    image: [{ size: "small", "#text": "https://example.org/34s.png" }]
  })
  const playing = { ...track(9), date: undefined, "@attr": { nowplaying: "true" } }
  const pages = [
    { "@attr": { page: "1" }, track: [playing, track(3), track(2, "B")] },
    { "@attr": { page: "2" }, track: [track(1)] },
    { "@attr": { page: "3" }, track: [] }
  ]
  const times = (plays: ReadonlyArray<Play>) => plays.map(({ playedAt }) => playedAt / 1_000 - start)

  it.live("is read as pages, as one answer and as rows", () =>
    Effect.gen(function* () {
      const plays = yield* read(JSON.stringify(pages), 50)
      expect(times(plays)).toStrictEqual([3, 2, 1])
      expect(short(plays[1]!)).toStrictEqual([start + 2, "second", "Hollow Lanterns", "Tin Roof Hours", "B"])
      expect(plays[0]!.artist.mbid).toBe("65314b12-0e08-43fa-ba33-baaa7b874c15")
      for (const shape of [{ recenttracks: pages[0] }, [playing, track(3), track(2, "B")]])
        expect(times(yield* read(`\ufeff${JSON.stringify(shape, null, 2)}`, 4_096))).toStrictEqual([3, 2])
    })
  )

  it.live("leaves out broken rows alone, and keeps the plays before a cut", () =>
    Effect.gen(function* () {
      const rows = [track(3), { ...track(2), name: "" }, { ...track(2), date: { uts: "12" } }, 7, track(1)]
      expect(times(yield* read(JSON.stringify([{ track: rows }])))).toStrictEqual([3, 1])
      const text = JSON.stringify([track(3), track(2), track(1)])
      const { failure, records } = yield* readPages(exportFile(importFile("plays.json", text.slice(0, -20), 64)))
      expect(times(records)).toStrictEqual([3, 2])
      expect(failure?.message).toMatch(/^plays\.json is cut short: the list has no end; 2 whole rows were read/)
    })
  )

  it.live("and the CSV are read from an archive", () =>
    Effect.gen(function* () {
      const zip = zipSync({
        "backup/recenttracks-someone-1.json": strToU8(JSON.stringify(pages)),
        "backup/recenttracks-someone-1.csv": strToU8(`${header}\n${row(5)}\n`),
        "__MACOSX/backup/._recenttracks-someone-1.csv": strToU8("x")
      })
      expect(times(yield* read(zip, 997)).sort()).toStrictEqual([1, 2, 3, 5])
      expect((yield* refused(zipSync({ "a.txt": strToU8("x") }))).message).toContain("is not a Last.fm export")
    })
  )

  it.live("is recognised by its rows, and an archive by the names in it", () =>
    Effect.gen(function* () {
      const isRecognised = (content: string | Uint8Array) =>
        Effect.map(sampleOf(importFile("download", content, 4_096)), recognise)
      const large = [{ track: Array.from({ length: 1_000 }, (_, nth) => track(nth)) }]
      expect(yield* isRecognised(JSON.stringify(large))).toBe(true)
      expect(yield* isRecognised(zipSync({ "x/recenttracks-a-1.json": strToU8("[]") }))).toBe(true)
      expect(yield* isRecognised(zipSync({ "x/plays.csv": strToU8("a,b") }))).toBe(false)
      expect(yield* isRecognised('[{"artist":"a","name":"b"}]')).toBe(false)
      const plays = yield* read(JSON.stringify(large), 65_536)
      expect(plays).toHaveLength(1_000)
    })
  )
})
