import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the data of an account of adidas Running. */
export const adidasRunning = fileSource({
  id: "adidas-running",
  about: { title: "adidas Running", brings: "Runs, from the data of an account of adidas Running." },
  rank: workoutRank({ rank: 70 }),
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
