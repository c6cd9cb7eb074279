import { readingRank } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { type Cells, csv } from "../kit/exportFile/formats.js"
import { pullLists } from "../kit/saves/pull.js"
import { isYes } from "../kit/saves/rows.js"
import { saveOf, saves, writtenInstant } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"

/**
 * The CSV backup of Raindrop.io, or the export of one collection, which has no column `folder`. Exports of earlier
 * years have neither `id` nor `favorite`. None of them says what was read:
 *
 *   id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
 *   900001,On tides,,About the sea,https://example.org/tides,Sea / Slow,"a, b",2025-03-10T20:00:00.000Z,,,true
 */
const readBookmark = (value: Cells) =>
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

/** Bookmarks and highlights of Raindrop.io, or bookmarks of its CSV backup. */
export const raindrop = pulling({
  id: "raindrop",
  about: {
    title: "Raindrop.io",
    brings: "Bookmarks with their collections, tags and highlights.",
    keys: "https://app.raindrop.io/settings/integrations"
  },
  // Bookmarks: it says nothing about what was read.
  rank: readingRank({ rank: 80 }),
  ...saves,
  schedule: { cron: "40 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  format: csv({
    candidate: /\.csv$/,
    columns: ["title", "url", "tags", "created"],
    also: ["note", "excerpt", "cover"]
  }),
  read: readBookmark,
  fileTitle: "a Raindrop.io backup",
  expected: "give the CSV file of the settings page Backups, or of Export in the menu of a collection"
})
