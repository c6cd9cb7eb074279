import { readingRank, readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { lists, settings } from "./api.js"

/** Saved articles and highlights of a Readeck server. */
export const readeck = pulling({
  id: "readeck",
  about: { title: "Readeck", brings: "Saved articles with their progress, labels and highlights." },
  // It says how far an article was read, but not when.
  rank: readingRank({ rank: 30 }),
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "10 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) }))
})
