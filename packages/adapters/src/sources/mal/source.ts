import { watchingWriter } from "@daybook/core/watching"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseMal } from "./exportFile.js"

/** Anime from the list that MyAnimeList exports. */
export const mal = enrichmentSource({
  id: "mal",
  about: {
    title: "MyAnimeList",
    brings: "Anime that you watched and rated.",
    exports: "https://myanimelist.net/panel.php?go=export"
  },
  writer: watchingWriter,
  syncType: "list",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseMal
})
