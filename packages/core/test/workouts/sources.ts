import { rankedSource } from "../../src/ranks/index.js"
import { workoutRank, workoutSourcesIn } from "../../src/workouts/index.js"

/** What the definitions say of the sources of workouts. One without a rank comes before Apple Health. */
export const workoutRanks: Readonly<Record<string, number>> = {
  strava: 10,
  garmin: 20,
  polar: 30,
  "run-files": 40,
  intervals: 50,
  runkeeper: 60,
  "adidas-running": 70,
  "apple-health": 2_000
}

export const workoutSources = workoutSourcesIn(
  Object.entries(workoutRanks).map(([source, rank]) => rankedSource(source, workoutRank({ rank })))
)
