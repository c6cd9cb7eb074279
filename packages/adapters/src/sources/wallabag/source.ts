import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { jsonSaves } from "../kit/saves/rows.js"
import { type SaveFile, readSaves, saveOf } from "../kit/saves/saveFile.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"
import { entryOf } from "./entry.js"

/** Characters of an entry. Its text may have pictures in it. */
const longestEntry = 32 * 1_048_576

const hasMembers = (head: string, ...names: ReadonlyArray<string>): boolean =>
  /^\ufeff?\s*\[\s*\{/.test(head) && names.every((name) => head.includes(`"${name}"`))

const isOfVersion1 = (head: string): boolean => hasMembers(head, "is_read", "is_fav") && !head.includes('"is_archived"')

/** The JSON export of wallabag. */
export const wallabagFile: SaveFile = {
  id: "wallabag",
  about: { title: "wallabag", brings: "Saved articles with their tags, stars and highlights from the export." },
  title: "a wallabag export",
  expected: "give the JSON file of the menu Export",
  isMember: (name) => name.endsWith(".json"),
  recognise: ({ entries, text }) =>
    (entries ?? []).some((name) => /wallabag[^/]*\.json$/i.test(name)) ||
    hasMembers(text, "is_archived", "is_starred") ||
    isOfVersion1(text),
  whyUnreadable: (head) =>
    isOfVersion1(head)
      ? {
          message: "is an export of wallabag 1, which does not say when an article was saved",
          next: "import it into a wallabag 2 server, and give the file that its menu Export makes"
        }
      : null,
  rows: (member, tally) => jsonSaves(member, tally, (fields) => saveOf(entryOf(fields)), longestEntry)
}

/** Articles and highlights of a wallabag server, or of its JSON export. */
export const wallabag = pulling({
  id: wallabagFile.id,
  about: wallabagFile.about,
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "0 1/6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  importFile: (file) => readSaves(file, wallabagFile),
  recognise: wallabagFile.recognise
})
