import { listeningWriter, playRank } from "@daybook/core/listening"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseScrobblerLog } from "./exportFile.js"

/** Plays from the logs of portable players. */
export const scrobblerLog = fileSource({
  id: "scrobbler-log",
  about: { title: "Portable players", brings: "Plays, from the logs of Rockbox and other players." },
  // The clock of a portable player may be wrong.
  rank: playRank({ rank: 70 }),
  writer: listeningWriter,
  syncType: "plays",
  importFile: exportFile,
  recognise: recogniseScrobblerLog
})
