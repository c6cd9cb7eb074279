import { workoutRank } from "@daybook/core/workouts"
import { identity } from "effect"
import { runs } from "../kit/runs/runPages.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

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
  ...runs,
  format,
  read: identity,
  fileTitle: "an account export of Garmin",
  expected: "at garmin.com, under Account Management, Export Your Data, request it, and give the zip file"
})
