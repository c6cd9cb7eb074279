import { playRank } from "@daybook/core/listening"
import { Effect, identity } from "effect"
import { plays } from "../kit/scrobbles/playFile.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as ITunes from "./client.js"
import { enrichments } from "./enrichment.js"
import { format } from "./exportFile.js"

/** Plays from the data that Apple sends, and links into its music catalogue for the plays of all sources. */
export const appleMusic = enrichmentSource({
  id: "apple-music",
  about: { title: "Apple Music", brings: "Links to albums, artists and tracks, and their pictures." },
  rank: playRank({ rank: 90 }),
  ...plays,
  syncType: "catalogue",
  byDefault: true,
  settings: ITunes.settings,
  calls: ({ baseUrl }) => [baseUrl],
  enrichments: (values) => Effect.map(ITunes.make(values), enrichments),
  format,
  read: identity,
  expected: "give the zip of Apple Media Services from privacy.apple.com, or its Apple Music Play Activity.csv"
})
