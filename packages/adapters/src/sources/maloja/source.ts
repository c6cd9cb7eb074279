import { listeningWriter } from "@daybook/core/listening"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseMaloja } from "./exportFile.js"

/** Plays from the export of a Maloja server. There is nothing to pull. */
export const maloja = enrichmentSource({
  id: "maloja",
  about: { title: "Maloja", brings: "Plays, from the export of your own Maloja server." },
  writer: listeningWriter,
  syncType: "plays",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseMaloja
})
