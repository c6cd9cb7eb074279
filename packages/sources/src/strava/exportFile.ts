import { activities as activitiesDomain } from "@daybook/core/activities"
import { hasDomain } from "@daybook/core/domain"
import { type Report, gearIdOf } from "@daybook/core/running"
import { type Places, type Calendar } from "@daybook/core/shared"
import type { FullListing, ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { kindOf } from "../kit/activities/kinds.js"
import { activityOf } from "../kit/activities/report.js"
import { makeActivityTally } from "../kit/activities/tally.js"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { isZipFile, sampleOf } from "../kit/exportFile/sample.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { archiveTime } from "../kit/exportFile/zipEntries.js"
import { type Track, isRunTrack, sportIn } from "../kit/recordings/track.js"
import { withOffset } from "../kit/recordings/zone.js"
import { cutRemark, type RunRecord } from "../kit/runs/runPages.js"
import { keyOf } from "../kit/runs/workout.js"
import * as Cursor from "./Cursor.js"
import { archiveDate } from "./archive/dates.js"
import { readTable } from "./archive/table.js"
import { type ArchiveRow, fileColumnOf, layoutOf, rowOf } from "./archive/layout.js"
import { kilometre, toArchived, toRecorded, toWorkout, type Unit, unitOf } from "./archive/toArchived.js"
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
const misfit = "it has another number of values than the columns"
/** Bytes, which can be as many values. A row takes half a kilobyte: room for 60,000 activities. */
const maxTableBytes = 32 * 1_048_576
const maxTrackBytes = 64 * 1_048_576
/** Runs per page: their recordings are large. */
const perPage = 100

/** The account archive or a single recording. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<RunRecord>, SourceFailure, Calendar | Places> =>
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
      if (file.size > maxTrackBytes)
        return yield* badFile(source, `${file.name} is too large for a recording`, "import the file of one run")
      const tracks = tracksIn(kind, joined(yield* Stream.runCollect(file.stream))).filter(
        ({ points }) => points.length > 0
      )
      const hasActivities = yield* hasDomain(activitiesDomain)
      const reports = yield* Effect.forEach(tracks, (track) =>
        Effect.flatMap(withOffset(track), (track): Effect.Effect<RunRecord | null, never, Places> => {
          const run = toRecorded(track)
          if (run !== null || !hasActivities) return Effect.succeed(run)
          const { startedAt } = track
          return activityOf({ source, key: keyOf(track), startedAt, track }, sportIn(track))
        })
      )
      const runs = reports.filter((report) => report !== null)
      if (runs.length === 0) return yield* noRecording(file)
      const cut = tracks.some(({ isCut }) => isCut === true) ? noEnd : null
      return exportPages<RunRecord>(Stream.fromIterable(runs), () => ({ good: runs.length, broken: 0, cut }), {
        source,
        file
      })
    })
  )

/** What the archive and its table say about themselves. */
const tallyOf = (cut: string | null, { cutAt, damage }: Effect.Effect.Success<ReturnType<typeof readTable>>) => {
  const tally = makeTally()
  if (cut !== null) tally.cutShort(cut)
  if (cutAt !== null) tally.cutShort(`activities.csv ends within the row at ${cutAt}`)
  for (const place of damage) tally.leaveOut(`activities.csv, ${place}`, misfit)
  return tally
}

/** Reads the recordings of an archive. A row is used without one that is damaged; each of those is reported once. */
const trackReader = (
  tally: ReturnType<typeof makeTally>,
  open: (name: string) => Stream.Stream<Uint8Array, SourceFailure> | null
) => {
  const damaged = new Set<string>()
  const report = (name: string, say: () => void) => {
    if (!damaged.has(name)) say()
    damaged.add(name)
  }
  return (name: string): Effect.Effect<Track | null> => {
    const bytes = open(name)
    return bytes === null
      ? Effect.succeed(null)
      : Effect.map(Stream.runCollect(bytes), (parts) => trackOf(name, joined(parts))).pipe(
          Effect.tap((track) => {
            if (track?.isCut === true) report(name, () => tally.remark(cutRemark(name)))
            return Effect.void
          }),
          Effect.catchAll(() => {
            report(name, () => tally.leaveOut(name, "this recording in the archive is damaged"))
            return Effect.succeed(null)
          })
        )
  }
}

/** The account archive ("Download your data"): `activities.csv`, its recordings and `shoes.csv`. */
const archive = (file: ImportFile): Stream.Stream<Page<RunRecord>, SourceFailure, Calendar | Places> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { cut, files: entries } = yield* Zip.contents(file, source)
      const table = entries.find(({ name }) => isTable(name))
      if (table === undefined) return yield* cut === null ? foreign(file) : Zip.cutShort(file, source, cut)
      const folder = table.name.slice(0, -"activities.csv".length)
      const byName = new Map(entries.map((entry) => [entry.name, entry]))
      const open = (name: string, maxBytes: number) => {
        const entry = byName.get(folder + name)
        return entry === undefined || entry.size > maxBytes ? null : Zip.open(file, source, entry)
      }
      const activities = yield* readTable(open("activities.csv", maxTableBytes))
      // The last row of a truncated table may be incomplete.
      const rows = table.isCut && activities.cutAt === null ? activities.rows.slice(0, -1) : activities.rows
      const layout = layoutOf(rows[0] ?? [], fileColumnOf(rows))
      if (layout === null) return yield* foreign(file)
      const tally = tallyOf(cut, activities)
      const readTrack = trackReader(tally, (name) =>
        byName.get(folder + name)?.isCut === true ? null : open(name, maxTrackBytes)
      )
      const archived = rows.slice(1).map((row) => rowOf(row, layout))
      const unit = layout.machine === null && !layout.isMetres ? yield* unitOfAccount(archived, readTrack) : kilometre
      const others = yield* makeActivityTally(tally)
      const runs = Stream.mapEffect(Stream.fromIterable(archived), (row) =>
        reportOf(row, unit, { tally, others, readTrack })
      )
      const shoeTable = yield* readTable(open("shoes.csv", maxTableBytes))
      const shoes = shoesOf(shoeTable.rows)
      const asOf = yield* timeOf(file, entries, archived)
      for (const place of [...shoeTable.damage, shoeTable.cutAt ?? []].flat())
        tally.remark(`shoes.csv cannot be read at ${place}: no shoes are deleted`)
      // A run is listed although only its recording could show that it is one.
      const unknown = archived.flatMap(({ id, sport }) => (id !== null && sport === null ? [String(id)] : []))
      const keys = [...shoes.map(({ shoe }) => shoe.id), ...unknown]
      const reports = Stream.concat(
        Stream.fromIterable<RunRecord>(shoes),
        Stream.concat(
          Stream.mapConcat(runs, (report) => report),
          others.end
        )
      ).pipe(Stream.tap((report) => Effect.sync(() => report._tag === "Archived" && keys.push(String(report.run.id)))))
      const pages = Stream.map(exportPages(reports, tally.tally, { source, file, perPage }), (page) => ({
        ...page,
        fullListing: { asOf, completeLists: [] }
      }))
      const completeLists = () => [
        ...(activities.isWhole && tally.isWhole() ? ["activities"] : []),
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
const lastPage = (fullListing: FullListing): Page<RunRecord> => ({
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

/** Reads a track of the archive by file name; null when missing or unreadable. */
type ReadTrack = (name: string) => Effect.Effect<Track | null, SourceFailure>

/** Maximum number of recordings read to derive the account's unit. */
const maxTracksRead = 20

/**
 * Without exact metres only recordings show whether the account uses kilometres or miles. The unit of one recording
 * applies to all runs.
 */
const unitOfAccount = Effect.fn("strava.unitOfAccount")(function* (
  rows: ReadonlyArray<ArchiveRow>,
  readTrack: ReadTrack
) {
  const recorded = rows.filter(({ file, sport }) => file !== "" && sport !== "other")
  for (const row of recorded.slice(0, maxTracksRead)) {
    const unit: Unit | null = unitOf(row, yield* readTrack(row.file))
    if (unit !== null) return unit
  }
  return kilometre
})

const unreadable = "its date, time or distance cannot be read"

interface ReadOptions {
  readonly tally: ReturnType<typeof makeTally>
  readonly others: Effect.Effect.Success<ReturnType<typeof makeActivityTally>>
  readonly readTrack: ReadTrack
}

const reportOf = Effect.fn("strava.reportOf")(function* (
  row: ArchiveRow,
  unit: Unit,
  { others, readTrack, tally }: ReadOptions
): Effect.fn.Return<ReadonlyArray<RunRecord>, SourceFailure, Calendar | Places> {
  const isOther = row.sport === "other" && row.id !== null
  const recorded = (isOther && !others.isOn) || row.file === "" ? null : yield* readTrack(row.file)
  const track = recorded === null ? null : yield* withOffset(recorded)
  const report = isOther ? null : toArchived(row, track, unit)
  const place = `activity ${row.id ?? "without an id"}`
  if (isOther) others.count()
  // A sport in a language that is not known is another one, unless the recording says that it is a run.
  const isUnknown = row.sport === null && row.type !== "" && (track === null || !isRunTrack(track))
  if (others.isOn && (isOther || (isUnknown && row.id !== null))) {
    if (!isOther) others.count()
    const workout = toWorkout(row, track, unit, kindOf(row.type))
    const activity = workout === null ? null : yield* activityOf(workout, row.type)
    if (activity === null) tally.leaveOut(place, unreadable)
    else tally.read()
    return activity === null ? [] : [activity]
  }
  // A named run that cannot be converted counts as an unreadable row, and so does a row without an id.
  if (report !== null) tally.read()
  else if (isOther) tally.skip("not a run", place)
  else if (row.id === null) tally.leaveOut(place, "it has no id")
  else if (row.sport === null) tally.skip("without a sport", place)
  else tally.leaveOut(place, unreadable)
  return report === null ? [] : [report]
})
