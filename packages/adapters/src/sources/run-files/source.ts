import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from files of watches and apps. */
export const runFiles = fileSource({
  id: "run-files",
  about: { title: "Run files", brings: "Runs, from FIT, GPX and TCX files of watches and apps." },
  // The recording of a watch, without what its service adds.
  rank: workoutRank({ rank: 40 }),
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
