export * from "./documents.js"
export * from "./Exports.js"
