import {
  type ListeningEnrichmentStore,
  listeningWriter,
  type ListeningWriteServices,
  type Play
} from "@daybook/core/listening"
import { type PullRequest, source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { traverse } from "../kit/scrobbles/traversal.js"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import * as ListenBrainz from "./client.js"
import { exportFile } from "./exportFile.js"
import { history } from "./history.js"
import { missing, type Settings, settings } from "./settings.js"
import { ListenCount } from "./wire.js"

const id = "listenbrainz"

const common = { id, writer: listeningWriter, syncType: "scrobbles", importFile: Option.some(exportFile) }

/** The ListenBrainz source with its settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(ListenBrainz.make(settings), (listenBrainz) =>
    source<Play, ListeningWriteServices | ListeningEnrichmentStore>({
      ...common,
      pull: (request) =>
        Stream.unwrap(
          Effect.map(total(listenBrainz, request), (total) =>
            Stream.map(traverse(history(listenBrainz), request), (page) => ({ ...page, total }))
          )
        )
    })
  )

/** Requested only for a full sync. */
const total = (listenBrainz: ListenBrainz.ListenBrainz, { cursor, full }: PullRequest) =>
  full || Option.isNone(cursor)
    ? Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => Option.some(payload.count))
    : Effect.succeedNone

/** Listens from ListenBrainz. */
export const listenbrainz: SourceDefinition<ListeningWriteServices | ListeningEnrichmentStore> = {
  id,
  domain: "listening",
  schedule: Option.some({ cron: "*/15 * * * *", zone: "UTC" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) => ofSettings(values)),
  archive: source({ ...common, pull: () => Stream.empty })
}
