export * from "./Draft.js"
export * from "./merged.js"
export * from "./Told.js"
export { plain, venueName } from "./words.js"
