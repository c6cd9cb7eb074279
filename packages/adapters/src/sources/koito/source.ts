import { listeningWriter, playRank } from "@daybook/core/listening"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseKoito } from "./exportFile.js"

/** Plays from the export of a Koito server. */
export const koito = fileSource({
  id: "koito",
  about: { title: "Koito", brings: "Plays, from the export of your own Koito server." },
  rank: playRank({ rank: 40 }),
  writer: listeningWriter,
  syncType: "plays",
  importFile: exportFile,
  recognise: recogniseKoito
})
