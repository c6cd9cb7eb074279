export * from "./answers.js"
export * from "./calls.js"
export * from "./model.js"
export * from "./secrets.js"
