export * from "./Tokens.js"
export * from "./TokenStore.js"
