import { commandTimes } from "./commands.js"
import { concurrent } from "./concurrent.js"
import { corrections } from "./corrections.js"
import { declared } from "./declared.js"
import { exportFiles } from "./exportFiles.js"
import { health } from "./health.js"
import { images } from "./images.js"
import { importCore } from "./importCore.js"
import { importFile } from "./importFile.js"
import { incremental } from "./incremental.js"
import { lens } from "./lens.js"
import { memory } from "./memory.js"
import { domainRows } from "./reads.js"
import { search, semantic } from "./search.js"
import { start } from "./start.js"
import { sync } from "./sync.js"
import { unchanged } from "./unchanged.js"
import { untouched } from "./untouched.js"
import { working } from "./working.js"
import { zones } from "./zones.js"

/** All rows in measuring order. The first sync creates the data for the others. */
export const rows = [
  sync,
  importFile,
  exportFiles,
  incremental,
  ...domainRows,
  declared,
  concurrent,
  search,
  semantic,
  images,
  unchanged,
  lens,
  health,
  untouched,
  corrections,
  start,
  commandTimes,
  memory,
  working,
  zones,
  importCore
] as const
