import { listeningWriter, playRank } from "@daybook/core/listening"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseYoutubeMusic, settings } from "./exportFile.js"

/** Plays from the watch history of Google Takeout. No API lists them. */
export const youtubeMusic = enrichmentSource({
  id: "youtube-music",
  about: {
    title: "YouTube Music",
    brings: "Plays, from the watch history of Google Takeout.",
    exports: "https://takeout.google.com"
  },
  // A list of videos: names and lengths are those of a video.
  rank: playRank({ rank: 100 }),
  writer: listeningWriter,
  syncType: "plays",
  settings,
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseYoutubeMusic
})
