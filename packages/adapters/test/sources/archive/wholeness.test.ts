import type { Disc } from "@daybook/core/collecting"
import type { Play } from "@daybook/core/listening"
import { statusOf } from "@daybook/core/reading"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import * as calendar from "../../../src/sources/calendar/exportFile.js"
import * as discogs from "../../../src/sources/discogs/exportFile.js"
import * as instapaper from "../../../src/sources/instapaper/exportFile.js"
import * as lastfm from "../../../src/sources/lastfm/exportFile.js"
import * as letterboxd from "../../../src/sources/letterboxd/exportFile.js"
import * as manual from "../../../src/sources/manual/exportFile.js"
import * as trakt from "../../../src/sources/trakt/exportFile.js"
import type { DocumentParser } from "../../../src/documents/DocumentParser.js"
import * as InThisThread from "../../../src/documents/inThisThread.js"
import { importFile, readPages } from "../support/importFile.js"

type Reader = { readonly exportFile: (file: ImportFile) => Stream.Stream<Page<unknown>, SourceFailure, DocumentParser> }

/** Reads a file to its end or failure, with what was said meanwhile. */
const read = ({ exportFile }: Reader, name: string, content: string | Uint8Array) =>
  Effect.suspend(() => {
    const said: Array<string> = []
    const listening = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void said.push(String(message))))
    return Effect.map(readPages(Stream.provideLayer(exportFile(importFile(name, content, 1000)), InThisThread.layer)), (end) => ({ ...end, said })).pipe(Effect.provide(listening))
  })

const excel = (text: string) => Buffer.from(`\ufeff${text.replaceAll("\n", "\r\n")}`, "utf16le")
const zip = (files: Readonly<Record<string, string>>) => zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

const scrobbles = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n"
const scrobble = (uts: string | number) => `"${uts}","21 Nov 2025, 04:40","Höllow; Lanterns","","Tin Roof Hours","","Ferry Song",""\n`
const disc = (metadata: unknown, trakt = 481) =>
  ({ collected_at: "2024-06-15T12:00:00.000Z", movie: { title: "The Quiet Engine", year: 1999, ids: { trakt } }, metadata })
const collection = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes\n"
const event = (name: string) => `BEGIN:VEVENT\r\nUID:${name}@example\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260301T200000Z\r\nSUMMARY:${name}\r\nEND:VEVENT\r\n`
const diary = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
const entry = (number: number) => `2026-01-12,Fox & Heron,1982,https://boxd.it/e${number},4.5,,"a, b",2026-01-0${number}\n`

describe("an export file that is not whole", () => {
  it.live("keeps what is whole and fails with what is not", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [Reader, string, string | Uint8Array, number]> = [
        [lastfm, "plays.csv", `${scrobbles}${scrobble(1763700000)}${scrobble(1763700001)}"176370`, 2],
        [instapaper, "list.csv", "URL,Title,Selection,Folder,Timestamp\nhttps://a.example,A,,Unread,1\nhttps://b.example,\"B", 1],
        [discogs, "collection.csv", `${collection}X1,A,B,C,LP,,1971,123,Uncategorized,2024-03-01 10:00:00,,,\nX2,A,"B`, 1],
        [trakt, "collection-movies.json", JSON.stringify([disc(null), disc(null, 2)]).slice(0, -20), 1],
        [trakt, "collection-movies.json", "", 0],
        [manual, "events.json", JSON.stringify([{ event_type: "concert", event_date: "1998-07-04", title: "A" }]).slice(0, -1), 1],
        [calendar, "all.ics", `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event("One")}${event("Two")}`, 2],
        [letterboxd, "letterboxd-a-2026-02-01-10-00-utc.zip", zip({ "diary.csv": `${diary}${entry(1)}${entry(2)}2026-01-12,"Fox` }), 2]
      ]
      for (const [reader, name, content, count] of cases) {
        const { failure, records } = yield* read(reader, name, content)
        assert.strictEqual(records.length, count, name)
        assert.strictEqual(failure?.state, "bad_file", name)
        assert.match(failure?.message ?? "", new RegExp(`^${name.replaceAll(".", "\\.")} is cut short: .*\\b${count} whole rows? w`), name)
      }
    }))

  it.live("names the rows that it could not read, and is refused where it has no other", () =>
    Effect.gen(function*() {
      const bad = yield* read(lastfm, "plays.csv", `${scrobbles}${scrobble("never")}${scrobble(1763700000)}nonsense\n`)
      assert.strictEqual(bad.records.length, 1)
      assert.deepStrictEqual(bad.said, ["plays.csv: 2 rows could not be read and were left out (line 2, line 4)"])
      const films = yield* read(trakt, "collection-movies.json", JSON.stringify([disc(null), { movie: {} }]))
      assert.deepStrictEqual(films.said, ["collection-movies.json: 1 row could not be read and was left out (film 2)"])
      assert.strictEqual((yield* read(lastfm, "plays.csv", `${scrobbles}nonsense\n`)).failure?.state, "bad_file")
      assert.deepStrictEqual((yield* read(lastfm, "plays.csv", scrobbles)).said, ["plays.csv holds nothing to import"])
    }))
})

describe("a CSV that another program has saved", () => {
  it.live("is read as Excel, an old Mac or a Windows program writes it", () =>
    Effect.gen(function*() {
      const text = `${scrobbles}${scrobble(1763700000)}${scrobble(1763700001)}`
      const semicolons = "uts;utc_time;artist;album;track\n1763700000;\"21 Nov 2025, 04:40\";\"Höllow; Lanterns\";Tin Roof Hours;Ferry Song\n"
      for (const content of [text.replaceAll("\n", "\r"), excel(text), excel(semicolons), Buffer.from(semicolons, "latin1"), `sep=;\r\n${semicolons}`]) {
        const { failure, records } = yield* read(lastfm, "plays.csv", content)
        assert.isNull(failure)
        assert.include(["Höllow; Lanterns"], (records[0] as Play).artist.name)
      }
      const zipped = zip({ "diary.csv": `${diary}${entry(1)}${entry(2)}`.replaceAll("\n", "\r") })
      assert.strictEqual((yield* read(letterboxd, "export.zip", zipped)).records.length, 2)
    }))
})

describe("what a file knows", () => {
  it.live("of plays is no time before there were scrobbles, nor one to come", () =>
    Effect.gen(function*() {
      const times = ["0", "86400", "99999999999", "1763700000000", "1763700000", "4102444800"]
      const { records, said } = yield* read(lastfm, "plays.csv", scrobbles + times.map(scrobble).join(""))
      assert.deepStrictEqual(records.map((play) => (play as Play).playedAt), [1763700000000, 1763700000000])
      assert.deepStrictEqual(said, ["plays.csv: 4 rows could not be read and were left out (line 2, line 3, line 4, line 7)"])
    }))

  it.live("of films as digital copies is that they are no discs, and of others no type that nobody gave", () =>
    Effect.gen(function*() {
      const films = Array.from({ length: 621 }, (_, index) => disc({ media_type: "digital" }, index + 1))
      const digital = yield* read(trakt, "collection-movies.json", JSON.stringify(films))
      assert.strictEqual(digital.records.length, 0)
      assert.match(digital.said.join(), /621 films are owned as digital copies and left out/)
      const types = yield* read(trakt, "collection-movies.json", JSON.stringify([disc(null), disc({}, 2), disc({ resolution: "uhd_4k" }, 3), disc({ media_type: "dvd" }, 4)]))
      assert.deepStrictEqual(types.records.map((one) => (one as Disc).edition.mediaType), ["unknown", "unknown", "uhd_bluray", "dvd"])
    }))

  it.live("of labels is their name without Discogs' number", () =>
    Effect.gen(function*() {
      const { records } = yield* read(discogs, "collection.csv", `${collection}"QUI 1, HUM 2",Hollow Lanterns (3),Barn Songs,"Quillon, Human Records (2)","LP, Album",,1971,123,Uncategorized,2024-03-01 10:00:00,,\n`)
      const [copy] = records as ReadonlyArray<{ readonly release: { readonly artists: ReadonlyArray<{ readonly name: string }>; readonly labels: ReadonlyArray<object> } }>
      assert.deepStrictEqual(copy?.release.labels, [{ name: "Quillon", catno: "QUI 1" }, { name: "Human Records", catno: "HUM 2" }])
      assert.strictEqual(copy?.release.artists[0]?.name, "Hollow Lanterns")
    }))

  it.live("of what is archived is not how far it was read", () =>
    Effect.gen(function*() {
      const { records } = yield* read(instapaper, "list.csv", "URL,Title,Selection,Folder,Timestamp,Tags\nhttps://a.example,A,,Archive,1,\nhttps://b.example,B,,Unread,2,\n")
      const articles = records as ReadonlyArray<{ readonly article: Parameters<typeof statusOf>[0] }>
      assert.deepStrictEqual(articles.map(({ article }) => statusOf(article)), ["archived", "unread"])
      assert.strictEqual(statusOf({ archived: true, progress: 0 }), "skipped")
    }))
})
