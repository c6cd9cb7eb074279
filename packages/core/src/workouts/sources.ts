import {
  type RankedSource,
  type Ranked,
  type Ranking,
  type Ranks,
  rankIn,
  ranks,
  ranksIn,
  unranked
} from "../ranks/index.js"

const ranking: Ranking<Ranked> = { name: "workouts", unranked }

/** Says how reliable the reports of workouts of a source are, for its definition. */
export const workoutRank = rankIn(ranking)

/** The sources whose reports of workouts are compared. */
export type WorkoutSources = Ranks<Ranked>

export const workoutSourcesIn = (sources: ReadonlyArray<RankedSource>): WorkoutSources => ranksIn(ranking, sources)

/** The sources of this process. */
export const workoutSources = ranks(ranking)
