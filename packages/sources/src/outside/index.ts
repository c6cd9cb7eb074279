export { guarded } from "./guarded.js"
export { ownVersion, problemOf } from "./problemOf.js"
