import {
  adidasExport,
  animeList,
  appleActivityRow,
  appleExport,
  bookmarkFile,
  fitFile,
  garminExport,
  garminSummary,
  gpxFile,
  healthExport,
  healthWorkout,
  hypothesisExport,
  instapaperCsv,
  karakeepExport,
  kindleClippings,
  koitoExport,
  koitoListen,
  koreaderExport,
  lastfmQuotedCsv,
  letterboxdArchive,
  linkwardenExport,
  listenbrainzArchive,
  makeSimulators,
  malList,
  malojaExport,
  malojaScrobble,
  netflixActivity,
  omnivoreZip,
  panoEvent,
  panoLines,
  pinboardExport,
  pocketZip,
  polarExport,
  raindropCsv,
  readerCsv,
  readwiseCsv,
  runkeeperExport,
  type SavedLink,
  type SavedMark,
  type SavingAccount,
  scrobblerLog,
  type Size,
  spotifyHistory,
  spotifyRow,
  wallabagExport,
  watchedSong,
  watchHistory,
  type Simulators,
  type World
} from "@daybook/simulators"
import { Effect } from "effect"
import { zipSync } from "fflate"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { answering } from "../support/answering.js"
import { otherFiles } from "./otherFiles.js"

type File = string | Uint8Array
type Make = Effect.Effect<readonly [rows: number, file: File], unknown>

/** As many as somebody who saves five a day for ten years. */
const linkCount = 20_000
/** Files that Spotify makes have at most about 12 MB. */
const playsPerFile = 16_000

const chunks = <A>(rows: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size))

const links: ReadonlyArray<SavedLink> = Array.from({ length: linkCount }, (_, index) => ({
  id: String(index + 1),
  url: `https://site-${index % 700}.example.org/${index}/a-long-enough-path-of-an-article`,
  title: `Article ${index} about the tides of harbour ${index % 97}`,
  at: 1_420_070_400 + index * 15_000,
  tags: index % 3 === 0 ? ["sea", `tag ${index % 40}`] : [],
  starred: index % 50 === 0,
  progress: (index % 11) / 10,
  archived: index % 4 === 0
}))

/** As many as in 700 articles or books, of which each holds about thirty. */
const marks: ReadonlyArray<SavedMark> = Array.from({ length: linkCount }, (_, index) => ({
  id: String(index + 1),
  link: String((index % 700) + 1),
  text: `Passage ${index} about the tides of harbour ${index % 97}, long enough to be worth keeping for later`,
  note: index % 10 === 0 ? `Note ${index}` : "",
  at: 1_420_070_400 + index * 15_000
}))

const highlights: Readonly<Record<string, (account: SavingAccount) => File>> = {
  kindle: kindleClippings,
  readwise: readwiseCsv,
  hypothesis: hypothesisExport,
  koreader: koreaderExport
}

const fileOf = <A>(rows: ReadonlyArray<A>, file: (rows: ReadonlyArray<A>) => File): Make =>
  Effect.sync(() => [rows.length, file(rows)] as const)

const saves: Readonly<Record<string, (links: ReadonlyArray<SavedLink>) => File>> = {
  pocket: (rows) => pocketZip(chunks(rows, 10_000)),
  omnivore: omnivoreZip,
  karakeep: karakeepExport,
  wallabag: (rows) => wallabagExport(rows),
  raindrop: raindropCsv,
  pinboard: pinboardExport,
  bookmarks: bookmarkFile,
  reader: readerCsv,
  linkwarden: linkwardenExport
}

/** The file of each source, as large as a long life makes it. */
const makers = ({ sampleOwner, simulators }: World<Simulators>, endsAt: number): Readonly<Record<string, Make>> => {
  const plays = simulators.lastfm.control.plays()
  const ofPlays = (file: (rows: Effect.Effect.Success<typeof plays>) => File): Make =>
    Effect.flatMap(plays, (rows) => fileOf(rows, () => file(rows)))
  const runs = Effect.map(simulators.strava.control.activities, (all) =>
    all.filter(({ manual, sportType }) => !manual && sportType === "Run")
  )
  const ofRuns = (file: (rows: Effect.Effect.Success<typeof runs>) => File): Make =>
    Effect.flatMap(runs, (rows) => fileOf(rows, () => file(rows)))
  return {
    lastfm: ofPlays(lastfmQuotedCsv),
    listenbrainz: Effect.flatMap(simulators.listenbrainz.control.plays(), (rows) =>
      fileOf(rows, () => listenbrainzArchive("someone", rows))
    ),
    spotify: ofPlays((rows) =>
      spotifyHistory(
        Object.fromEntries(
          chunks(rows, playsPerFile).map((part, index) => [
            `Streaming_History_Audio_${index}.json`,
            part.map((play) => spotifyRow(play))
          ])
        )
      )
    ),
    "apple-music": ofPlays((rows) => appleExport({ rows: rows.map((play) => appleActivityRow(play)), library: rows })),
    "youtube-music": ofPlays((rows) => watchHistory(rows.map((play) => watchedSong(play)))),
    maloja: ofPlays((rows) => malojaExport(rows.map((play) => malojaScrobble(play)))),
    koito: ofPlays((rows) => koitoExport(rows.map((play) => koitoListen(play)))),
    pano: ofPlays((rows) => panoLines(rows.map((play) => panoEvent(play)))),
    "scrobbler-log": ofPlays((rows) => scrobblerLog(rows)),
    strava: Effect.map(Effect.all([runs, simulators.strava.control.archive()]), ([rows, file]) => [rows.length, file]),
    "run-files": ofRuns((rows) =>
      zipSync(Object.fromEntries(rows.map((run) => [`${run.id}.gpx`, bytes(gpxFile(run))])))
    ),
    garmin: ofRuns((rows) =>
      garminExport(
        rows.map((run) => garminSummary(run)),
        rows.map((run) => fitFile(run))
      )
    ),
    "apple-health": ofRuns((rows) =>
      healthExport(
        rows.map((run) => healthWorkout(run, { route: `${run.id}.gpx` })),
        { routes: Object.fromEntries(rows.map((run) => [`${run.id}.gpx`, run])) }
      )
    ),
    runkeeper: ofRuns((rows) => runkeeperExport(rows)),
    polar: ofRuns((rows) => polarExport(rows)),
    "adidas-running": ofRuns((rows) => adidasExport(rows)),
    letterboxd: Effect.map(simulators.letterboxd.control.entries, (rows) => [rows.length, letterboxdArchive(rows)]),
    "trakt-history": Effect.map(
      Effect.all([simulators.trakt.control.history, simulators.trakt.control.historyArchive]),
      ([rows, file]) => [rows.length, file]
    ),
    netflix: Effect.suspend(() =>
      fileOf(sampleOwner.watching.until(endsAt / 1_000), (rows) => netflixActivity(sampleOwner, rows))
    ),
    mal: Effect.suspend(() => fileOf(animeList(sampleOwner, sampleOwner.watching.until(endsAt / 1_000)), malList)),
    instapaper: Effect.map(instapaperCsv(simulators.instapaper.control), (file) => [file.split("\n").length - 2, file]),
    ...Object.fromEntries(Object.entries(saves).map(([source, file]) => [source, fileOf(links, file)])),
    ...Object.fromEntries(
      Object.entries(highlights).map(([source, file]) => [
        source,
        fileOf(marks, (rows) => file({ links: links.slice(0, 700), marks: rows }))
      ])
    ),
    ...Object.fromEntries(Object.entries(otherFiles).map(([source, file]) => [source, Effect.sync(file)]))
  }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Writes the export files of the sample owner into a folder, one at a time. Answers the number of their rows. */
answering(({ folder, size }: { readonly folder: string; readonly size: Size }) =>
  Effect.gen(function* () {
    const endsAt = Date.parse("2025-11-21T08:00:00Z")
    const files = makers(yield* makeSimulators("http://simulated.example", { endsAt, size }), endsAt)
    const write = (source: string) =>
      Effect.map(files[source] ?? Effect.succeed([0, ""] as const), ([rows, file]) => {
        const path = join(folder, source)
        writeFileSync(path, file)
        return { path, rows, megabytes: Buffer.byteLength(file) / 1_000_000 }
      })
    return [Object.keys(files), write] as const
  })
)
