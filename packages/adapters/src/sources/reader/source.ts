import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { folderOf, lists, settings } from "./api.js"
import { hasColumns } from "../kit/exportFile/csvRecords.js"
import { csvSaves } from "../kit/saves/rows.js"
import { type SaveFile, saveOf, readSaves, writtenInstant } from "../kit/saves/saveFile.js"
import { numberOf } from "../kit/jsonValues.js"

const id = "reader"
const columns = ["title", "url", "id", "saved date", "reading progress", "location"]

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
export const readerFile: SaveFile = {
  id,
  about: {
    title: "Readwise Reader",
    brings: "Saved articles with their progress, tags and highlights.",
    keys: "https://readwise.io/access_token",
    exports: "https://read.readwise.io/account"
  },
  title: "an export of Readwise Reader",
  expected: "give the CSV file that Reader exports",
  isMember: (name) => name.endsWith(".csv"),
  recognise: ({ text }) => hasColumns(text, columns),
  rows: (member, tally) =>
    csvSaves(member, tally, { source: id, needed: columns }, (value) => {
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
    })
}

/** Articles and highlights of Readwise Reader, or articles of its CSV export. */
export const reader = pulling({
  id: readerFile.id,
  about: readerFile.about,
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "50 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  importFile: (file) => readSaves(file, readerFile),
  recognise: readerFile.recognise
})
