/** What a program may do to the data, and what it waits for while it opens them. */
export { isDiskFull } from "../fullDisk.js"
export { NoDatabase, Waiting } from "../Opening.js"
