import { runsWriter } from "../kit/runs/writer.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the export of Runkeeper. There is nothing to pull. */
export const runkeeper = enrichmentSource({
  id: "runkeeper",
  about: { title: "Runkeeper", brings: "Runs, from the export of Runkeeper." },
  writer: runsWriter,
  syncType: "activities",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise
})
