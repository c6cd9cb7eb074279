import { readingRank, readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"

/** Bookmarks of a Linkding server. */
export const linkding = pulling({
  id: "linkding",
  about: { title: "Linkding", brings: "Bookmarks with their tags, the archive and what is still to read." },
  // Bookmarks, with the least about each.
  rank: readingRank({ rank: 90 }),
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "20 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) }))
})
