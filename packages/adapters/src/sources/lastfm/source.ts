import { listeningWriter } from "@daybook/core/listening"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { traverse } from "../kit/scrobbles/traversal.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as LastFm from "./client.js"
import { exportFile } from "./exportFile.js"
import { enrichments } from "./enrichment.js"
import { history } from "./history.js"

/** Scrobbles, tags, biographies and similar artists from Last.fm. */
export const lastfm = pulling({
  id: "lastfm",
  writer: listeningWriter,
  syncType: "scrobbles",
  schedule: { cron: "*/15 * * * *", zone: "UTC" },
  settings: LastFm.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(LastFm.make(values), (lastFm) => ({
      pull: (request: PullRequest) => Stream.unwrap(Effect.map(history(lastFm), (plays) => traverse(plays, request))),
      enrichments: enrichments(lastFm)
    })),
  importFile: exportFile
})
