import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { hasColumns } from "../kit/exportFile/csvRecords.js"
import { csvSaves, isYes } from "../kit/saves/rows.js"
import { lists, settings } from "./api.js"
import { type SaveFile, saveOf, readSaves, writtenInstant } from "../kit/saves/saveFile.js"

const id = "raindrop"
const columns = ["title", "url", "tags", "created"]

/**
 * The CSV backup of Raindrop.io, or the export of one collection, which has no column `folder`. Exports of earlier
 * years have neither `id` nor `favorite`. None of them says what was read:
 *
 *   id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
 *   900001,On tides,,About the sea,https://example.org/tides,Sea / Slow,"a, b",2025-03-10T20:00:00.000Z,,,true
 */
export const raindropFile: SaveFile = {
  id,
  about: {
    title: "Raindrop.io",
    brings: "Bookmarks with their collections, tags and highlights.",
    keys: "https://app.raindrop.io/settings/integrations"
  },
  title: "a Raindrop.io backup",
  expected: "give the CSV file of the settings page Backups, or of Export in the menu of a collection",
  isMember: (name) => name.endsWith(".csv"),
  recognise: ({ text }) => hasColumns(text, [...columns, "note", "excerpt", "cover"]),
  rows: (member, tally) =>
    csvSaves(member, tally, { source: id, needed: columns }, (value) =>
      saveOf({
        url: value("url"),
        title: value("title"),
        description: value("excerpt"),
        folder: value("folder"),
        tags: value("tags").split(","),
        starred: isYes(value("favorite")),
        savedAt: writtenInstant(value("created")),
        progress: null,
        isStateUnknown: true
      })
    )
}

/** Bookmarks and highlights of Raindrop.io, or bookmarks of its CSV backup. */
export const raindrop = pulling({
  id: raindropFile.id,
  about: raindropFile.about,
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "40 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  importFile: (file) => readSaves(file, raindropFile),
  recognise: raindropFile.recognise
})
