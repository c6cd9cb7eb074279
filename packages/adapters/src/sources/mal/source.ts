import { watchingWriter, watchRank } from "@daybook/core/watching"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseMal } from "./exportFile.js"

/** Anime from the list that MyAnimeList exports. */
export const mal = fileSource({
  id: "mal",
  about: {
    title: "MyAnimeList",
    brings: "Anime that you watched and rated.",
    exports: "https://myanimelist.net/panel.php?go=export"
  },
  rank: watchRank({ rank: 150, naming: -9, rates: ["viewings", "title"] }),
  writer: watchingWriter,
  syncType: "list",
  importFile: exportFile,
  recognise: recogniseMal
})
