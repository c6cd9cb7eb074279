export * from "./sameWorkouts.js"
export { type WorkoutSources, workoutRank, workoutSources, workoutSourcesIn } from "./sources.js"
export * from "./units.js"
