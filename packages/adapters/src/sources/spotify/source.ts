import { listeningWriter } from "@daybook/core/listening"
import { recognisedBy } from "../kit/exportFile/members.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseSpotify, settings } from "./exportFile.js"

/** Plays from the files that Spotify sends. Its API lists the last 50 plays only, so there is nothing to pull. */
export const spotify = enrichmentSource({
  id: "spotify",
  about: {
    title: "Spotify",
    brings: "Every play, from the files that Spotify sends on request.",
    exports: "https://www.spotify.com/account/privacy/"
  },
  writer: listeningWriter,
  syncType: "plays",
  settings,
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recognisedBy(recogniseSpotify)
})
