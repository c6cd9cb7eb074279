import { readingRank } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { type Cells, csv } from "../kit/exportFile/formats.js"
import { numberOf } from "../kit/jsonValues.js"
import { pullLists } from "../kit/saves/pull.js"
import { type SaveRow, saveOf, saves, writtenInstant } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import { folderOf, lists, settings } from "./api.js"

/** Tags as Python writes a list of texts: `['sea', "it's"]`. */
const pythonTexts = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs), ([, single, double]) =>
    (single ?? double ?? "").replace(/\\(.)/gs, "$1")
  )

/**
 * The CSV export of Readwise Reader. Rows in the location `feed` came by themselves and were not saved:
 *
 *   Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
 *   On tides,https://example.org/tides,01hz…,"['sea']",2025-03-10 20:00:00+00:00,0.93,archive,True
 */
const readArticle = (value: Cells): SaveRow => {
  const location = value("location").trim().toLowerCase()
  if (location === "feed") return "not saved"
  return saveOf({
    url: value("url"),
    title: value("title"),
    tags: pythonTexts(value("document tags")),
    savedAt: writtenInstant(value("saved date")),
    progress: numberOf(value("reading progress")) ?? 0,
    archived: location === "archive",
    folder: folderOf(location)
  })
}

/** Articles and highlights of Readwise Reader, or articles of its CSV export. */
export const reader = pulling({
  id: "reader",
  about: {
    title: "Readwise Reader",
    brings: "Saved articles with their progress, tags and highlights.",
    keys: "https://readwise.io/access_token",
    exports: "https://read.readwise.io/account"
  },
  // It says how far an article was read. Only its API says when.
  rank: readingRank({ rank: 20 }),
  ...saves,
  schedule: { cron: "50 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  format: csv({ candidate: /\.csv$/, columns: ["title", "url", "id", "saved date", "reading progress", "location"] }),
  read: readArticle,
  fileTitle: "an export of Readwise Reader",
  expected: "give the CSV file that Reader exports"
})
