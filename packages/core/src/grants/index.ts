export * from "./Clients.js"
export * from "./Grants.js"
export * from "./ports.js"
export * from "./rules.js"
