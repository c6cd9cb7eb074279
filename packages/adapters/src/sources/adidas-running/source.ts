import { runsWriter } from "../kit/runs/writer.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the data of an account of adidas Running. There is nothing to pull. */
export const adidasRunning = enrichmentSource({
  id: "adidas-running",
  about: { title: "adidas Running", brings: "Runs, from the data of an account of adidas Running." },
  writer: runsWriter,
  syncType: "activities",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise
})
