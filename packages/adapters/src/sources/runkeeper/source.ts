import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the export of Runkeeper. */
export const runkeeper = fileSource({
  id: "runkeeper",
  about: { title: "Runkeeper", brings: "Runs, from the export of Runkeeper." },
  // Times without a zone, recorded with a telephone.
  rank: workoutRank({ rank: 60 }),
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
