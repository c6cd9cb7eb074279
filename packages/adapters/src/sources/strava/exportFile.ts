import { type Report, gearIdOf } from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import type { FullListing, ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { parse } from "csv-parse/sync"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { isZipFile, sampleOf } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { archiveTime } from "../kit/exportFile/zipEntries.js"
import type { Track } from "../kit/recordings/track.js"
import { withOffset } from "../kit/recordings/zone.js"
import { cutRemark } from "../kit/runs/runPages.js"
import * as Cursor from "./Cursor.js"
import { archiveDate } from "./archive/dates.js"
import { type ArchiveRow, fileColumnOf, layoutOf, rowOf } from "./archive/layout.js"
import { kilometre, toArchived, toRecorded, type Unit, unitOf } from "./archive/toArchived.js"
import {
  type RecordingKind,
  isTrackFile,
  noEnd,
  recordingKind,
  trackOf,
  tracksIn
} from "../kit/recordings/trackFile.js"
import { cleanText } from "./wire.js"

/**
 * Reads `shoes.csv`: name, brand and model in any language. It has neither ids nor distances. Shoes without a nickname
 * are named by brand and model, as on runs.
 */
export const shoesOf = (
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<Extract<Report, { readonly _tag: "Shoes" }>> =>
  rows.slice(1).flatMap(([nickname, ...rest]) => {
    const [brand, model] = [cleanText(rest[0]), cleanText(rest[1])]
    const name = cleanText(nickname) ?? cleanText([brand, model].filter((part) => part !== null).join(" "))
    return name === null
      ? []
      : [
          {
            _tag: "Shoes",
            shoe: { id: gearIdOf({ name: name }), name: name, brand, model, distance: null, retired: null }
          }
        ]
  })

const source = "strava"
/** Bytes, which can be as many values. A row takes half a kilobyte: room for 60,000 activities. */
const largestTable = 32 * 1_048_576
const largestTrack = 64 * 1_048_576
/** Runs per page: their recordings are large. */
const perPage = 100

/** The account archive or a single recording. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Report>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      if (yield* isZipFile(file)) return archive(file)
      const kind = recordingKind(yield* sampleOf(file))
      if (kind !== null) return recording(file, kind)
      return isTrackFile(file.name) ? yield* noRecording(file) : archive(file)
    })
  )

const isTable = (name: string) => /(^|\/)activities\.csv$/i.test(name)

/** Recognises archives with a table of activities. Single recordings may be of any service. */
export const recognise: Recognise = ({ entries }) => entries !== null && entries.some(isTable)

const noRecording = (file: ImportFile) =>
  badFile(
    source,
    `${file.name} is not a recording of a run`,
    "import a GPX, TCX or FIT file of a run, or the account archive"
  )

const recording = (file: ImportFile, kind: RecordingKind) =>
  Stream.unwrap(
    Effect.gen(function* () {
      if (file.size > largestTrack)
        return yield* badFile(source, `${file.name} is too large for a recording`, "import the file of one run")
      const tracks = tracksIn(kind, joined(yield* Stream.runCollect(file.stream))).filter(
        ({ points }) => points.length > 0
      )
      const reports = yield* Effect.forEach(tracks, (track) => Effect.map(withOffset(track), toRecorded))
      const runs = reports.filter((report) => report !== null)
      if (runs.length === 0) return yield* noRecording(file)
      const cut = tracks.some(({ isCut }) => isCut === true) ? noEnd : null
      return exportPages<Report>(Stream.fromIterable(runs), () => ({ good: runs.length, broken: 0, cut }), {
        source,
        file
      })
    })
  )

/** The account archive ("Download your data"): `activities.csv`, its recordings and `shoes.csv`. */
const archive = (file: ImportFile): Stream.Stream<Page<Report>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { cut, files: entries } = yield* Zip.contents(file, source)
      const table = entries.find(({ name }) => isTable(name))
      if (table === undefined) return yield* cut === null ? foreign(file) : Zip.cutShort(file, source, cut)
      const folder = table.name.slice(0, -"activities.csv".length)
      const byName = new Map(entries.map((entry) => [entry.name, entry]))
      const read = (name: string, most: number) => {
        const entry = byName.get(folder + name)
        return entry === undefined || entry.size > most
          ? Effect.succeed(null)
          : Effect.map(Stream.runCollect(Zip.open(file, source, entry)), joined)
      }
      const { isWhole, rows: tableRows } = rowsOf(yield* read("activities.csv", largestTable))
      // The last row of a truncated table may be incomplete.
      const rows = table.isCut ? tableRows.slice(0, -1) : tableRows
      const layout = layoutOf(rows[0] ?? [], fileColumnOf(rows))
      if (layout === null) return yield* foreign(file)
      const tally = makeTally()
      if (cut !== null) tally.cutShort(cut)
      const damaged = new Set<string>()
      const sayCut = (name: string, track: Track | null) =>
        Effect.sync(() => {
          if (track?.isCut === true && !damaged.has(name)) tally.remark(cutRemark(name))
          if (track?.isCut === true) damaged.add(name)
        })
      const readTrack = (name: string) =>
        byName.get(folder + name)?.isCut === true
          ? Effect.succeed(null)
          : Effect.map(read(name, largestTrack), (bytes) => (bytes === null ? null : trackOf(name, bytes))).pipe(
              Effect.tap((track) => sayCut(name, track)),
              // The table's row is used without its recording.
              Effect.catchAll(() => {
                if (!damaged.has(name)) tally.leaveOut(name, "this recording in the archive is damaged")
                damaged.add(name)
                return Effect.succeed(null)
              })
            )
      const archived = rows.slice(1).map((row) => rowOf(row, layout))
      const unit = layout.machine === null && !layout.isMetres ? yield* unitOfAccount(archived, readTrack) : kilometre
      const runs = Stream.mapEffect(Stream.fromIterable(archived), (row) => reportOf(row, unit, tally, readTrack))
      const shoeTable = rowsOf(yield* read("shoes.csv", largestTable))
      const shoes = shoesOf(shoeTable.rows)
      const asOf = yield* timeOf(file, entries, archived)
      const keys = shoes.map(({ shoe }) => shoe.id)
      const reports = Stream.concat(
        Stream.fromIterable(shoes),
        Stream.mapConcat(runs, (report) => report)
      ).pipe(Stream.tap((report) => Effect.sync(() => report._tag === "Archived" && keys.push(String(report.run.id)))))
      const pages = Stream.map(exportPages(reports, tally.tally, { source, file, perPage }), (page) => ({
        ...page,
        fullListing: { asOf, completeLists: [] }
      }))
      const completeLists = () => [
        ...(cut === null && isWhole && tally.isWhole() ? ["activities"] : []),
        ...(cut === null && shoeTable.isWhole && shoeTable.rows.length > 0 ? ["shoes"] : [])
      ]
      return Stream.concat(
        pages,
        Stream.suspend(() => Stream.succeed(lastPage({ asOf, completeLists: completeLists(), keys })))
      )
    })
  )

/** When Strava created the archive; never later than now. */
const timeOf = (file: ImportFile, entries: ReadonlyArray<Zip.ZipEntry>, rows: ReadonlyArray<ArchiveRow>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const newest = rows.reduce<number | null>((last, { date }) => {
      const at = archiveDate(date)
      return at === null || at > now || (last !== null && last >= at) ? last : at
    }, null)
    return Math.min(now, archiveTime(file.name, entries, newest) ?? now)
  })

/**
 * States the full content of the archive. It may contain runs deleted since then, from before the overlap of syncs. So
 * the next sync is a full sync.
 */
const lastPage = (fullListing: FullListing): Page<Report> => ({
  records: [],
  deleted: [],
  covers: Option.none(),
  cursor: Option.some(Cursor.startOver),
  total: Option.none(),
  fullListing
})

const foreign = (file: ImportFile): SourceFailure =>
  badFile(
    source,
    `${file.name} is not a Strava account archive`,
    "at strava.com, under Settings, My Account, request your data, and import the zip file unchanged"
  )

const joined = (parts: Chunk.Chunk<Uint8Array>): Uint8Array => Buffer.concat(Chunk.toReadonlyArray(parts))

/** Accepts rows of different lengths. An unreadable row is skipped, and the table then counts as incomplete. */
const rowsOf = (
  bytes: Uint8Array | null
): { readonly rows: ReadonlyArray<ReadonlyArray<string>>; readonly isWhole: boolean } => {
  if (bytes === null) return { rows: [], isWhole: false }
  let isWhole = true
  const rows = parse(Buffer.from(bytes), {
    bom: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
    skipEmptyLines: true,
    onSkip: () => {
      isWhole = false
      return undefined
    }
  }) as Array<Array<string>>
  return { rows, isWhole }
}

/** Reads a track of the archive by file name; null when missing or unreadable. */
type ReadTrack = (name: string) => Effect.Effect<Track | null, SourceFailure>

/** Maximum number of recordings read to derive the account's unit. */
const mostTracksRead = 20

/**
 * Without exact metres only recordings show whether the account uses kilometres or miles. The unit of one recording
 * applies to all runs.
 */
const unitOfAccount = Effect.fn("strava.unitOfAccount")(function* (
  rows: ReadonlyArray<ArchiveRow>,
  readTrack: ReadTrack
) {
  const recorded = rows.filter(({ file, sport }) => file !== "" && sport !== "other")
  for (const row of recorded.slice(0, mostTracksRead)) {
    const unit: Unit | null = unitOf(row, yield* readTrack(row.file))
    if (unit !== null) return unit
  }
  return kilometre
})

const reportOf = Effect.fn("strava.reportOf")(function* (
  row: ArchiveRow,
  unit: Unit,
  tally: ReturnType<typeof makeTally>,
  readTrack: ReadTrack
) {
  const isOther = row.sport === "other"
  const track = isOther || row.file === "" ? null : yield* readTrack(row.file)
  const report = isOther ? null : toArchived(row, track === null ? null : yield* withOffset(track), unit)
  // A named run that cannot be converted counts as an unreadable row.
  if (report !== null || isOther || row.sport === null) tally.read()
  else tally.leaveOut(`activity ${row.id ?? "without an id"}`, "its date, time or distance cannot be read")
  return report === null ? [] : [report]
})
