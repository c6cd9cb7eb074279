import { workoutRank } from "@daybook/core/workouts"
import { identity } from "effect"
import { runs } from "../kit/runs/runPages.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

/** Runs from the export of the Health app on an iPhone. */
export const appleHealth = fileSource({
  id: "apple-health",
  about: { title: "Apple Health", brings: "Runs, from the export of the Health app on an iPhone." },
  // Other apps write their workouts into it: it comes after every source, also without a rank.
  rank: workoutRank({ rank: 2_000 }),
  ...runs,
  format,
  read: identity,
  expected: "on the iPhone open Health, your picture, Export All Health Data, and give the zip file"
})
