import type { PullRequest } from "@daybook/core/sync"
import { Effect } from "effect"
import { jsonRows } from "../kit/exportFile/formats.js"
import { marks } from "../kit/highlights/markFile.js"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { annotationOf } from "./annotation.js"
import { lists, settings } from "./api.js"

/** Annotations of a Hypothesis account, or of a JSON file. */
export const hypothesis = pulling({
  id: "hypothesis",
  about: {
    title: "Hypothesis",
    brings: "Highlights of web pages with their notes.",
    keys: "https://hypothes.is/account/developer"
  },
  ...marks,
  schedule: { cron: "15 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  // A saved answer of the API, or an export that lists annotations as the API does.
  format: jsonRows({ candidate: /hypothesis.*\.json$/, has: ["uri", "target", "group", "user"] }),
  read: annotationOf,
  fileTitle: "a file of Hypothesis annotations",
  expected: "give the JSON file with the annotations"
})
