import type { ImportFile, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type CsvRow, csvRows, placeOf } from "../kit/exportFile/csv.js"
import type { makeTally } from "../kit/exportFile/exportPages.js"
import { decodeText } from "../kit/exportFile/text.js"
import * as Zip from "../kit/exportFile/Zip.js"
import { cleanName, plainText } from "../kit/values.js"
import { dateOf, ratingOf, yearOf } from "./wire.js"

/**
 * A row of the export's tables:
 *
 *   diary.csv    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
 *   reviews.csv  Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date
 *   ratings.csv  Date,Name,Year,Letterboxd URI,Rating
 *   watched.csv  Date,Name,Year,Letterboxd URI
 *
 * The first two contain the address of the entry, the others that of the film. Title and year join them.
 */
export interface TableRow {
  readonly title: string
  readonly year: number | null
  /** As written in the file. */
  readonly url: string | null
  /** Without protocol: `boxd.it/n2lM7`. */
  readonly address: string | null
  /** The day on which it was logged. */
  readonly loggedOn: string | null
  readonly watchedDate: string | null
  readonly rewatch: boolean
  readonly rating: number | null
  readonly review: string | null
}

export interface Table {
  readonly rows: ReadonlyArray<TableRow>
  /** The archive contains the table, and all of it was readable. */
  readonly isWhole: boolean
}

export const absent: Table = { rows: [], isWhole: false }

type Tally = ReturnType<typeof makeTally>

/** Reads the readable part of one table of the archive. */
export const readTable = (file: ImportFile, entry: Zip.ZipEntry, tally: Tally): Effect.Effect<Table> =>
  Effect.suspend(() => {
    let header: ReadonlyArray<string> | null = null
    let isWhole = true
    const rows: Array<TableRow> = []
    const layout = (values: ReadonlyArray<string>) => {
      header = values.map((name) => name.trim().toLowerCase())
      return header.includes("name") ? { columns: values.length, isHeader: true } : null
    }
    const take = (placed: CsvRow) => {
      const { isCut, line, values } = placed
      const row = values === null || header === null ? null : rowOf(header, values)
      if (row !== null) rows.push(row)
      if (row === null) isWhole = false
      if (isCut) tally.cutShort(`${entry.name} ends within the row at line ${line}`)
      else if (row === null)
        tally.leaveOut(
          `${entry.name} ${placeOf(placed)}`,
          values === null ? "it has another number of values than the columns" : "it has no title"
        )
      else tally.read()
    }
    return Stream.runForEach(csvRows(decodeText(Zip.open(file, "letterboxd", entry)), { layout }), (row) =>
      Effect.sync(() => take(row))
    ).pipe(
      Effect.catchAll((failure: SourceFailure) =>
        Effect.sync(() => {
          isWhole = false
          tally.cutShort(failure.message.replace(`${file.name} `, ""))
        })
      ),
      Effect.map((): Table => ({ rows, isWhole: isWhole && header !== null }))
    )
  })

const rowOf = (header: ReadonlyArray<string>, values: ReadonlyArray<string>): TableRow | null => {
  const value = (name: string): string => values[header.indexOf(name)] ?? ""
  const title = cleanName(value("name"))
  const url = value("letterboxd uri").trim() || null
  return title === null
    ? null
    : {
        title,
        year: yearOf(value("year")),
        url,
        address: addressOf(url),
        loggedOn: dateOf(value("date")),
        watchedDate: dateOf(value("watched date")),
        rewatch: value("rewatch").trim().toLowerCase() === "yes",
        rating: ratingOf(value("rating")),
        review: plainText(value("review"))
      }
}

const addressOf = (url: string | null): string | null => {
  const [, address] =
    /^(?:https?:\/\/)?(?:www\.)?((?:boxd\.it|letterboxd\.com)\/[^\s?#]{1,300}?)\/*$/i.exec(url ?? "") ?? []
  return address ?? null
}
