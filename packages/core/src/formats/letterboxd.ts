import { Chunk, Effect, Stream } from "effect"
import { csvRow } from "./csv.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableFilm, ExportableViewing } from "./ExportableRecords.js"
import type { StorageFailure } from "../shared/errors.js"
import { zip } from "./zip.js"

/** The columns of diary.csv in Letterboxd's export. reviews.csv has the review before the tags. */
const diaryColumns = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r\n"
const reviewColumns = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n"

/** The columns of watched.csv; ratings.csv has the rating after them. */
const filmColumns = "Date,Name,Year,Letterboxd URI"

/** Reviews are HTML there. */
const html = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** The day of the entry is that of the viewing: no other is known. Entries have no address and no tags here. */
const entryOf = ({ date, rating, rewatch, title }: ExportableViewing): ReadonlyArray<string> => [
  date,
  title.title,
  title.year === null ? "" : String(title.year),
  "",
  rating === null ? "" : String(rating),
  rewatch ? "Yes" : ""
]

const diaryRow = (viewing: ExportableViewing): string => csvRow([...entryOf(viewing), "", viewing.date])

const reviewRow = (viewing: ExportableViewing): string =>
  viewing.review === null ? "" : csvRow([...entryOf(viewing), html(viewing.review), "", viewing.date])

/** Nobody knows when it was seen or rated. */
const filmOf = ({ title, year }: ExportableFilm): ReadonlyArray<string> => [
  "",
  title,
  year === null ? "" : String(year),
  ""
]

const watchedRow = (film: ExportableFilm): string => csvRow(filmOf(film))

const ratingRow = (film: ExportableFilm): string =>
  film.rating === null ? "" : csvRow([...filmOf(film), String(film.rating)])

const table = <A>(name: string, columns: string, records: Chunk.Chunk<A>, row: (record: A) => string) => ({
  name,
  text: `${columns}${Chunk.join(Chunk.map(records, row), "")}`
})

const isViewing = (record: ExportableViewing | ExportableFilm): record is ExportableViewing => "watchedAt" in record

/**
 * The diary as Letterboxd exports it, and the films outside it. They are in memory: a film a day for a century is some
 * megabytes.
 */
export const letterboxd = exportFormat({
  name: "letterboxd",
  domain: "watching",
  about: "Viewings of films by their day, and films seen at an unknown time, as the zip that Letterboxd exports",
  extension: "zip",
  contentType: "application/zip",
  recordsOf: ({ undatedFilms, viewings }): Stream.Stream<ExportableViewing | ExportableFilm, StorageFailure> =>
    Stream.concat(
      Stream.filter(viewings, ({ episode }) => episode === null),
      undatedFilms
    ),
  bytesOf: (records) =>
    Stream.unwrap(
      Effect.map(Stream.runCollect(records), (all) => {
        const [films, viewings] = Chunk.partition(all, isViewing)
        return zip(
          Stream.make(
            table("diary.csv", diaryColumns, viewings, diaryRow),
            table("reviews.csv", reviewColumns, viewings, reviewRow),
            table("ratings.csv", `${filmColumns},Rating\r\n`, films, ratingRow),
            table("watched.csv", `${filmColumns}\r\n`, films, watchedRow)
          )
        )
      })
    )
})
