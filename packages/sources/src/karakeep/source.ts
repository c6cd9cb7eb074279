import { readingRank } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { namesIn } from "../kit/saves/rows.js"
import { lists, settings } from "./api.js"
import { type SaveRow, saveOf, saves, secondsOf } from "../kit/saves/saveFile.js"
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

/** Links and highlights of a Karakeep server, or links of its export. */
export const karakeep = pulling({
  id: "karakeep",
  about: { title: "Karakeep", brings: "Saved links with their tags, favourites and highlights." },
  // It has an archive, which does not say what was read.
  rank: readingRank({ rank: 50 }),
  ...saves,
  schedule: { cron: "30 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  format: jsonRows({
    // It was called Hoarder.
    member: /(?:karakeep|hoarder).*\.json$/,
    candidate: /\.json$/,
    has: ["bookmarks", "createdAt", "content"]
  }),
  read: readBookmark,
  fileTitle: "a Karakeep export",
  expected: "give the JSON file of the settings page Import / Export"
})
