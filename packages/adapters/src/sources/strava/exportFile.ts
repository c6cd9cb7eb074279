import type { Report } from "@daybook/core/running"
import type { FullList, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { parse } from "csv-parse/sync"
import { archiveTime } from "../archive/archiveTime.js"
import { badFile, exportPages } from "../archive/exportPages.js"
import * as Zip from "../archive/Zip.js"
import * as Cursor from "./Cursor.js"
import { archiveDate } from "./archive/dates.js"
import { type ArchiveRow, fileColumnOf, layoutOf, rowOf } from "./archive/layout.js"
import { kilometre, toArchived, toRecorded, type Unit, unitOf } from "./archive/toArchived.js"
import type { Track } from "./archive/Track.js"
import { isTrackFile, trackOf } from "./archive/trackFile.js"
import { shoesOf } from "./archive/shoes.js"

const source = "strava"
const largestTable = 128 * 1_048_576
const largestTrack = 64 * 1_048_576
/** Runs stored at a time: their recordings have many parts. */
const perPage = 100

/** The account archive, or a single recording. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Report>, SourceFailure> => isTrackFile(file.name) ? recording(file) : archive(file)

const recording = (file: ImportFile) =>
  Stream.unwrap(Effect.gen(function*() {
    if (file.size > largestTrack) return yield* badFile(source, `${file.name} is too large for a recording`, "give the file of one run")
    const track = trackOf(file.name, joined(yield* Stream.runCollect(file.stream)))
    const report = track === null ? null : toRecorded(track)
    if (report === null) return yield* badFile(source, `${file.name} is no recording of a run`, "give a GPX, TCX or FIT file of a run, or the account archive")
    return exportPages<Report>(Stream.succeed(report), () => ({ good: 1, broken: 0 }), { source, file })
  }))

/** The account archive ("Download your data"): `activities.csv`, the recordings it names, and `shoes.csv`. */
const archive = (file: ImportFile): Stream.Stream<Page<Report>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const entries = yield* Zip.entries(file, source)
    const table = entries.find(({ name }) => /(^|\/)activities\.csv$/i.test(name))
    if (table === undefined) return yield* foreign(file)
    const folder = table.name.slice(0, -"activities.csv".length)
    const byName = new Map(entries.map((entry) => [entry.name, entry]))
    const read = (name: string, most: number) => {
      const entry = byName.get(folder + name)
      return entry === undefined || entry.size > most ? Effect.succeed(null) : Effect.map(Stream.runCollect(Zip.open(file, source, entry)), joined)
    }
    const { isWhole, rows } = rowsOf(yield* read("activities.csv", largestTable))
    const layout = layoutOf(rows[0] ?? [], fileColumnOf(rows))
    if (layout === null) return yield* foreign(file)
    const tally = { good: 0, broken: 0 }
    const readTrack = (name: string) => Effect.map(read(name, largestTrack), (bytes) => bytes === null ? null : trackOf(name, bytes))
    const archived = rows.slice(1).map((row) => rowOf(row, layout))
    const unit = layout.machine === null ? yield* unitOfAccount(archived, readTrack) : kilometre
    const runs = Stream.mapEffect(Stream.fromIterable(archived), (row) => reportOf(row, unit, tally, readTrack))
    const shoeTable = rowsOf(yield* read("shoes.csv", largestTable))
    const shoes = shoesOf(shoeTable.rows)
    const asOf = yield* timeOf(file, entries, archived)
    const holds = shoes.map(({ shoe }) => shoe.id)
    const reports = Stream.concat(Stream.fromIterable(shoes), Stream.mapConcat(runs, (report) => report)).pipe(
      Stream.tap((report) => Effect.sync(() => report._tag === "Archived" && holds.push(String(report.run.id))))
    )
    const pages = Stream.map(exportPages(reports, () => tally, { source, file, perPage }), (page) => ({ ...page, list: { asOf, whole: [] } }))
    const whole = () => [...(isWhole && tally.broken === 0 ? ["activities"] : []), ...(shoeTable.isWhole && shoeTable.rows.length > 0 ? ["shoes"] : [])]
    return Stream.concat(pages, Stream.suspend(() => Stream.succeed(lastPage({ asOf, whole: whole(), holds }))))
  }))

/** When Strava made the archive. It is never from the future, whatever a clock in it says. */
const timeOf = (file: ImportFile, entries: ReadonlyArray<Zip.ZipEntry>, rows: ReadonlyArray<ArchiveRow>) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const newest = rows.reduce<number | null>((last, { date }) => {
      const at = archiveDate(date)
      return at === null || at > now || (last !== null && last >= at) ? last : at
    }, null)
    return Math.min(now, archiveTime(file.name, entries, newest) ?? now)
  })

/**
 * Says what the archive as a whole holds. It may hold what was deleted since, long before what syncs look back on, so the
 * next sync reads the whole account.
 */
const lastPage = (list: FullList): Page<Report> =>
  ({ records: [], gone: [], covers: Option.none(), cursor: Option.some(Cursor.startOver), total: Option.none(), list })

const foreign = (file: ImportFile): SourceFailure =>
  badFile(source, `${file.name} is not a Strava account archive`, "at strava.com, under Settings, My Account, ask for your data, and give the zip file as it came")

const joined = (parts: Chunk.Chunk<Uint8Array>): Uint8Array => Buffer.concat(Chunk.toReadonlyArray(parts))

/** Rows of different lengths are what they are; one that cannot be read costs only itself, and the table is not whole. */
const rowsOf = (bytes: Uint8Array | null): { readonly rows: ReadonlyArray<ReadonlyArray<string>>; readonly isWhole: boolean } => {
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

/** A track of the archive by its file's name; null where there is none that can be read. */
type ReadTrack = (name: string) => Effect.Effect<Track | null, SourceFailure>

/** Recordings looked at, at most, to learn what the account counts in. */
const mostLooked = 20

/** Without exact metres only recordings tell kilometres from miles; what one tells holds for runs without a recording, too. */
const unitOfAccount = Effect.fn("strava.unitOfAccount")(function*(rows: ReadonlyArray<ArchiveRow>, readTrack: ReadTrack) {
  const recorded = rows.filter(({ file, sport }) => file !== "" && sport !== "other")
  for (const row of recorded.slice(0, mostLooked)) {
    const unit: Unit | null = unitOf(row, yield* readTrack(row.file))
    if (unit !== null) return unit
  }
  return kilometre
})

const reportOf = Effect.fn("strava.reportOf")(function*(row: ArchiveRow, unit: Unit, tally: { good: number; broken: number }, readTrack: ReadTrack) {
  const isOther = row.sport === "other"
  const track = isOther || row.file === "" ? null : yield* readTrack(row.file)
  const report = isOther ? null : toArchived(row, track, unit)
  // What is known to be a run and yet is none is a row that cannot be read.
  if (report !== null || isOther || row.sport === null) tally.good++
  else tally.broken++
  return report === null ? [] : [report]
})
