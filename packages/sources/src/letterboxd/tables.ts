import type { ImportFile, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { type CsvRow, csvRows, placeOf } from "../kit/exportFile/csv.js"
import { withDecimalPoint } from "../kit/exportFile/csvTables.js"
import type { makeTally } from "../kit/exportFile/exportPages.js"
import { decodeText } from "../kit/exportFile/text.js"
import { makeTableDays, unclearDays } from "../kit/exportFile/writtenDates.js"
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

/** The tables about watched films. */
export interface Tables {
  readonly diary: Table
  readonly reviews: Table
  readonly ratings: Table
  readonly watched: Table
}

export const absent: Table = { rows: [], isWhole: false }

type Tally = ReturnType<typeof makeTally>

/** A table of the archive, or a file of its own. */
export interface TableFile {
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, SourceFailure>
}

/** Reads the readable part of one table. `file` is named in failures of its archive. */
export const readTable = (file: ImportFile, { bytes, name }: TableFile, tally: Tally): Effect.Effect<Table> =>
  Effect.suspend(() => {
    let header: ReadonlyArray<string> | null = null
    let isWhole = true
    const readable: Array<PlacedValues> = []
    const layout = (values: ReadonlyArray<string>) => {
      header = values.map((name) => name.trim().toLowerCase())
      return header.includes("name") ? { columns: values.length, isHeader: true } : null
    }
    const take = (placed: CsvRow) => {
      const { isCut, line, values } = placed
      const isTitled = values !== null && header !== null && cleanName(valueIn(header, values, "name")) !== null
      if (isTitled) readable.push({ place: `${name} ${placeOf(placed)}`, values, isCut })
      else isWhole = false
      if (isCut) tally.cutShort(`${name} ends within the row at line ${line}`)
      else if (!isTitled)
        tally.leaveOut(
          `${name} ${placeOf(placed)}`,
          values === null ? "it has another number of values than the columns" : "it has no title"
        )
    }
    const datedRows = (now: number): ReadonlyArray<TableRow> => {
      const names = header ?? []
      const days = makeTableDays(
        readable.flatMap(({ values }) => dayColumns.map((name) => valueIn(names, values, name))),
        now
      )
      return readable.flatMap(({ isCut, place, values }) => {
        const row = rowOf((name) =>
          dayColumns.includes(name) ? (days.dayIn(valueIn(names, values, name)) ?? "") : valueIn(names, values, name)
        )
        const isDated = row.watchedDate !== null || valueIn(names, values, "watched date").trim() === ""
        if (!isDated) isWhole = false
        if (!isDated) tally.leaveOut(place, days.isUnclear ? unclearDays : "its date cannot be read")
        else if (!isCut) tally.read()
        return isDated ? [row] : []
      })
    }
    return Stream.runForEach(csvRows(decodeText(bytes), { layout }), (row) => Effect.sync(() => take(row))).pipe(
      Effect.catchAll((failure: SourceFailure) =>
        Effect.sync(() => {
          isWhole = false
          tally.cutShort(failure.message.replace(`${file.name} `, ""))
        })
      ),
      Effect.zipRight(Clock.currentTimeMillis),
      Effect.map((now): Table => {
        const rows = datedRows(now)
        return { rows, isWhole: isWhole && header !== null }
      })
    )
  })

interface PlacedValues {
  readonly place: string
  readonly values: ReadonlyArray<string>
  readonly isCut: boolean
}

/** A spreadsheet may write these in another order. */
const dayColumns = ["date", "watched date"]

/**
 * The table that a header belongs to; null for another file. Lists, likes and the watchlist have the columns of
 * watched.csv, so that one is told by its name.
 */
export const tableOf = (header: ReadonlyArray<string>, name: string): keyof Tables | null => {
  const has = (column: string) => header.includes(column)
  if (!has("date") || !has("name") || !has("year") || !has("letterboxd uri")) return null
  if (has("review")) return "reviews"
  if (has("watched date")) return "diary"
  if (has("rating")) return "ratings"
  return /^watched\b/i.test(name) ? "watched" : null
}

const valueIn = (header: ReadonlyArray<string>, values: ReadonlyArray<string>, name: string): string =>
  values[header.indexOf(name)] ?? ""

const rowOf = (value: (name: string) => string): TableRow => {
  const url = value("letterboxd uri").trim() || null
  return {
    title: cleanName(value("name")) ?? "",
    year: yearOf(value("year")),
    url,
    address: addressOf(url),
    loggedOn: dateOf(value("date")),
    watchedDate: dateOf(value("watched date")),
    rewatch: value("rewatch").trim().toLowerCase() === "yes",
    rating: ratingOf(withDecimalPoint(value("rating"))),
    review: plainText(value("review"))
  }
}

const addressOf = (url: string | null): string | null => {
  const [, address] =
    /^(?:https?:\/\/)?(?:www\.)?((?:boxd\.it|letterboxd\.com)\/[^\s?#]{1,300}?)\/*$/i.exec(url ?? "") ?? []
  return address ?? null
}
