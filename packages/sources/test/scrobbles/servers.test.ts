import { koitoExport, koitoListen, malojaExport, malojaScrobble } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { koito } from "../../src/koito/source.js"
import { maloja } from "../../src/maloja/source.js"
import { readPlays, scrobble, summary } from "../support/playFile.js"
import { fileSample, filesOf } from "../support/importFile.js"

const Koito = filesOf(koito)
const Maloja = filesOf(maloja)

const at = Date.parse("2025-01-15T10:00:00Z") / 1_000
const ferry = (start: number, artist = "Hollow Lanterns", album: string | null = "Tin Roof Hours") => [
  start * 1_000,
  artist,
  "Ferry Song",
  album
]
const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`

describe("Maloja's export", () => {
  const read = readPlays(Maloja.exportFile)

  it.effect("has scrobbles in the layouts of several years", () =>
    Effect.gen(function* () {
      const layouts = ["today", "without albums", "flat"] as const
      const text = malojaExport(layouts.map((layout, index) => malojaScrobble(scrobble(at + index * 300), { layout })))
      for (const content of [text, `\ufeff${text}`, zipSync({ "a/MALOJA_export_1.json": strToU8(text) })]) {
        const { failure, plays } = yield* read(content)
        expect(failure).toBeNull()
        expect(plays.map(summary)).toStrictEqual([ferry(at), ferry(at + 300, "Hollow Lanterns", null), ferry(at + 600)])
        expect(plays.map(({ duration }) => duration)).toStrictEqual([214_000, 214_000, undefined])
      }
    })
  )

  it.effect("may be an answer of its API", () =>
    Effect.gen(function* () {
      const rows = [malojaScrobble(scrobble(at)), malojaScrobble(scrobble(at + 300))]
      const { failure, plays } = yield* read(JSON.stringify({ status: "ok", list: rows }), "scrobbles.json")
      expect(failure).toBeNull()
      expect(plays.map(summary)).toStrictEqual([ferry(at), ferry(at + 300)])
    })
  )

  it.effect("joins artists, and takes an album without any", () =>
    Effect.gen(function* () {
      const artists = ["Hollow Lanterns", "Velmora Tide"]
      const rows = [
        malojaScrobble(scrobble(at), { artists }),
        malojaScrobble(scrobble(at + 300, { album: "Various" })),
        malojaScrobble(scrobble(at + 600, { album: "" }))
      ]
      const { plays } = yield* read(malojaExport(rows))
      expect(plays.map(summary)).toStrictEqual([
        ferry(at, "Hollow Lanterns, Velmora Tide"),
        ferry(at + 300, "Hollow Lanterns", "Various"),
        ferry(at + 600, "Hollow Lanterns", null)
      ])
    })
  )

  it.effect("counts what it leaves out, and keeps whole rows when it is cut short", () =>
    Effect.gen(function* () {
      const row = malojaScrobble(scrobble(at))
      const rows = [
        row,
        malojaScrobble(scrobble(at + 300), { playTime: 29 }),
        malojaScrobble(scrobble(at + 600), { playTime: 31 }),
        malojaScrobble(scrobble(at + 900, { track: " " })),
        malojaScrobble(scrobble(at + 900), { artists: [] }),
        malojaScrobble(scrobble(0)),
        { ...row, time: null }
      ]
      const { lines, plays } = yield* read(malojaExport(rows))
      expect(plays).toHaveLength(2)
      expect(lines.join("\n")).toContain("7 rows read, 2 kept")
      expect(lines.join("\n")).toContain("left out: 1 no artist, 1 no title, 1 short, 2 broken")
      const text = malojaExport([row, malojaScrobble(scrobble(at + 300))])
      const cut = yield* read(text.slice(0, -2), "maloja_export.json")
      expect([cut.plays.length, cut.failure?.message]).toStrictEqual([
        2,
        "maloja_export.json is cut short: maloja_export.json has no end; 2 whole rows were read"
      ])
    })
  )
})

describe("Koito's export", () => {
  const read = readPlays(Koito.exportFile)

  it.effect("has the primary name of each thing, and its identifier", () =>
    Effect.gen(function* () {
      const play = scrobble(at, { artistMbid: id(1), albumMbid: id(2), trackMbid: id(3) })
      const rows = [
        koitoListen(play, { others: ["Ferry Song (Remaster)"] }),
        koitoListen({ ...play, at: at + 300, seconds: 0, album: "" }, { artists: ["Velmora Tide"] })
      ]
      for (const content of [koitoExport(rows), zipSync({ "koito_export_2025.json": strToU8(koitoExport(rows)) })]) {
        const { failure, plays } = yield* read(content)
        expect(failure).toBeNull()
        expect(plays.map(summary)).toStrictEqual([ferry(at), ferry(at + 300, "Hollow Lanterns, Velmora Tide", null)])
        expect(
          plays.map(({ album, artist, duration, track }) => [artist.mbid, album?.mbid, track.mbid, duration])
        ).toStrictEqual([
          [id(1), id(2), id(3), 214_000],
          [null, undefined, id(3), undefined]
        ])
      }
    })
  )

  it.effect("takes the first name if none is primary, and counts rows without names", () =>
    Effect.gen(function* () {
      const row = koitoListen(scrobble(at))
      const rows = [
        { ...row, track: { ...row.track, aliases: [{ alias: "Ferry Song", is_primary: false }, { alias: "x" }] } },
        { ...row, artists: [] },
        { ...row, track: null },
        { ...row, listened_at: "yesterday" }
      ]
      const { lines, plays } = yield* read(koitoExport(rows))
      expect(plays.map(summary)).toStrictEqual([ferry(at)])
      expect(lines.join("\n")).toContain("left out: 1 no artist, 1 no title, 1 broken")
    })
  )
})

describe("the exports of servers", () => {
  it("are recognised by their names or fields, never one for the other", () => {
    const maloja = malojaExport([malojaScrobble(scrobble(at))])
    const koito = koitoExport([koitoListen(scrobble(at))])
    const of = (...sample: Parameters<typeof fileSample>) => [
      Maloja.recognise(fileSample(...sample)),
      Koito.recognise(fileSample(...sample))
    ]
    expect(of(maloja)).toStrictEqual([true, false])
    expect(of(koito)).toStrictEqual([false, true])
    expect(of("", "x/maloja_export_20250101.json")).toStrictEqual([true, false])
    expect(of("", "koito_export_1.json")).toStrictEqual([false, true])
    expect(of("[]", "export.json")).toStrictEqual([false, false])
  })

  it.effect("are refused in one line if they are something else", () =>
    Effect.gen(function* () {
      for (const content of ["", "{}", "nonsense", zipSync({ "other.txt": strToU8("x") })])
        for (const [source, exportFile] of [
          ["maloja", Maloja.exportFile],
          ["koito", Koito.exportFile]
        ] as const) {
          const { failure } = yield* readPlays(exportFile)(content)
          expect([failure?.source, failure?.state]).toStrictEqual([source, "bad_file"])
        }
    })
  )
})
