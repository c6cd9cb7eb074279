import { watchingWriter, watchRank } from "@daybook/core/watching"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseNetflix, settings } from "./exportFile.js"

/** Viewings from the files that Netflix gives. It has no API. */
export const netflix = fileSource({
  id: "netflix",
  about: {
    title: "Netflix",
    brings: "Films and episodes that you watched, from the files of your account.",
    exports: "https://www.netflix.com/account/getmyinfo"
  },
  // It rounds times to the end of a session, and one of its two files has days alone.
  rank: watchRank({ rank: 60, isPlayer: true, naming: -10, names: "local", listsDays: true }),
  writer: watchingWriter,
  syncType: "viewings",
  settings,
  importFile: exportFile,
  recognise: recogniseNetflix
})
