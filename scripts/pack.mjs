// `prepack` and `postpack` of every package: `node ../../scripts/pack.mjs prepack`, in the package's folder.
// npm and pnpm must pack the same, on a fresh clone and after a test.
import { copyFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { buildDeclarations } from "./build.mjs"
import { install } from "./install.mjs"
import { publishManifest, restoreManifest } from "./manifest.mjs"
import { root } from "./paths.mjs"
import { StepFailure } from "./step.mjs"

const folder = relative(root, process.cwd()).replaceAll("\\", "/")
/** Of the repository's root; npm packs what lies in the package alone. */
const notices = ["LICENSE", "NOTICE"]

const stages = {
  prepack: async () => {
    restoreManifest(folder)
    await install()
    await buildDeclarations()
    for (const name of notices) copyFileSync(join(root, name), join(root, folder, name))
    publishManifest(folder)
  },
  postpack: async () => {
    restoreManifest(folder)
    for (const name of notices) rmSync(join(root, folder, name), { force: true })
  }
}

try {
  await stages[process.argv[2]]()
} catch (failure) {
  if (!(failure instanceof StepFailure)) throw failure
  console.error([failure.output, failure.message].filter(Boolean).join("\n"))
  process.exitCode = 1
}
