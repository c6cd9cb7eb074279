import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the export of Runkeeper. */
export const runkeeper = fileSource({
  id: "runkeeper",
  about: { title: "Runkeeper", brings: "Runs, from the export of Runkeeper." },
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
