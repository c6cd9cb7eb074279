import { watchingWriter, watchRank } from "@daybook/core/watching"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseTvTime } from "./exportFile.js"

/** Marks from the personal data of TV Time, which closed in July 2026. */
export const tvtime = fileSource({
  id: "tvtime",
  about: { title: "TV Time", brings: "Episodes and films, from the personal data of TV Time." },
  rank: watchRank({ rank: 120, naming: -7, rates: ["viewings", "title"] }),
  writer: watchingWriter,
  syncType: "viewings",
  importFile: exportFile,
  recognise: recogniseTvTime
})
