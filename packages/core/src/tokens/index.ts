export type { Login } from "./Login.js"
export * from "./Token.js"
export * from "./Tokens.js"
export * from "./TokenStore.js"
