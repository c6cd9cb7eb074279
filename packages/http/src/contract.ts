export { Api, apiOf } from "./Api.js"
export type { DeclaredGroups } from "./declared/calls.js"
