import { type Places, Calendar } from "@daybook/core/shared"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import {
  adidasExport,
  adidasSession,
  animeList,
  appleActivityCsv,
  appleActivityRow,
  appleExport,
  bookmarkFile,
  endsongRow,
  fitFile,
  garminExport,
  garminSummaries,
  garminSummary,
  gpxFile,
  healthExport,
  healthWorkout,
  healthXml,
  hypothesisExport,
  instapaperCsv,
  karakeepExport,
  kindleClippings,
  koitoExport,
  koitoListen,
  koreaderExport,
  lastfmPlainCsv,
  lastfmQuotedCsv,
  letterboxdArchive,
  linkwardenExport,
  listenbrainzArchive,
  makeSimulators,
  malList,
  malojaExport,
  malojaScrobble,
  mime,
  omnivoreZip,
  netflixActivity,
  netflixHistory,
  panoCsv,
  panoEvent,
  panoLines,
  polarExport,
  polarSession,
  runkeeperExport,
  runkeeperTable,
  pinboardExport,
  pocketCsv,
  pocketPage,
  pocketZip,
  raindropCsv,
  readerCsv,
  readwiseCsv,
  type SavedLink,
  type Scrobble,
  scrobblerLog,
  shortRow,
  spotifyAccountData,
  spotifyHistory,
  spotifyRow,
  tcxFile,
  wallabagExport,
  watchedSong,
  watchHistory
} from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Either, Logger, Option, Stream } from "effect"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import type { DocumentParser } from "../src/documents/DocumentParser.js"
import { exportFile as calendarFile } from "../src/calendar/exportFile.js"
import { definitions } from "../src/definitions.js"
import { karakeep as karakeepFile } from "../src/karakeep/source.js"
import { recogniseTables } from "../src/kit/exportFile/csvTables.js"
import { sampleOf } from "../src/kit/exportFile/sample.js"
import { recordingKind } from "../src/kit/recordings/trackFile.js"
import { pinboard as pinboardFile } from "../src/pinboard/source.js"
import { pocket as pocketFile } from "../src/pocket/source.js"
import { runFiles as runFilesSource } from "../src/run-files/source.js"
import { exportFile as stravaFile } from "../src/strava/exportFile.js"
import { exportFile as ticketsFile } from "../src/tickets/exportFile.js"
import { trakt as traktSource } from "../src/trakt/source.js"
import { traktHistory as traktHistorySource } from "../src/trakt/historySource.js"
import { untappd as untappdSource } from "../src/untappd/source.js"
import { untappd } from "../src/untappd/source.js"
import * as InThisThread from "../../adapters/test/support/inThisThread.js"
import { importFile, filesOf } from "./support/importFile.js"
import * as Gazetteer from "../../adapters/src/places/Gazetteer.js"

const { exportFile: recordingFiles } = filesOf(runFilesSource)
const { exportFile: traktFile } = filesOf(traktSource)
const { exportFile: traktHistoryFile } = filesOf(traktHistorySource)
const { exportFile: untappdFile } = filesOf(untappdSource)

const endsAt = Date.parse("2025-11-21T08:00:00Z")
/** The name says nothing, or something wrong. */
const wrongNames = [
  "download",
  "ticket.pkpass",
  "plays.csv",
  "export.zip",
  "all.ics",
  "mails.mbox",
  "run.gpx",
  "maloja_export.json"
]

/** The columns of Goodreads, which the example of a bookshelf reads. */
const formats = [{ columns: ["book id", "title", "author", "exclusive shelf"] }]

const importers = [
  ...definitions.map(({ archive, id }) => ({ id: id as string, recognise: archive.recognise })),
  { id: "bookshelf", recognise: recogniseTables(formats) }
]

const recognised = (name: string, content: string | Uint8Array) =>
  Effect.map(sampleOf(importFile(name, content, 4_096)), (sample) =>
    importers.flatMap(({ id, recognise }) => (recognise?.(sample) === true ? [id] : []))
  )

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

const letter = mime({
  id: "order@example.com",
  from: "Tickets <orders@axs.com>",
  to: "me@example.com",
  subject: "Your order",
  at: endsAt,
  text: "Row 4"
})

const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
const listen = '{"listened_at":1763700000,"track_metadata":{"artist_name":"A","track_name":"B"}}'
const event = '[{"event_type":"concert","event_date":"1998-07-04","title":"Pearl Jam"}]'

const world = Effect.runSync(Effect.cached(Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))))

type Files = ReadonlyArray<readonly [source: string, content: string | Uint8Array]>

/** The files of services and players of music: archives, and files that were taken out of them. */
const listeningFiles = (plays: ReadonlyArray<Scrobble>): Files => {
  const streams = plays.map((play) => spotifyRow(play))
  const activity = plays.map((play) => appleActivityRow(play))
  const songs = plays.map((play) => watchedSong(play))
  const events = plays.map((play) => panoEvent(play))
  const listens = koitoExport(plays.map((play) => koitoListen(play)))
  return [
    ["spotify", spotifyHistory({ "Streaming_History_Audio_2025_1.json": streams })],
    ["spotify", spotifyHistory({ "endsong_0.json": streams.map(endsongRow) })],
    ["spotify", spotifyAccountData(streams)],
    ["spotify", JSON.stringify(streams)],
    ["spotify", JSON.stringify(streams.map(endsongRow))],
    ["spotify", JSON.stringify(streams.map(shortRow))],
    ["apple-music", appleExport({ rows: activity, daily: plays, library: plays })],
    ["apple-music", appleActivityCsv(activity)],
    ["apple-music", appleActivityCsv(activity, "other")],
    ["youtube-music", watchHistory(songs)],
    ["youtube-music", watchHistory(songs, "other")],
    ["youtube-music", JSON.stringify(songs)],
    ["maloja", malojaExport(plays.map((play) => malojaScrobble(play)))],
    ["maloja", malojaExport(plays.map((play) => malojaScrobble(play, { layout: "flat" })))],
    ["koito", listens],
    ["koito", JSON.stringify(JSON.parse(listens), null, 2)],
    ["pano", panoLines(events)],
    ["pano", panoCsv(events)],
    ["scrobbler-log", scrobblerLog(plays)],
    ["scrobbler-log", scrobblerLog(plays, { version: "1.0", zone: "UNKNOWN" })]
  ]
}

/** The files of services and devices that have highlights. */
const highlightFiles = (links: ReadonlyArray<SavedLink>): Files => {
  const marks = links.map(({ at, id }) => ({ id, link: id, text: "Slow water keeps.", note: "yes", at }))
  return [
    ["readwise", readwiseCsv({ links, marks })],
    ...(["en", "old", "de", "zh"] as const).map(
      (language) => ["kindle", kindleClippings({ links, marks }, { language })] as const
    ),
    ["kindle", zip({ "My Clippings.txt": kindleClippings({ links, marks }) })],
    ["hypothesis", hypothesisExport({ links, marks })],
    ["koreader", koreaderExport({ links, marks })],
    ["koreader", koreaderExport({ links, marks }, { isSingle: true })]
  ]
}

/** The files of services that save articles. */
const savedFiles = (): Files => {
  const link = { title: "On tides", tags: ["sea"], starred: false, progress: 0.4 }
  const links: ReadonlyArray<SavedLink> = [
    { ...link, id: "1", url: "https://example.org/tides", at: 1_741_636_800, archived: true },
    { ...link, id: "2", url: "https://example.org/ebb", at: 1_741_636_900, archived: false }
  ]
  return [
    ["pocket", pocketCsv(links)],
    ["pocket", pocketPage(links)],
    ["pocket", pocketZip([links, links])],
    ["omnivore", omnivoreZip(links)],
    ["karakeep", karakeepExport(links)],
    ["karakeep", JSON.stringify(JSON.parse(karakeepExport(links)), null, 2)],
    ["wallabag", wallabagExport(links)],
    ["wallabag", JSON.stringify(JSON.parse(wallabagExport(links)), null, 2)],
    ["raindrop", raindropCsv(links)],
    ["pinboard", pinboardExport(links)],
    ["bookmarks", bookmarkFile(links)],
    ["reader", readerCsv(links)],
    ["linkwarden", linkwardenExport(links)],
    ["linkwarden", JSON.stringify(JSON.parse(linkwardenExport(links)), null, 2)],
    ...highlightFiles(links)
  ]
}

/** Every kind of file of every importer, by the source that reads it. */
const allFiles = Effect.gen(function* () {
  const { sampleOwner, simulators } = yield* world
  const viewings = sampleOwner.watching.until(endsAt / 1_000).slice(-50)
  const plays = (yield* simulators.lastfm.control.plays()).slice(0, 3_000)
  const listens = (yield* simulators.listenbrainz.control.plays()).slice(0, 3_000)
  const runs = yield* simulators.strava.control.activities
  const run = runs.find(({ manual, sportType }) => !manual && sportType === "Run")!
  const films = yield* simulators.letterboxd.control.entries
  const books = readFileSync(new URL("../../../examples/books/exports/goodreads_library_export.csv", import.meta.url))
  return [
    ["lastfm", lastfmQuotedCsv(plays)],
    ["lastfm", lastfmPlainCsv(plays)],
    ["lastfm", Buffer.from(`\ufeff${lastfmQuotedCsv(plays)}`, "utf16le")],
    ["lastfm", `# of my own\n\n${lastfmQuotedCsv(plays.slice(0, 2))}`],
    ["listenbrainz", listenbrainzArchive("someone", listens)],
    ["listenbrainz", `${listen}\n${listen}\n`],
    ["listenbrainz", `[${listen},${listen}]`],
    ["strava", yield* simulators.strava.control.archive()],
    ["strava", yield* simulators.strava.control.archive({ language: "de" })],
    ["run-files", gpxFile(run)],
    ["run-files", tcxFile(run)],
    ["run-files", fitFile(run)],
    ["run-files", gzipSync(gpxFile(run))],
    ["run-files", gzipSync(fitFile(run))],
    ["run-files", zipSync({ "a.fit": fitFile(run), "b.gpx": strToU8(gpxFile(run)) })],
    ["garmin", garminExport([garminSummary(run)], [fitFile(run)])],
    ["garmin", garminSummaries([garminSummary(run)])],
    ["polar", polarExport([run])],
    ["polar", polarSession(run, { isOld: true })],
    ["runkeeper", runkeeperExport([run])],
    ["runkeeper", runkeeperTable([run], { unit: "mi" })],
    ["adidas-running", adidasExport([run])],
    ["adidas-running", adidasSession(run)],
    ["apple-health", healthExport([healthWorkout(run, { route: "a.gpx" })], { routes: { "a.gpx": run } })],
    ["apple-health", healthExport([healthWorkout(run)], { folder: "x", main: "Exportieren.xml" })],
    ["apple-health", healthXml([healthWorkout(run)])],
    ["letterboxd", letterboxdArchive(films)],
    ["letterboxd", letterboxdArchive(films, films.slice(0, 2), "letterboxd-someone")],
    ["discogs", yield* simulators.discogs.control.csv],
    ["trakt", yield* simulators.trakt.control.archive],
    ["trakt", '[{"collected_at":"2024-06-15T12:00:00.000Z","movie":{"title":"A","year":1999,"ids":{"trakt":1}}}]'],
    ["trakt-history", yield* simulators.trakt.control.historyArchive],
    ["trakt-history", '[{"id":1,"watched_at":"2024-06-15T12:00:00.000Z","action":"watch","movie":{"title":"A"}}]'],
    ["trakt-history", '[{"rated_at":"2024-06-15T12:00:00.000Z","rating":7,"movie":{"title":"A","ids":{"trakt":1}}}]'],
    ["netflix", netflixActivity(sampleOwner, viewings)],
    ["netflix", netflixHistory(sampleOwner, viewings)],
    ["netflix", zip({ "report/CONTENT_INTERACTION/ViewingActivity.csv": netflixActivity(sampleOwner, viewings) })],
    ["imdb", "Const,Your Rating,Date Rated,Title,Title Type,Year\ntt9100000,8,2025-03-02,Salt,Movie,2019\n"],
    ["tvtime", "series_name,s_id,ep_id,season_number,episode_number,key,created_at\nLamp,1,2,3,4,watch-episode-2,\n"],
    ["tvtime", zip({ "gdpr/tracking-prod-records-v2.csv": "key,created_at\n", "gdpr/access_token.csv": "token\n" })],
    ["mal", malList(animeList(sampleOwner, viewings))],
    ["mal", gzipSync(malList(animeList(sampleOwner, viewings)))],
    ["mal", zip({ "lists/animelist_1741983069_-_1.xml": malList([]) })],
    ["instapaper", yield* instapaperCsv(simulators.instapaper.control)],
    ["instapaper", yield* instapaperCsv(simulators.instapaper.control, false)],
    ["calendar", yield* simulators.google.control.ics],
    ["calendar", zip({ "someone@example.com.ics": calendar })],
    ["tickets", yield* simulators.google.control.mbox],
    ["tickets", letter],
    ["tickets", zip({ "Takeout/Mail/Tickets.mbox": `From x\n${letter}` })],
    ["tickets", zip({ "a.eml": letter })],
    ["tickets", zip({ "pass.json": "{}", "manifest.json": "{}", signature: "" })],
    ["manual", event],
    ["bookshelf", books],
    ...savedFiles(),
    ...listeningFiles(plays)
  ] as Files
})

const foreign: ReadonlyArray<string | Uint8Array> = [
  "",
  "name,price\napple,3\n",
  "Dear diary: nothing happened.\n\nYours",
  '{"a":1}',
  "[]",
  "<html><body>Not found</body></html>",
  "PK\u0003\u0004 and then nothing",
  zip({}),
  zip({ "readme.txt": "hello", "data.json": "{}" }),
  zip({ "data.csv": "name,price\napple,3\n" }),
  gzipSync(Buffer.alloc(80_000_000))
]

/** Bytes. Reading each file by each source takes long for large ones. */
const maxSampleBytes = 60_000

/** Files that are almost those of a source: under its names without its content, or the other way round. */
const odd: ReadonlyArray<string | Uint8Array> = [
  zip({ "ratings.csv": "Const,Your Rating,Title,Title Type\ntt9100000,8,Salt,Movie\n", "other.csv": "a,b\n1,2\n" }),
  zip({ "list.csv": "Const,Title,Title Type\ntt9100000,Salt,Movie\n", "other.csv": "a,b\n1,2\n" }),
  zip({ "a.json": '[{"uri":"https://example.org","target":[],"group":"x","user":"y"}]', "b.json": "[]" }),
  zip({ "a.json": '{"bookmarks":[{"createdAt":1,"content":{"type":"link"}}]}', "b.json": "{}" }),
  zip({ "a.xml": '<?xml version="1.0"?><HealthData locale="en"></HealthData>', "b.txt": "x" }),
  zip({ "goodreads.csv": "Book Id,Title,Author,Exclusive Shelf\n1,A,B,read\n", "b.csv": "a,b\n1,2\n" }),
  "# of my own\n\nCatalog#,Title,release_id,Date Added\nX,Y,1,2024-01-01 10:00:00\n",
  "Title,Authors,Note\nA,B,C\n",
  "sep=;\r\nurl;title;selection;folder;timestamp\r\nhttps://example.org;A;;Unread;1763600000\r\n",
  "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD\r\n",
  "Note: nothing\n\nof a mail"
]

type Read = (file: ImportFile) => Stream.Stream<unknown, SourceFailure, DocumentParser | Calendar>

/** The sources that recognise files, with what reads them. */
const readers = definitions.flatMap(({ archive, id }) => {
  const importFile = archive.importFile as Option.Option<unknown>
  return Option.isNone(importFile) || archive.recognise === undefined
    ? []
    : [{ id: id as string, read: importFile.value as Read, recognise: archive.recognise }]
})

/** Sources whose reader checks the file by itself; that of the others is the format that recognises it. */
const hasOwnReader = (id: string): boolean =>
  ["strava", "calendar", "tickets", "letterboxd", "koreader-statistics"].includes(id)

describe("an export file", () => {
  it.live("is recognised by its content alone, as that of one source", () =>
    Effect.gen(function* () {
      const files = yield* allFiles
      const results = yield* Effect.forEach(files, ([source, content], index) =>
        Effect.map(recognised(wrongNames[index % wrongNames.length]!, content), (ids) => ({ index, source, ids }))
      )
      expect(results).toEqual(results.map(({ index, source }) => ({ index, source, ids: [source] })))
      const readers = importers.filter(({ recognise }) => recognise !== undefined).map(({ id }) => id)
      expect(new Set(files.map(([source]) => source))).toEqual(new Set(readers))
    })
  )

  it.live("is recognised and read in an archive that holds nothing else, whatever its name there", () =>
    Effect.gen(function* () {
      const books = "Book Id,Title,Author,Exclusive Shelf\n1,A,B,read\n"
      const texts = [...savedFiles(), ["bookshelf", books] as const].flatMap(([source, content]) =>
        typeof content === "string" ? [[source, content] as const] : []
      )
      const zipped = (content: string) => zip({ "a folder/download": content, "__MACOSX/a folder/._download": "x" })
      const results = yield* Effect.forEach(texts, ([source, content]) =>
        Effect.map(recognised("a.zip", zipped(content)), (ids) => ({ source, ids }))
      )
      expect(results).toEqual(results.map(({ source }) => ({ source, ids: [source] })))
      for (const format of [pocketFile, pinboardFile, karakeepFile]) {
        const [, content = ""] = texts.find(([source]) => source === format.id) ?? []
        const file = importFile("a.zip", zipped(content), 65_536)
        const pages = yield* Stream.runCollect(filesOf(format).exportFile(file))
        expect([format.id, Array.from(pages).flatMap(({ records }) => records).length]).toEqual([format.id, 2])
      }
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.live("of several sources is recognised as each of them", () =>
    Effect.gen(function* () {
      const both = zip({ "Takeout/Mail/All.mbox": `From x\n${letter}`, "Takeout/Calendar/me.ics": calendar })
      expect(yield* recognised("takeout.zip", both)).toEqual(["calendar", "tickets"])
    })
  )

  it.live("of no source is recognised as none, whatever its bytes", () =>
    Effect.gen(function* () {
      for (const content of foreign) {
        const ids = yield* Effect.catchAll(recognised("scrobbles.csv", content), ({ state }) => Effect.succeed([state]))
        expect(ids.filter((id) => id !== "bad_file")).toEqual([])
      }
    })
  )

  it.live("is read by the source that recognises it, whatever comes first", () =>
    Effect.gen(function* () {
      const movie = {
        title: "Heron Street",
        year: 2011,
        ids: { trakt: 5, slug: "heron-street-2011", imdb: "tt0000005" }
      }
      const ratings = zip({
        "ratings-movies.json": JSON.stringify([
          { rated_at: "2024-03-01T20:00:00.000Z", rating: 8, type: "movie", movie }
        ])
      })
      expect(yield* recognised("download.zip", ratings)).toEqual(["trakt-history"])
      const drink = {
        comment: "so good ".repeat(1_000),
        ...{ beer_name: "Saison", brewery_name: "Low Tide", created_at: "2024-03-01 20:00:00", checkin_id: 7 }
      }
      const drinks = JSON.stringify([drink])
      expect(untappd.archive.recognise?.(yield* sampleOf(importFile("download", drinks)))).toBe(true)
      const pages: ReadonlyArray<Stream.Stream<Page<unknown>, SourceFailure>> = [
        traktHistoryFile(importFile("download.zip", ratings)),
        untappdFile(importFile("download", drinks))
      ]
      for (const page of pages)
        expect(Array.from(yield* Stream.runCollect(page)).flatMap(({ records }) => records)).toHaveLength(1)
    })
  )

  it.live("is read by the sources that recognise it, and refused by all others", () =>
    Effect.gen(function* () {
      const small = (yield* allFiles).flatMap(([, content]) => (content.length > maxSampleBytes ? [] : [content]))
      const pairs: Array<readonly [source: string, file: number, isRecognised: boolean, isRead: boolean]> = []
      for (const [index, content] of [...foreign, ...odd, ...small].entries()) {
        const file = importFile("download", content, 65_536)
        const sample = yield* Effect.option(sampleOf(file))
        if (Option.isNone(sample)) continue
        for (const { id, read, recognise } of readers) {
          const isRecognised = recognise(sample.value)
          // Reading every file by every source takes long: of those that were not made for this, only its own.
          if (index >= foreign.length + odd.length && !isRecognised && !hasOwnReader(id)) continue
          // Runs in Strava's archive are recordings, so that it also reads one; by itself that is one of run-files.
          if (id === "strava" && recordingKind(sample.value) !== null) continue
          const end = yield* Effect.either(Stream.runDrain(Stream.take(read(file), 1)))
          const isRefused = Either.isLeft(end) && / is (?:not|no) /.test(end.left.message)
          pairs.push([id, index, isRecognised, !isRefused])
        }
      }
      expect(pairs.filter(([, , isRecognised, isRead]) => isRecognised !== isRead)).toEqual([])
      expect(pairs.filter(([, , isRecognised]) => isRecognised).length).toBeGreaterThan(40)
      expect(pairs.length).toBeGreaterThan(800)
    }).pipe(
      Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Lisbon"))),
      Effect.provide(InThisThread.layer),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  )

  it("never breaks recognition", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom("", "PK\u0003\u0004", "\x1f\x8b", "[{", "<?xml"),
        async (bytes, start) => {
          const content = Buffer.concat([Buffer.from(start, "latin1"), bytes])
          const end = await Effect.runPromiseExit(Effect.either(recognised("x", content)))
          expect(end._tag).toBe("Success")
        }
      ),
      { numRuns: 200 }
    ))

  it.live("is read under a wrong name as well", () =>
    Effect.gen(function* () {
      const { simulators } = yield* world
      const run = (yield* simulators.strava.control.activities).find(
        ({ manual, sportType }) => !manual && sportType === "Run"
      )!
      type Reader = (
        file: ImportFile
      ) => Stream.Stream<Page<unknown>, SourceFailure, DocumentParser | Calendar | Places>
      const cases: ReadonlyArray<readonly [Reader, string | Uint8Array]> = [
        [stravaFile, gpxFile(run)],
        [stravaFile, gzipSync(fitFile(run))],
        [recordingFiles, gpxFile(run)],
        [recordingFiles, gzipSync(fitFile(run))],
        [stravaFile, yield* simulators.strava.control.archive()],
        [traktFile, yield* simulators.trakt.control.archive],
        [calendarFile, yield* simulators.google.control.ics],
        [calendarFile, zip({ "a.ics": yield* simulators.google.control.ics })],
        [ticketsFile, yield* simulators.google.control.mbox]
      ]
      const counts = yield* Effect.forEach(cases, ([read, content]) =>
        Effect.map(Stream.runCollect(read(importFile("download", content, 65_536))), (pages) =>
          Array.from(pages).reduce((sum, { records }) => sum + records.length, 0)
        ).pipe(
          Effect.provide([Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Lisbon")), Gazetteer.layer]),
          Effect.provide(InThisThread.layer),
          Effect.provide(Logger.remove(Logger.defaultLogger))
        )
      )
      expect(counts.every((count) => count > 0)).toBe(true)
    })
  )
})
