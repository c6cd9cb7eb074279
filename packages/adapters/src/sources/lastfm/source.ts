import {
  type ListeningEnrichmentStore,
  listeningWriter,
  type ListeningWriteServices,
  type Play
} from "@daybook/core/listening"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { traverse } from "../kit/scrobbles/traversal.js"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import * as LastFm from "./client.js"
import { exportFile } from "./exportFile.js"
import { enrichments } from "./enrichment.js"
import { history } from "./history.js"
import { missing, type Settings, settings } from "./settings.js"

const id = "lastfm"

const common = { id, writer: listeningWriter, syncType: "scrobbles", importFile: Option.some(exportFile) }

/** The Last.fm source with its settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(LastFm.make(settings), (lastFm) =>
    source<Play, ListeningWriteServices | ListeningEnrichmentStore>({
      ...common,
      pull: (request) => Stream.unwrap(Effect.map(history(lastFm), (plays) => traverse(plays, request))),
      enrichments: enrichments(lastFm)
    })
  )

/** Scrobbles, tags, biographies and similar artists from Last.fm. */
export const lastfm: SourceDefinition<ListeningWriteServices | ListeningEnrichmentStore> = {
  id,
  domain: "listening",
  schedule: Option.some({ cron: "*/15 * * * *", zone: "UTC" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) => ofSettings(values)),
  archive: source({ ...common, pull: () => Stream.empty })
}
