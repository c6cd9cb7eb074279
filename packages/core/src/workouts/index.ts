export * from "./sameWorkouts.js"
export * from "./units.js"
