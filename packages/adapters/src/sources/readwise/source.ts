import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { csvRecords, hasColumns } from "../kit/exportFile/csvRecords.js"
import { markOf } from "../kit/highlights/documents.js"
import { type MarkFile, readMarks } from "../kit/highlights/markFile.js"
import { numberOf } from "../kit/jsonValues.js"
import { pullLists } from "../kit/saves/pull.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"

const id = "readwise"
const columns = ["highlight", "book title", "book author", "highlighted at"]

/**
 * The CSV export of Readwise. It has no ids and no addresses:
 *
 *   Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
 *   Slow water keeps.,The Quiet Harbour,Ina Vale,B00FAKE001,yes,yellow,,location,345,2025-03-10 21:10:00+00:00,sea
 */
export const readwiseFile: MarkFile = {
  id,
  about: {
    title: "Readwise",
    brings: "Highlights of books and articles with their notes.",
    keys: "https://readwise.io/access_token",
    exports: "https://readwise.io/export"
  },
  title: "an export of Readwise",
  expected: "give the CSV file of readwise.io/export",
  isMember: (name) => name.endsWith(".csv"),
  recognise: ({ text }) => hasColumns(text, columns),
  rows: (member, cutShort) =>
    Stream.map(
      csvRecords(member, { source: id, needed: columns.map((name) => [name]), cutShort }),
      ({ place, value }) => ({
        place,
        row:
          value === null
            ? null
            : markOf({
                document: {
                  title: value("book title"),
                  author: value("book author"),
                  tags: value("document tags").split(",")
                },
                text: value("highlight"),
                note: value("note"),
                position: numberOf(value("location")),
                createdAt: writtenInstant(value("highlighted at"))
              })
      })
    )
}

/** Highlights of Readwise, or of its CSV export. */
export const readwise = pulling({
  id,
  about: readwiseFile.about,
  writer: readingWriter,
  syncType: "highlights",
  schedule: { cron: "5 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  importFile: (file) => readMarks(file, readwiseFile),
  recognise: readwiseFile.recognise
})
