import { listeningWriter } from "@daybook/core/listening"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseScrobblerLog } from "./exportFile.js"

/** Plays from the logs of portable players. There is nothing to pull. */
export const scrobblerLog = enrichmentSource({
  id: "scrobbler-log",
  about: { title: "Portable players", brings: "Plays, from the logs of Rockbox and other players." },
  writer: listeningWriter,
  syncType: "plays",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseScrobblerLog
})
