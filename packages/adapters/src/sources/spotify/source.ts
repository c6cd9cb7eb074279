import { withOptionalRows } from "@daybook/core/domain"
import { listeningWriter, playRank } from "@daybook/core/listening"
import { listeningSpoken } from "@daybook/core/spoken"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseSpotify, settings } from "./exportFile.js"

/**
 * Plays, and podcasts and audiobooks, from the files that Spotify sends. Its API lists the last 50 plays only, so
 * there is nothing to pull.
 */
export const spotify = enrichmentSource({
  id: "spotify",
  about: {
    title: "Spotify",
    brings: "Every play, from the files that Spotify sends on request.",
    exports: "https://www.spotify.com/account/privacy/"
  },
  // It knows the end of a play: a start is computed, and late by a pause.
  rank: playRank({ rank: 80 }),
  writer: withOptionalRows(listeningWriter, listeningSpoken),
  syncType: "plays",
  settings,
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseSpotify
})
