import type { CollectingRecord, FiledCopy } from "@daybook/core/collecting"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type CsvRow, csvRows } from "../archive/csv.js"
import { badFile, exportPages, makeTally } from "../archive/exportPages.js"
import { textOf } from "../archive/text.js"
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
    const reader = copyReader()
    const rows = csvRows(textOf(file.stream), { layout: reader.layout, mayBeShort: true })
    yield* Stream.runForEach(rows, (row) => reader.read(row) ? Effect.void : foreign(file))
    if (!reader.isKnown()) return yield* foreign(file)
    return exportPages<CollectingRecord>(Stream.fromIterable(placed(reader.copies)), reader.tally, { source: "discogs", file })
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

const copyReader = () => {
  let layout: Layout | null = null
  const tally = makeTally()
  const copies: Array<Omit<FiledCopy, "place">> = []
  return {
    layout: (header: ReadonlyArray<string>) => {
      layout = layoutOf(header)
      return layout === null ? null : { columns: header.length, isHeader: true }
    },
    /** False where the text is no collection. */
    read: ({ isCut, line, values }: CsvRow): boolean => {
      if (layout === null) return false
      const copy = values === null ? null : toFiled(layout, values)
      if (copy !== null) copies.push(copy)
      if (isCut) tally.cutShort(`it ends within the row at line ${line}`)
      else if (copy === null) tally.leaveOut(`line ${line}`)
      else tally.read()
      return copies.length <= most
    },
    isKnown: () => layout !== null,
    copies,
    tally: tally.tally
  }
}
