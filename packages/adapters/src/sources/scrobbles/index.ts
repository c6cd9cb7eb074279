export { follower, type LookUp, type Pass } from "./follower.js"
export { cleanName, mbidOf } from "./names.js"
export type { Answer, Position, Row } from "./turn.js"
export { type History, walk } from "./walk.js"
