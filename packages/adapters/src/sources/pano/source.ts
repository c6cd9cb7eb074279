import { listeningWriter } from "@daybook/core/listening"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recognisePano } from "./exportFile.js"

/** Plays from the lists of Pano Scrobbler. There is nothing to pull. */
export const pano = enrichmentSource({
  id: "pano",
  about: { title: "Pano Scrobbler", brings: "Plays, from the lists that the app exports." },
  writer: listeningWriter,
  syncType: "plays",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recognisePano
})
