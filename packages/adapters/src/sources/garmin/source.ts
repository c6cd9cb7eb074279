import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the account export of Garmin. */
export const garmin = fileSource({
  id: "garmin",
  about: {
    title: "Garmin",
    brings: "Runs, from the export of a Garmin account.",
    exports: "https://www.garmin.com/account/datamanagement/"
  },
  // The watch itself.
  rank: workoutRank({ rank: 20 }),
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
