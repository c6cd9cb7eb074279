import type { Disc } from "@daybook/core/collecting"
import type { Play } from "@daybook/core/listening"
import { statusOf } from "@daybook/core/reading"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import * as calendar from "../../src/calendar/exportFile.js"
import { discogs as discogsSource } from "../../src/discogs/source.js"
import { instapaper as instapaperSource } from "../../src/instapaper/source.js"
import { lastfm as lastfmSource } from "../../src/lastfm/source.js"
import * as letterboxd from "../../src/letterboxd/exportFile.js"
import { manual as manualSource } from "../../src/manual/source.js"
import { trakt as traktSource } from "../../src/trakt/source.js"
import type { DocumentParser } from "../../src/documents/DocumentParser.js"
import * as InThisThread from "../../../adapters/test/support/inThisThread.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const discogs = filesOf(discogsSource)
const instapaper = filesOf(instapaperSource)
const lastfm = filesOf(lastfmSource)
const manual = filesOf(manualSource)
const trakt = filesOf(traktSource)

type Reader = { readonly exportFile: (file: ImportFile) => Stream.Stream<Page<unknown>, SourceFailure, DocumentParser> }

/** Reads a file to its end or failure, and collects the log messages. */
const read = ({ exportFile }: Reader, name: string, content: string | Uint8Array) =>
  Effect.suspend(() => {
    const messages: Array<string> = []
    const listening = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void messages.push(String(message)))
    )
    return Effect.map(
      readPages(Stream.provideLayer(exportFile(importFile(name, content, 1000)), InThisThread.layer)),
      (end) => ({ ...end, messages })
    ).pipe(Effect.provide(listening))
  })

const excel = (text: string) => Buffer.from(`\ufeff${text.replaceAll("\n", "\r\n")}`, "utf16le")
const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const storedZip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 0 })

const scrobbles = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n"
const scrobble = (uts: string | number) =>
  `"${uts}","21 Nov 2025, 04:40","Höllow; Lanterns","","Tin Roof Hours","","Ferry Song",""\n`
const disc = (metadata: unknown, trakt = 481) => ({
  collected_at: "2024-06-15T12:00:00.000Z",
  movie: { title: "The Quiet Engine", year: 1999, ids: { trakt } },
  metadata
})
const collection =
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\n"
const event = (name: string) =>
  `BEGIN:VEVENT\r\nUID:${name}@example\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260301T200000Z\r\nSUMMARY:${name}\r\nEND:VEVENT\r\n`
const diary = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
const entry = (number: number) =>
  `2026-01-12,Fox & Heron,1982,https://boxd.it/e${number},4.5,,"a, b",2026-01-0${number}\n`

describe("a damaged export file", () => {
  it.live("stores its complete rows and fails with the place of the cut", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Reader, string, string | Uint8Array, number]> = [
        [lastfm, "plays.csv", `${scrobbles}${scrobble(1763700000)}${scrobble(1763700001)}"176370`, 2],
        [
          instapaper,
          "list.csv",
          'URL,Title,Selection,Folder,Timestamp\nhttps://a.example,A,,Unread,1\nhttps://b.example,"B',
          1
        ],
        [
          discogs,
          "collection.csv",
          `${collection}X1,A,B,C,LP,,1971,123,Uncategorized,2024-03-01 10:00:00,,,\nX2,A,"B`,
          1
        ],
        [trakt, "collection-movies.json", JSON.stringify([disc(null), disc(null, 2)]).slice(0, -20), 1],
        [
          manual,
          "events.json",
          JSON.stringify([{ event_type: "concert", event_date: "1998-07-04", title: "A" }]).slice(0, -1),
          1
        ],
        [calendar, "all.ics", `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event("One")}${event("Two")}`, 2],
        [
          letterboxd,
          "letterboxd-a-2026-02-01-10-00-utc.zip",
          zip({ "diary.csv": `${diary}${entry(1)}${entry(2)}2026-01-12,"Fox` }),
          2
        ],
        [letterboxd, "table.zip", zip({ "diary.csv": `${diary}${entry(1)}${entry(2)}` }).slice(0, -30), 2],
        [
          trakt,
          "films.zip",
          zip({ "collection-movies.json": JSON.stringify([disc(null), disc(null, 2)]) }).slice(0, -30),
          2
        ],
        [
          calendar,
          "within.zip",
          storedZip({ "a.ics": `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event("One")}` }).slice(0, 195),
          1
        ],
        [trakt, "other.zip", zip({ "user.json": "{}" }).slice(0, -30), 0]
      ]
      for (const [reader, name, content, count] of cases) {
        const { failure, records } = yield* read(reader, name, content)
        expect(records, name).toHaveLength(count)
        expect(failure?.state, name).toBe("bad_file")
        expect(failure?.message ?? "", name).toMatch(
          new RegExp(`^${name.replaceAll(".", "\\.")} is cut short: .*\\b${count} whole rows? w`)
        )
      }
    })
  )

  it.live("names unreadable rows, and is refused when it has no other rows", () =>
    Effect.gen(function* () {
      const bad = yield* read(lastfm, "plays.csv", `${scrobbles}${scrobble("never")}${scrobble(1763700000)}nonsense\n`)
      expect(bad.records).toHaveLength(1)
      expect(bad.messages).toStrictEqual([
        "plays.csv: 3 rows read, 1 kept from 2025-11-21 04:40 to 2025-11-21 04:40 UTC; left out: 2 broken",
        "plays.csv: 2 rows could not be read and were left out (line 2, line 4)"
      ])
      const films = yield* read(trakt, "collection-movies.json", JSON.stringify([disc(null), { movie: {} }]))
      expect(films.messages).toStrictEqual([
        "collection-movies.json: 1 row could not be read and was left out (collection-movies.json, row 2)"
      ])
      expect((yield* read(lastfm, "plays.csv", `${scrobbles}nonsense\n`)).failure?.state).toBe("bad_file")
      expect((yield* read(lastfm, "plays.csv", scrobbles)).messages).toStrictEqual([
        "plays.csv holds nothing to import"
      ])
    })
  )
})

describe("a CSV saved by another program", () => {
  it.live("is read in the formats of Excel, old Macs and Windows", () =>
    Effect.gen(function* () {
      const text = `${scrobbles}${scrobble(1763700000)}${scrobble(1763700001)}`
      const semicolons =
        'uts;utc_time;artist;album;track\n1763700000;"21 Nov 2025, 04:40";"Höllow; Lanterns";Tin Roof Hours;Ferry Song\n'
      for (const content of [
        text.replaceAll("\n", "\r"),
        excel(text),
        excel(semicolons),
        Buffer.from(semicolons, "latin1"),
        `sep=;\r\n${semicolons}`
      ]) {
        const { failure, records } = yield* read(lastfm, "plays.csv", content)
        expect(failure).toBeNull()
        expect(["Höllow; Lanterns"]).toContain((records[0] as Play).artist.name)
      }
      const zipped = zip({ "diary.csv": `${diary}${entry(1)}${entry(2)}`.replaceAll("\n", "\r") })
      expect((yield* read(letterboxd, "export.zip", zipped)).records).toHaveLength(2)
    })
  )
})

describe("the content of an export file", () => {
  it.live("excludes plays before scrobbling existed and plays in the future", () =>
    Effect.gen(function* () {
      const times = ["0", "86400", "99999999999", "1763700000000", "1763700000", "4102444800"]
      const { records, messages } = yield* read(lastfm, "plays.csv", scrobbles + times.map(scrobble).join(""))
      expect(records.map((play) => (play as Play).playedAt)).toStrictEqual([1763700000000, 1763700000000])
      expect(messages).toContain(
        "plays.csv: 4 rows could not be read and were left out (line 2, line 3, line 4, line 7)"
      )
    })
  )

  it.live("excludes digital copies of films, and adds no media type that the file lacks", () =>
    Effect.gen(function* () {
      const films = Array.from({ length: 621 }, (_, index) => disc({ media_type: "digital" }, index + 1))
      const digital = yield* read(trakt, "collection-movies.json", JSON.stringify(films))
      expect(digital.records).toHaveLength(0)
      expect(digital.messages.join()).toMatch(/621 films are owned as digital copies and left out/)
      const types = yield* read(
        trakt,
        "collection-movies.json",
        JSON.stringify([disc(null), disc({}, 2), disc({ resolution: "uhd_4k" }, 3), disc({ media_type: "dvd" }, 4)])
      )
      expect(types.records.map((one) => (one as Disc).edition.mediaType)).toStrictEqual([
        "unknown",
        "unknown",
        "uhd_bluray",
        "dvd"
      ])
    })
  )

  it.live("has names of labels without Discogs' number", () =>
    Effect.gen(function* () {
      const { records } = yield* read(
        discogs,
        "collection.csv",
        `${collection}"QUI 1, HUM 2",Hollow Lanterns (3),Barn Songs,"Quillon, Human Records (2)","LP, Album",,1971,123,Uncategorized,2024-03-01 10:00:00,,\n`
      )
      const [copy] = records as ReadonlyArray<{
        readonly release: {
          readonly artists: ReadonlyArray<{ readonly name: string }>
          readonly labels: ReadonlyArray<object>
        }
      }>
      expect(copy?.release.labels).toStrictEqual([
        { name: "Quillon", catno: "QUI 1" },
        { name: "Human Records", catno: "HUM 2" }
      ])
      expect(copy?.release.artists[0]?.name).toBe("Hollow Lanterns")
    })
  )

  it.live("does not reset the reading progress of archived articles", () =>
    Effect.gen(function* () {
      const { records } = yield* read(
        instapaper,
        "list.csv",
        "URL,Title,Selection,Folder,Timestamp,Tags\nhttps://a.example,A,,Archive,1,\nhttps://b.example,B,,Unread,2,\n"
      )
      const articles = records as ReadonlyArray<{ readonly article: Parameters<typeof statusOf>[0] }>
      expect(articles.map(({ article }) => statusOf(article))).toStrictEqual(["archived", "unread"])
      expect(statusOf({ archived: true, progress: 0 })).toBe("skipped")
    })
  )
})
