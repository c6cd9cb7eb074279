export * from "./Keys.js"
export * from "./KeyStore.js"
export * from "./limits.js"
export * as Token from "./token.js"
