import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./paths.mjs"

/** The known faults: `to` in the place of `from`, which `file` has once. */
export const faults = JSON.parse(readFileSync(join(root, "scripts/faults.json"), "utf8"))

/** What is wrong with the list after a change of the sources; empty if it fits them. */
export const misplaced = () =>
  faults.flatMap(({ file, from }, index) => {
    const path = join(root, file)
    const places = existsSync(path) ? readFileSync(path, "utf8").split(from).length - 1 : 0
    return places === 1
      ? []
      : [`fault ${index + 1}: ${file} has ${places} places "${from}"; correct scripts/faults.json`]
  })
