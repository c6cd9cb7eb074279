import { existsSync } from "node:fs"
import { join } from "node:path"
import { fingerprint, isStamped, stamp, unstamp } from "./fingerprint.mjs"
import { manifests } from "./install.mjs"
import { filesBelow, packages, root, tool } from "./paths.mjs"
import { node, step } from "./step.mjs"

const isBundled = (folder) => existsSync(join(root, folder, "tsup.config.ts"))
/** What is no library has a build of its own. */
const isApart = (folder) => existsSync(join(root, folder, "build.mjs"))
const isBuildable = (folder) => isBundled(folder) || isApart(folder)
const isDeclared = (folder) => existsSync(join(root, folder, "tsconfig.build.json"))
/** What bundles types of another package has its declarations rolled up by its bundler, the others by the compiler. */
const isRolledUp = (folder) => existsSync(join(root, folder, "tsup.types.config.ts"))
const isBuilt = (folder) => existsSync(join(root, folder, "dist"))

const inputs = (folder) => [...filesBelow(`${folder}/src`), `${folder}/tsup.config.ts`, `${folder}/tsup.types.config.ts`, `${folder}/build.mjs`, `${folder}/tsconfig.build.json`]
const shared = () => [...manifests(), "tsconfig.base.json", "tsconfig.declarations.json", ...packages().flatMap(inputs)]

/** The page first, since the host that others bundle has it inside. */
const scripts = async (folders) => {
  await Promise.all(folders.filter(isApart).map((folder) => node("build.mjs", [], { cwd: join(root, folder) })))
  await Promise.all(folders.filter(isBundled).map((folder) => node(tool("tsup"), [], { cwd: join(root, folder) })))
}

const isFresh = (name, print, folders) => isStamped(name, print) && folders.every(isBuilt)

/** Builds the packages' JavaScript, unless the sources are those of the last build; returns their fingerprint. */
export const build = async () => {
  const folders = packages().filter(isBuildable)
  const print = fingerprint(shared())
  if (isFresh("build", print, folders)) return print
  unstamp("build")
  unstamp("declarations")
  await step("build packages", "mend the source named above", () => scripts(folders))
  stamp("build", print)
  return print
}

/** Builds the type declarations beside it. They take most of the time, and neither starting nor testing needs them. */
export const buildDeclarations = async () => {
  const print = await build()
  if (isStamped("declarations", print)) return
  const projects = packages().filter(isDeclared).map((folder) => `${folder}/tsconfig.build.json`)
  const rolledUp = packages().filter(isRolledUp)
  await step("build declarations", "mend the source named above", () =>
    Promise.all([
      node(tool("typescript", "tsc"), ["--build", ...projects]),
      ...rolledUp.map((folder) => node(tool("tsup"), ["--config", "tsup.types.config.ts"], { cwd: join(root, folder) }))
    ]))
  stamp("declarations", print)
}

/** The bench is TypeScript too, but nothing that a user starts: it is built only when asked for. */
export const buildBench = async () => {
  const print = fingerprint([...shared(), ...filesBelow("bench").filter((path) => path.endsWith(".ts"))])
  if (isFresh("bench", print, ["bench"])) return
  unstamp("bench")
  await step("build bench", "mend the source named above", () => scripts(["bench"]))
  stamp("bench", print)
}
