import { runsWriter } from "../kit/runs/writer.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from files of watches and apps. There is nothing to pull. */
export const runFiles = enrichmentSource({
  id: "run-files",
  about: { title: "Run files", brings: "Runs, from FIT, GPX and TCX files of watches and apps." },
  writer: runsWriter,
  syncType: "activities",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise
})
