import type { Play } from "@daybook/core/listening"
import type { Scrobble } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import { sampleOf } from "../../src/kit/exportFile/sample.js"
import { lastfm as lastfmSource } from "../../src/lastfm/source.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import { makeLedger } from "../support/ledger.js"
import { keysOf, world } from "../support/world.js"

const { exportFile, recognise } = filesOf(lastfmSource)

const lines = (rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  [...rows.map((row) => row.join("\t")), ""].join("\n")
const minute = (at: number) => new Date(at * 1_000).toISOString().slice(0, 16)

/** As pandas writes values between tabs, and lastfmstats.com between semicolons. */
const quoted = (value: string) => (/["\t;\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

const keyOf = ({ album, artist, playedAt, track }: Play) =>
  JSON.stringify([playedAt, artist.name, track.name, album?.name ?? null])

/** The tables that tools for Last.fm write, by the names of their files. */
const tables: Readonly<Record<string, (plays: ReadonlyArray<Scrobble>) => string>> = {
  /** lastexport.py of GNU FM: no header, and no value in quotes. */
  "exported_tracks.txt": (plays) =>
    lines(
      plays.map(({ album, albumMbid, artist, artistMbid, at, track, trackMbid }) => [
        at,
        track,
        artist,
        album,
        trackMbid,
        artistMbid,
        albumMbid
      ])
    ),
  /** dbeley/lastfm-scraper, lastfm-complete_timeline.py. It has no MusicBrainz ids. */
  "complete_timeline_ada_1763700000.txt": (plays) =>
    lines([
      ["Artist", "Album", "Title", "Date", "Timestamp"],
      ...plays.map((play) => [quoted(play.artist), quoted(play.album), quoted(play.track), minute(play.at), play.at])
    ]),
  /** The archive that Last.fm itself sent to its subscribers until 2014. */
  "scrobbles.tsv": (plays) =>
    lines([
      [
        "ISO time\tunixtime\ttrack name\ttrack mbid\tartist name\tartist mbid",
        "uncorrected track name\tuncorrected track mbid\tuncorrected artist name\tuncorrected artist mbid",
        "album name\talbum mbid\talbum artist name\talbum artist mbid\tapplication"
      ],
      ...plays.map(({ album, albumMbid, artist, artistMbid, at, track, trackMbid }) => [
        ...[new Date(at * 1_000).toISOString().slice(0, 19), at, quoted(track), trackMbid, quoted(artist), artistMbid],
        ...["another title", "", "another artist", "", quoted(album), albumMbid, "", "", "iTunes"]
      ])
    ]),
  /** lastfmstats.com: milliseconds, and the account's name in the header. */
  "lastfmstats-ada.csv": (plays) =>
    `\ufeffArtist;Album;AlbumId;Track;Date#ada\n${plays
      .map(({ album, artist, at, track }) => [artist, album, "", track].map(quoted).join(";") + `;"${at * 1_000}"\n`)
      .join("")}`
}

describe("tables of other tools for Last.fm", () => {
  it.live("give the plays of the API, once", () =>
    Effect.gen(function* () {
      const { simulators, source } = yield* world("lastfm")
      const plays = (yield* simulators.lastfm.control.plays()).slice(-2_000)
      const service = makeLedger()
      yield* service.sync(source)
      const ofService = new Map([...service.plays.values()].map((play) => [keyOf(play), play]))
      for (const [name, table] of Object.entries(tables)) {
        const file = importFile(name, table(plays.toReversed()), 10_000)
        const { failure, records } = yield* readPages(exportFile(file))
        expect(failure).toBeNull()
        expect([...new Set(records.map(keyOf))].sort(), name).toStrictEqual(keysOf(plays))
        for (const record of records) {
          const before = ofService.get(keyOf(record))
          expect(before, name).toMatchObject({ artist: { url: record.artist.url }, track: { url: record.track.url } })
          for (const part of ["artist", "track"] as const)
            expect([null, before?.[part].mbid]).toContain(record[part].mbid)
        }
        expect(recognise(yield* sampleOf(file)), name).toBe(true)
      }
    })
  )

  const play = { at: 1_763_700_000, artist: "A", artistMbid: "", album: "", albumMbid: "", track: "B", trackMbid: "" }
  const read = (name: string, content: string | Uint8Array) =>
    Effect.map(readPages(exportFile(importFile(name, content, 64))), ({ failure, records }) => ({
      failure,
      names: records.map(({ artist, track }) => [artist.name, track.name])
    }))

  it.live("have quotes in titles, which lastexport.py does not double", () =>
    Effect.gen(function* () {
      const titles = ['"Heroes"', 'Half a "', '"Half', '7" mix', "plain"]
      const plays = titles.map((track, nth) => ({ ...play, at: play.at + nth, track }) as Scrobble)
      for (const [name, table] of Object.entries(tables)) {
        const { failure, names } = yield* read(name, table(plays))
        expect([failure, names], name).toStrictEqual([null, titles.map((track) => ["A", track])])
      }
    })
  )

  it.live("are the scrobbles of an archive, not what was loved or banned", () =>
    Effect.gen(function* () {
      const loved = "ISO time\tunixtime\ttrack name\ttrack mbid\tartist name\tartist mbid\n2013\t1363700000\tC\t\tD\t\n"
      const archive = zipSync({
        "ada/data/scrobbles.tsv": strToU8(tables["scrobbles.tsv"]!([play as Scrobble])),
        "ada/data/loved.tsv": strToU8(loved),
        "ada/data/bootstraps.tsv": strToU8("track name\tartist name\tcount\nC\tD\t9\n"),
        "ada/readme.txt": strToU8("== Your Last.fm archive ==\n")
      })
      expect(yield* read("archive.zip", archive)).toStrictEqual({ failure: null, names: [["A", "B"]] })
      expect(recognise(yield* sampleOf(importFile("archive.zip", archive)))).toBe(true)
      expect((yield* read("loved.tsv", loved)).failure?.message).toContain("is not a Last.fm export")
      expect(recognise(yield* sampleOf(importFile("loved.tsv", loved)))).toBe(false)
    })
  )
})
