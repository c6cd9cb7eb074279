import { Chunk, Effect, Stream } from "effect"
import { csvRow } from "./csv.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableViewing } from "./ExportableRecords.js"
import { zip } from "./zip.js"

/** The columns of diary.csv in Letterboxd's export. reviews.csv has the review before the tags. */
const diaryColumns = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r\n"
const reviewColumns = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n"

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

const table = (
  name: string,
  columns: string,
  viewings: Chunk.Chunk<ExportableViewing>,
  row: (viewing: ExportableViewing) => string
) => ({ name, text: `${columns}${Chunk.join(Chunk.map(viewings, row), "")}` })

/** The diary as Letterboxd exports it. It is in memory: a film a day for a century is some megabytes. */
export const letterboxd = exportFormat({
  name: "letterboxd",
  domain: "watching",
  about: "Viewings of films by their day, as the zip with the diary that Letterboxd exports",
  extension: "zip",
  contentType: "application/zip",
  recordsOf: ({ viewings }) => Stream.filter(viewings, ({ episode }) => episode === null),
  bytesOf: (viewings) =>
    Stream.unwrap(
      Effect.map(Stream.runCollect(viewings), (films) =>
        zip(
          Stream.make(
            table("diary.csv", diaryColumns, films, diaryRow),
            table("reviews.csv", reviewColumns, films, reviewRow)
          )
        )
      )
    )
})
