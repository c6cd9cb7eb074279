export * from "./Entity.js"
export * from "./Publisher.js"
