import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { jsonRows } from "../kit/exportFile/members.js"
import { type MarkFile, readMarks } from "../kit/highlights/markFile.js"
import { pullLists } from "../kit/saves/pull.js"
import { pulling } from "../kit/SourceDefinition.js"
import { annotationOf } from "./annotation.js"
import { lists, settings } from "./api.js"

/** Annotations in a JSON file: a saved answer of the API, or an export that lists annotations as the API does. */
export const hypothesisFile: MarkFile = {
  id: "hypothesis",
  about: {
    title: "Hypothesis",
    brings: "Highlights of web pages with their notes.",
    keys: "https://hypothes.is/account/developer"
  },
  title: "a file of Hypothesis annotations",
  expected: "give the JSON file with the annotations",
  isMember: (name) => name.includes("hypothesis") && name.endsWith(".json"),
  recognise: ({ text }) =>
    /^\ufeff?\s*[[{]/.test(text) && ['"uri"', '"target"', '"group"', '"user"'].every((name) => text.includes(name)),
  rows: (member, cutShort) =>
    Stream.map(jsonRows(member, cutShort), ({ place, value }) => ({ place, row: annotationOf(value) }))
}

/** Annotations of a Hypothesis account, or of a JSON file. */
export const hypothesis = pulling({
  id: hypothesisFile.id,
  about: hypothesisFile.about,
  writer: readingWriter,
  syncType: "highlights",
  schedule: { cron: "15 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) })),
  importFile: (file) => readMarks(file, hypothesisFile),
  recognise: hypothesisFile.recognise
})
