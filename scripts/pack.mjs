// `prepack` and `postpack` of every package: `node ../../scripts/pack.mjs prepack [build script]`, in its folder.
// npm and pnpm must pack the same files, in a fresh clone and after a test run.
import { copyFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { main } from "./command.mjs"
import { publishManifest, restoreManifest } from "./manifest.mjs"
import { root } from "./paths.mjs"
import { build } from "./install.mjs"

const folder = relative(root, process.cwd()).replaceAll("\\", "/")
/** Copied from the repository root, because npm packs only files inside the package. */
const notices = ["LICENSE", "NOTICE"]

const stages = {
  prepack: async () => {
    restoreManifest(folder)
    const script = process.argv[3]
    if (script !== undefined) await build(script)
    for (const name of notices) copyFileSync(join(root, name), join(root, folder, name))
    await publishManifest(folder)
  },
  postpack: async () => {
    restoreManifest(folder)
    for (const name of notices) rmSync(join(root, folder, name), { force: true })
  }
}

await main(stages[process.argv[2]])
