import { workoutRank } from "@daybook/core/workouts"
import { runsWriter } from "../kit/runs/writer.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recognise } from "./exportFile.js"

/** Runs from the data of a Polar account. */
export const polar = fileSource({
  id: "polar",
  about: { title: "Polar", brings: "Runs, from the data of a Polar account." },
  rank: workoutRank({ rank: 30 }),
  writer: runsWriter,
  syncType: "activities",
  importFile: exportFile,
  recognise
})
