import { workoutRank } from "@daybook/core/workouts"
import { identity } from "effect"
import { runs } from "../kit/runs/runPages.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

/** Runs from files of watches and apps. */
export const runFiles = fileSource({
  id: "run-files",
  about: { title: "Run files", brings: "Runs, from FIT, GPX and TCX files of watches and apps." },
  // The recording of a watch, without what its service adds.
  rank: workoutRank({ rank: 40 }),
  ...runs,
  format,
  read: identity,
  fileTitle: "a recording of a run, or an archive of them",
  expected: "give a FIT, GPX or TCX file, or a zip of such files"
})
