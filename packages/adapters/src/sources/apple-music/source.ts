import { listeningWriter } from "@daybook/core/listening"
import { Effect } from "effect"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as ITunes from "./client.js"
import { enrichments } from "./enrichment.js"

/** Links into Apple's music catalogue for the plays of other sources. */
export const appleMusic = enrichmentSource({
  id: "apple-music",
  writer: listeningWriter,
  syncType: "catalogue",
  byDefault: true,
  settings: ITunes.settings,
  calls: ({ baseUrl }) => [baseUrl],
  enrichments: (values) => Effect.map(ITunes.make(values), enrichments)
})
