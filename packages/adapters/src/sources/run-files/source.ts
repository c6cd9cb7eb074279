import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from files of watches and apps. */
export const runFiles = fileSource({
  id: "run-files",
  about: { title: "Run files", brings: "Runs, from FIT, GPX and TCX files of watches and apps." },
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
