import { listeningWriter, playRank } from "@daybook/core/listening"
import { Effect } from "effect"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as ITunes from "./client.js"
import { enrichments } from "./enrichment.js"
import { exportFile, recogniseAppleMusic } from "./exportFile.js"

/** Plays from the data that Apple sends, and links into its music catalogue for the plays of all sources. */
export const appleMusic = enrichmentSource({
  id: "apple-music",
  about: { title: "Apple Music", brings: "Links to albums, artists and tracks, and their pictures." },
  rank: playRank({ rank: 90 }),
  writer: listeningWriter,
  syncType: "catalogue",
  byDefault: true,
  settings: ITunes.settings,
  calls: ({ baseUrl }) => [baseUrl],
  enrichments: (values) => Effect.map(ITunes.make(values), enrichments),
  importFile: exportFile,
  recognise: recogniseAppleMusic
})
