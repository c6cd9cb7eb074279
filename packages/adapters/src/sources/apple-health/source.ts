import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the export of the Health app on an iPhone. */
export const appleHealth = fileSource({
  id: "apple-health",
  about: { title: "Apple Health", brings: "Runs, from the export of the Health app on an iPhone." },
  // Other apps write their workouts into it: it comes after every source, also without a rank.
  rank: workoutRank({ rank: 2_000 }),
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
