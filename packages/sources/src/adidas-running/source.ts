import { workoutRank } from "@daybook/core/workouts"
import { identity } from "effect"
import { runs } from "../kit/runs/runPages.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

/** Runs from the data of an account of adidas Running. */
export const adidasRunning = fileSource({
  id: "adidas-running",
  about: { title: "adidas Running", brings: "Runs, from the data of an account of adidas Running." },
  rank: workoutRank({ rank: 70 }),
  ...runs,
  format,
  read: identity,
  expected: "in the settings of your account, Export data, and give the zip file"
})
