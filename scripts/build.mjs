import { existsSync } from "node:fs"
import { join } from "node:path"
import { fingerprint, isStamped, stamp, unstamp } from "./fingerprint.mjs"
import { manifests } from "./install.mjs"
import { filesBelow, packages, root, tool } from "./paths.mjs"
import { node, step } from "./step.mjs"

const isBuildable = (folder) => existsSync(join(root, folder, "tsup.config.ts"))
const isDeclared = (folder) => existsSync(join(root, folder, "tsconfig.build.json"))
const isBuilt = (folder) => existsSync(join(root, folder, "dist"))

const sources = (folders) =>
  fingerprint([...manifests(), "tsconfig.base.json", ...folders.flatMap((folder) => filesBelow(folder, ["node_modules", "dist", "test"]))])

const scripts = (folders) =>
  Promise.all(folders.map((folder) => node(tool("tsup"), [], { cwd: join(root, folder) })))

/**
 * Builds the packages' JavaScript and, where asked, their type declarations, unless the sources are those of the last build.
 * Starting and testing need no declarations, and those take most of the time.
 */
export const build = async ({ declarations = false } = {}) => {
  const folders = packages().filter(isBuildable)
  const print = sources(folders)
  if (!isStamped("build", print) || !folders.every(isBuilt)) {
    unstamp("build")
    unstamp("declarations")
    await step("build packages", "mend the source named above", () => scripts(folders))
    stamp("build", print)
  }
  if (declarations && !isStamped("declarations", print)) {
    const projects = folders.filter(isDeclared).map((folder) => `${folder}/tsconfig.build.json`)
    await step("build declarations", "mend the source named above", () => node(tool("typescript", "tsc"), ["--build", ...projects]))
    stamp("declarations", print)
  }
}

/** The bench is TypeScript too, but nothing that a user starts: it is built only when asked for. */
export const buildBench = async () => {
  const print = sources([...packages(), "bench"])
  if (isStamped("bench", print) && isBuilt("bench")) return
  unstamp("bench")
  await step("build bench", "mend the source named above", () => scripts(["bench"]))
  stamp("bench", print)
}
