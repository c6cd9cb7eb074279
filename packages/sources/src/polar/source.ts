import { workoutRank } from "@daybook/core/workouts"
import { identity } from "effect"
import { runs } from "../kit/runs/runPages.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

/** Runs from the data of a Polar account. */
export const polar = fileSource({
  id: "polar",
  about: { title: "Polar", brings: "Runs, from the data of a Polar account." },
  rank: workoutRank({ rank: 30 }),
  ...runs,
  format,
  read: identity,
  fileTitle: "the data of a Polar account",
  expected: "at account.polar.com, Download your data, and give the zip file"
})
