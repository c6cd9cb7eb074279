import type { CollectingRecord, FiledCopy } from "@daybook/core/collecting"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { csvRow, csvRows } from "../archive/csvRows.js"
import { badFile, exportPages } from "../archive/exportPages.js"
import { lines } from "../archive/lines.js"
import { type Layout, layoutOf, toFiled } from "./csvRow.js"

/** More copies than anybody owns. */
const most = 1_000_000

/**
 * The collection as CSV:
 *
 *   Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,…
 *   QUI073LP,Hollow Lanterns,Barn Songs,Quillon,"2xLP, Album, RE",5,2015,6794957,Uncategorized,2015-04-14 03:23:29,Near Mint (NM or M-),…
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<CollectingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const reader = csvReader()
    yield* Stream.runForEach(lines(file.stream), (line) => reader.feed(line) ? Effect.void : foreign(file))
    const { copies, tally } = reader.end()
    if (tally === null) return yield* foreign(file)
    return exportPages<CollectingRecord>(Stream.fromIterable(placed(copies)), () => tally, { source: "discogs", file })
  }))

const foreign = (file: ImportFile): SourceFailure =>
  badFile("discogs", `${file.name} is not a Discogs collection`, "give the CSV file that Discogs makes of a collection under https://www.discogs.com/users/export")

/** Counts the copies of each release in the order in which they were added. */
const placed = (copies: ReadonlyArray<Omit<FiledCopy, "place">>): ReadonlyArray<FiledCopy> => {
  const places = new Map<number, number>()
  return copies.toSorted((a, b) => (a.care.addedAt ?? Infinity) - (b.care.addedAt ?? Infinity)).map((copy) => {
    const place = places.get(copy.release.id) ?? 0
    places.set(copy.release.id, place + 1)
    return { ...copy, place }
  })
}

const csvReader = () => {
  let layout: Layout | null = null
  let rows = csvRows(0)
  let broken = 0
  const copies: Array<Omit<FiledCopy, "place">> = []
  const take = (row: ReadonlyArray<string> | null) => {
    const copy = row === null || layout === null ? null : toFiled(layout, row)
    if (copy === null) broken++
    else copies.push(copy)
  }
  return {
    /** False where the text is no collection. */
    feed: (line: string): boolean => {
      if (layout === null) {
        if (line.trim() === "") return true
        const header = csvRow(line)
        layout = header === null ? null : layoutOf(header)
        rows = csvRows(header?.length ?? 0)
        return layout !== null
      }
      rows.feed(line).forEach(take)
      return copies.length <= most
    },
    end: () => {
      rows.end().forEach(take)
      return { copies, tally: layout === null ? null : { good: copies.length, broken } }
    }
  }
}
