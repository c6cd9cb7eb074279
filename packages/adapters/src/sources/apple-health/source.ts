import { runsWriter } from "../kit/runs/writer.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the export of the Health app on an iPhone. There is nothing to pull. */
export const appleHealth = enrichmentSource({
  id: "apple-health",
  about: { title: "Apple Health", brings: "Runs, from the export of the Health app on an iPhone." },
  writer: runsWriter,
  syncType: "activities",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise
})
