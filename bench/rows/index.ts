import { images } from "./images.js"
import { importCore } from "./importCore.js"
import { incremental } from "./incremental.js"
import { ofEveryRoom } from "./reads.js"
import { search, semantic } from "./search.js"
import { start } from "./start.js"
import { sync } from "./sync.js"
import { unchanged } from "./unchanged.js"
import { untouched } from "./untouched.js"

/** Every row, in the order of measuring and of the table: the first sync makes the data that the others read. */
export const rows = [sync, incremental, ...ofEveryRoom, search, semantic, images, unchanged, untouched, start, importCore] as const
