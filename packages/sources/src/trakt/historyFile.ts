import { Effect, Option, Stream } from "effect"
import { type OpenFile, files } from "../kit/exportFile/Format.js"
import { listedObjects } from "../kit/exportFile/json.js"
import type { Member } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { archiveTime } from "../kit/exportFile/zipEntries.js"
import { someFieldsOf } from "../kit/jsonValues.js"
import { makeBulkMarks } from "../kit/watches/bulk.js"
import type { PlacedWatch, WatchRow } from "../kit/watches/watchFile.js"
import { historyEntry, historyRecord, ratingRecord, withLongIds } from "./history.js"

const isHistory = (name: string): boolean => /^(?:watched[-_])?history[^/]*\.json$/.test(name)
const isRatings = (name: string): boolean => /^ratings[-_](?:movies|shows|episodes)[^/]*\.json$/.test(name)

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
export const madeAt = ({ archive, file, now }: OpenFile): number =>
  archive === null ? now : (archiveTime(file.name, archive.files, null) ?? now)

/** The history and the ratings of an account export, or one of its files. It is read twice: see `makeBulkMarks`. */
export const format = files<WatchRow>({
  member: (name) => isHistory(name) || isRatings(name),
  begins: ({ objects }) =>
    objects.map(someFieldsOf).some((fields) => {
      const isNamed = "movie" in fields || "show" in fields || "episode" in fields
      return isNamed && (("watched_at" in fields && "action" in fields) || ("rated_at" in fields && "rating" in fields))
    }),
  rows: (members, { tally }) => {
    const bulk = makeBulkMarks()
    const count = Stream.runForEach(
      Stream.flatMap(members, (member) => rowsOf(member, () => undefined)),
      ({ value }) =>
        Effect.sync(() => {
          const entry = historyEntry(value)
          if (entry !== null && entry.at !== null) bulk.add(entry.at, entry.name)
        })
    )
    const rows = Stream.flatMap(members, (member) => rowsOf(member, tally.cutShort))
    return Stream.concat(
      Stream.drain(Stream.fromEffect(count)),
      Stream.map(rows, ({ place, value }): PlacedWatch => ({ place, row: readRow(value, bulk) }))
    )
  }
})
