import { unranked } from "@daybook/core/ranks"
import { readingRank } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { type Cells, csv } from "../kit/exportFile/formats.js"
import { markOf } from "../kit/highlights/documents.js"
import { marks } from "../kit/highlights/markFile.js"
import { numberOf } from "../kit/jsonValues.js"
import { pullLists } from "../kit/saves/pull.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"

/**
 * The CSV export of Readwise. It has no ids and no addresses:
 *
 *   Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
 *   Slow water keeps.,The Quiet Harbour,Ina Vale,B00FAKE001,yes,yellow,,location,345,2025-03-10 21:10:00+00:00,sea
 */
const readHighlight = (value: Cells) =>
  markOf({
    document: { title: value("book title"), author: value("book author"), tags: value("document tags").split(",") },
    text: value("highlight"),
    note: value("note"),
    position: numberOf(value("location")),
    createdAt: writtenInstant(value("highlighted at"))
  })

/** Highlights of Readwise, or of its CSV export. */
export const readwise = pulling({
  id: "readwise",
  about: {
    title: "Readwise",
    brings: "Highlights of books and articles with their notes.",
    keys: "https://readwise.io/access_token",
    exports: "https://readwise.io/export"
  },
  // It copies the highlights of other services. Its documents say no more about reading than those of others.
  rank: readingRank({ ...unranked, collectsHighlights: true }),
  ...marks,
  schedule: { cron: "5 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  format: csv({ candidate: /\.csv$/, columns: ["highlight", "book title", "book author", "highlighted at"] }),
  read: readHighlight,
  expected: "give the CSV file of readwise.io/export"
})
