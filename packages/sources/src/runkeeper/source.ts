import { workoutRank } from "@daybook/core/workouts"
import { identity } from "effect"
import { runs } from "../kit/runs/runPages.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

/** Runs from the export of Runkeeper. */
export const runkeeper = fileSource({
  id: "runkeeper",
  about: { title: "Runkeeper", brings: "Runs, from the export of Runkeeper." },
  // Times without a zone, recorded with a telephone.
  rank: workoutRank({ rank: 60 }),
  ...runs,
  format,
  read: identity,
  expected: "at runkeeper.com, under Settings, Export Data, and give the zip file"
})
