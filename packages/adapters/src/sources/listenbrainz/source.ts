import { listeningWriter, playRank } from "@daybook/core/listening"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { traverse } from "../kit/scrobbles/traversal.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as ListenBrainz from "./client.js"
import { exportFile, recognise } from "./exportFile.js"
import { history } from "./history.js"
import { ListenCount } from "./wire.js"

/** Requested only for a full sync. */
const total = (listenBrainz: ListenBrainz.ListenBrainz, { cursor, full }: PullRequest) =>
  full || Option.isNone(cursor)
    ? Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => Option.some(payload.count))
    : Effect.succeedNone

/** Listens from ListenBrainz. */
export const listenbrainz = pulling({
  id: "listenbrainz",
  about: {
    title: "ListenBrainz",
    brings: "Every play, and what plays now.",
    keys: "https://listenbrainz.org/settings/",
    exports: "https://listenbrainz.org/settings/export/"
  },
  // As Last.fm, but it also takes lists of other services.
  rank: playRank({ rank: 30 }),
  writer: listeningWriter,
  syncType: "scrobbles",
  schedule: { cron: "*/15 * * * *", zone: "UTC" },
  settings: ListenBrainz.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(ListenBrainz.make(values), (listenBrainz) => ({
      pull: (request: PullRequest) =>
        Stream.unwrap(
          Effect.map(total(listenBrainz, request), (total) =>
            Stream.map(traverse(history(listenBrainz), request), (page) => ({ ...page, total }))
          )
        ),
      providerCount: Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => ({
        unit: "plays",
        total: payload.count
      }))
    })),
  importFile: exportFile,
  recognise
})
