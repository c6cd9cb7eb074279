import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cache, root } from "./paths.mjs"

/** A manifest that is being packed is there in its published form; its own form lies next to it. */
const source = (path) => existsSync(`${path}.source`) ? `${path}.source` : path

/** SHA-256 over the names and contents of files, relative to the root; a missing file counts as absent. */
export const fingerprint = (files, ...seeds) => {
  const hash = createHash("sha256").update(seeds.join("\n"))
  for (const file of files) {
    const path = source(join(root, file))
    if (existsSync(path)) hash.update(`\n${file}\n`).update(readFileSync(path))
  }
  return hash.digest("hex")
}

/** Whether the work called `name` was last finished with this fingerprint. */
export const isStamped = (name, print) =>
  existsSync(join(cache, name)) && readFileSync(join(cache, name), "utf8") === print

/** Notes that the work called `name` is finished for this fingerprint. */
export const stamp = (name, print) => {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, name), print)
}

/** Forgets it: before the work starts, so that work cut short is done again. */
export const unstamp = (name) => rmSync(join(cache, name), { force: true })
