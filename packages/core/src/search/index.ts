export * from "./Document.js"
export * from "./SearchStore.js"
