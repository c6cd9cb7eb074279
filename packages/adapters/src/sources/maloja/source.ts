import { listeningWriter, playRank } from "@daybook/core/listening"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseMaloja } from "./exportFile.js"

/** Plays from the export of a Maloja server. */
export const maloja = fileSource({
  id: "maloja",
  about: { title: "Maloja", brings: "Plays, from the export of your own Maloja server." },
  rank: playRank({ rank: 50 }),
  writer: listeningWriter,
  syncType: "plays",
  importFile: exportFile,
  recognise: recogniseMaloja
})
