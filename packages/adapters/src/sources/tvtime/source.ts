import { watchingWriter } from "@daybook/core/watching"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseTvTime } from "./exportFile.js"

/** Marks from the personal data of TV Time, which closed in July 2026. */
export const tvtime = enrichmentSource({
  id: "tvtime",
  about: { title: "TV Time", brings: "Episodes and films, from the personal data of TV Time." },
  writer: watchingWriter,
  syncType: "viewings",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseTvTime
})
