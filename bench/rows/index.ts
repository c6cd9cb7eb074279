import { importCore } from "./importCore.js"
import { incremental } from "./incremental.js"
import { reads } from "./reads.js"
import { start } from "./start.js"
import { sync } from "./sync.js"
import { unchanged } from "./unchanged.js"
import { untouched } from "./untouched.js"

/** Every row, in the order of measuring and of the table: the first sync makes the data that the others read. */
export const rows = [sync, incremental, reads, unchanged, untouched, start, importCore] as const
