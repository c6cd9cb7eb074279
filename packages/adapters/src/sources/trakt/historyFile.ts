import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Clock, Effect, Option, Stream } from "effect"
import { listedObjects } from "../kit/exportFile/json.js"
import { type Member, baseName } from "../kit/exportFile/members.js"
import { isZipFile, membersOf as fieldsOf } from "../kit/exportFile/sample.js"
import { decodeText } from "../kit/exportFile/text.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { archiveTime } from "../kit/exportFile/zipEntries.js"
import { makeBulkMarks } from "../kit/watches/bulk.js"
import { type PlacedWatch, type WatchRow, watchPages } from "../kit/watches/watchFile.js"
import { historyEntry, historyRecord, ratingRecord, withLongIds } from "./history.js"

const source = "trakt-history"

const isHistory = (name: string): boolean => /^(?:watched[-_])?history[^/]*\.json$/.test(name)
const isRatings = (name: string): boolean => /^ratings[-_](?:movies|shows|episodes)[^/]*\.json$/.test(name)

/** Whether a file is a history or ratings of Trakt, or an archive with them. */
export const recognise: Recognise = ({ entries, objects }) =>
  entries === null
    ? objects.some((object) => {
        const fields = fieldsOf(object)
        const isNamed = "movie" in fields || "show" in fields || "episode" in fields
        return (
          isNamed && (("watched_at" in fields && "action" in fields) || ("rated_at" in fields && "rating" in fields))
        )
      })
    : entries.some((name) => isHistory(baseName(name)) || isRatings(baseName(name)))

/** The objects of a member with their places. Null for one that cannot be parsed. */
const rowsOf = ({ bytes, name }: Member, cutShort: (where: string) => void) =>
  listedObjects(decodeText(bytes), () => cutShort(`${name} has no end`)).pipe(
    Stream.zipWithIndex,
    Stream.map(([text, index]) => ({
      value: Option.getOrNull(Option.liftThrowable(JSON.parse)(withLongIds(text)) as Option.Option<unknown>),
      place: `${name}, row ${index + 1}`
    }))
  )

/** A row of the history, or of ratings, whichever it is. */
const readRow = (value: unknown, bulk: ReturnType<typeof makeBulkMarks>): WatchRow => {
  const entry = historyEntry(value)
  if (entry !== null) return [historyRecord(entry, bulk)]
  const rating = ratingRecord(value)
  return rating === "episode" ? "ratings of episodes" : rating === null ? null : [rating]
}

/** When the archive was made, epoch milliseconds; now for a single file. */
const madeAt = (file: ImportFile) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (!(yield* isZipFile(file))) return now
    const { files } = yield* Zip.contents(file, source)
    return archiveTime(file.name, files, null) ?? now
  })

/** The history and the ratings of an account export, or one of its files. It is read twice: see `makeBulkMarks`. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(madeAt(file), (asOf) =>
      watchPages(file, {
        source,
        title: "a history of Trakt",
        expected: "give the zip file that Trakt makes under Settings, Data, or its history-1.json",
        recognise,
        isMember: (name) => isHistory(name) || isRatings(name),
        asOf,
        rows: (members, tally) => {
          const bulk = makeBulkMarks()
          const count = Stream.runForEach(
            Stream.flatMap(members, (member) => rowsOf(member, () => undefined)),
            ({ value }) =>
              Effect.sync(() => {
                const entry = historyEntry(value)
                if (entry !== null && entry.at !== null) bulk.add(entry.at, entry.name)
              })
          )
          const rows = Stream.flatMap(members, (member) => rowsOf(member, tally.cutShort)).pipe(
            Stream.map(({ place, value }): PlacedWatch => ({ place, row: readRow(value, bulk) }))
          )
          return Stream.concat(Stream.drain(Stream.fromEffect(count)), rows)
        }
      })
    )
  )
