import { listeningWriter } from "@daybook/core/listening"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseKoito } from "./exportFile.js"

/** Plays from the export of a Koito server. There is nothing to pull. */
export const koito = enrichmentSource({
  id: "koito",
  about: { title: "Koito", brings: "Plays, from the export of your own Koito server." },
  writer: listeningWriter,
  syncType: "plays",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseKoito
})
