import { listeningWriter, playRank } from "@daybook/core/listening"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognisePano } from "./exportFile.js"

/** Plays from the lists of Pano Scrobbler. */
export const pano = fileSource({
  id: "pano",
  about: { title: "Pano Scrobbler", brings: "Plays, from the lists that the app exports." },
  // What a telephone heard, before any service had it.
  rank: playRank({ rank: 60 }),
  writer: listeningWriter,
  syncType: "plays",
  importFile: exportFile,
  recognise: recognisePano
})
