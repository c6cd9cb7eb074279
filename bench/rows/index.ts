import { images } from "./images.js"
import { importCore } from "./importCore.js"
import { incremental } from "./incremental.js"
import { domainRows } from "./reads.js"
import { search, semantic } from "./search.js"
import { start } from "./start.js"
import { sync } from "./sync.js"
import { unchanged } from "./unchanged.js"
import { untouched } from "./untouched.js"

/** All rows in measuring order. The first sync creates the data for the others. */
export const rows = [
  sync,
  incremental,
  ...domainRows,
  search,
  semantic,
  images,
  unchanged,
  untouched,
  start,
  importCore
] as const
