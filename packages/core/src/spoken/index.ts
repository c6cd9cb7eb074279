export * from "./domain.js"
