import { readingRank } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { badFile } from "../kit/exportFile/exportPages.js"
import type { OpenFile } from "../kit/exportFile/Format.js"
import { isJsonWith, jsonRows } from "../kit/exportFile/formats.js"
import { pullLists } from "../kit/saves/pull.js"
import { saveOf, saves } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"
import { entryOf } from "./entry.js"

/** Characters of an entry. Its text may have pictures in it. */
const maxEntryLength = 32 * 1_048_576

const entries = jsonRows({
  member: /wallabag.*\.json$/,
  candidate: /\.json$/,
  has: [
    ["is_archived", "is_starred"],
    ["is_read", "is_fav"]
  ],
  maxLength: maxEntryLength
})

const isOfVersion1 = (head: string): boolean => isJsonWith(head, "is_read", "is_fav") && !head.includes('"is_archived"')

const withoutTimes = ({ file, source }: OpenFile) =>
  badFile(
    source,
    `${file.name} is an export of wallabag 1, which does not say when an article was saved`,
    "import it into a wallabag 2 server, and give the file that its menu Export makes"
  )

/** Articles and highlights of a wallabag server, or of its JSON export. */
export const wallabag = pulling({
  id: "wallabag",
  about: { title: "wallabag", brings: "Saved articles with their tags, stars and highlights from the export." },
  // Its archive says what was read, and since version 2.4 when.
  rank: readingRank({ rank: 40 }),
  ...saves,
  schedule: { cron: "0 1/6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  format: {
    ...entries,
    rows: (open) => (isOfVersion1(open.sample.text) ? Stream.fail(withoutTimes(open)) : entries.rows(open))
  },
  read: (fields) => saveOf(entryOf(fields)),
  fileTitle: "a wallabag export",
  expected: "give the JSON file of the menu Export"
})
