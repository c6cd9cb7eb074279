import type { WatchingRecord } from "@daybook/core/watching"
import { parse } from "csv-parse/sync"
import { cleanName } from "../scrobbles/index.js"
import { plainText } from "../archive/plainText.js"
import { type Entry, dateOf, ratingOf, toRecord, yearOf } from "./toRecords.js"

/**
 * The texts of the export's tables:
 *
 *   diary.csv    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
 *   reviews.csv  Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date
 *   ratings.csv  Date,Name,Year,Letterboxd URI,Rating
 *
 * In the first two the address is that of the entry, in the third that of the film: they meet by name and year.
 */
export interface Tables {
  readonly diary: string
  readonly reviews: string
  readonly ratings: string
}

export interface Read {
  readonly records: ReadonlyArray<WatchingRecord>
  /** Rows that cannot be read. */
  readonly broken: number
}

export const readTables = ({ diary, ratings, reviews }: Tables): Read => {
  const logged = rowsOf(diary)
  const reviewed = rowsOf(reviews)
  const rated = rowsOf(ratings)
  const entries = new Map<string, Entry>()
  for (const entry of [...logged.entries, ...reviewed.entries]) {
    const key = JSON.stringify([entry.title, entry.year, entry.watchedDate, entry.rewatch])
    const known = entries.get(key)
    entries.set(key, known === undefined ? entry : { ...known, ...entry, rating: entry.rating ?? known.rating, review: entry.review ?? known.review })
  }
  const films = rated.entries.filter(({ rating }) => rating !== null).map((entry) => ({ ...entry, watchedDate: null }))
  return {
    records: [...[...entries.values()], ...films].map((entry) => toRecord(entry)),
    broken: logged.broken + reviewed.broken + rated.broken
  }
}

type Row = Readonly<Record<string, string | undefined>>

const rowsOf = (text: string): { readonly entries: ReadonlyArray<Entry>; readonly broken: number } => {
  let broken = 0
  const rows = parse<Row>(text, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: () => {
      broken++
      return undefined
    }
  })
  const entries = rows.flatMap((row) => entryOf(row) ?? [])
  return { entries, broken: broken + rows.length - entries.length }
}

const entryOf = (row: Row): Entry | null => {
  const title = cleanName(row["Name"])
  return title === null ? null : {
    title,
    year: yearOf(row["Year"]),
    watchedDate: dateOf(row["Watched Date"]),
    rewatch: row["Rewatch"]?.trim().toLowerCase() === "yes",
    rating: ratingOf(row["Rating"]),
    review: plainText(row["Review"] ?? ""),
    url: row["Letterboxd URI"]?.trim() || null
  }
}
