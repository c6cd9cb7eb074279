import { runsWriter } from "../kit/runs/writer.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the account export of Garmin. There is nothing to pull. */
export const garmin = enrichmentSource({
  id: "garmin",
  about: {
    title: "Garmin",
    brings: "Runs, from the export of a Garmin account.",
    exports: "https://www.garmin.com/account/datamanagement/"
  },
  writer: runsWriter,
  syncType: "activities",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise
})
