export * from "./model.js"
export * from "./rules.js"
export * from "./service.js"
export * from "./views.js"
