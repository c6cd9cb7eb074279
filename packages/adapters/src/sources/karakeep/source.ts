import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { jsonSaves, namesIn } from "../kit/saves/rows.js"
import { lists, settings } from "./api.js"
import { type SaveFile, type SaveRow, saveOf, readSaves, secondsOf } from "../kit/saves/saveFile.js"
import { type Fields, fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"

/**
 * A bookmark: a link, a text or a file. Only links are articles.
 *
 *   {"createdAt":1741636800,"title":"On tides","tags":["sea"],"lists":[],"note":null,"archived":false,
 *    "content":{"type":"link","url":"https://example.org/tides"}}
 */
const readBookmark = (fields: Fields): SaveRow => {
  const content = fieldsOf(fields["content"])
  if (content?.["type"] !== "link") return "no web address"
  return saveOf({
    url: textOf(content["url"]),
    title: textOf(fields["title"]),
    archived: fields["archived"] === true,
    progress: null,
    savedAt: secondsOf(numberOf(fields["createdAt"])),
    tags: namesIn(fields["tags"], "name")
  })
}

/** The export of Karakeep, formerly Hoarder. */
export const karakeepFile: SaveFile = {
  id: "karakeep",
  about: { title: "Karakeep", brings: "Saved links with their tags, favourites and highlights." },
  title: "a Karakeep export",
  expected: "give the JSON file of the settings page Import / Export",
  isMember: (name) => name.endsWith(".json"),
  recognise: ({ entries, text }) =>
    (entries ?? []).some((name) => /(?:karakeep|hoarder)[^/]*\.json$/i.test(name)) ||
    (/^\ufeff?\s*\{\s*"bookmarks"/.test(text) && text.includes('"createdAt"') && text.includes('"content"')),
  rows: (member, tally) => jsonSaves(member, tally, readBookmark)
}

/** Links and highlights of a Karakeep server, or links of its export. */
export const karakeep = pulling({
  id: karakeepFile.id,
  about: karakeepFile.about,
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "30 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  importFile: (file) => readSaves(file, karakeepFile),
  recognise: karakeepFile.recognise
})
