import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cache, filesBelow, members, root } from "./paths.mjs"

/** The files that determine which packages are installed. */
export const manifests = () => [
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ...members().map((folder) => `${folder}/package.json`)
]

/** The files that determine the build. */
export const sources = () => [
  ...manifests(),
  "tsconfig.base.json",
  ...["packages", "bench", "scripts"]
    .flatMap(filesBelow)
    .filter((path) => /\/src\/|\.(ts|mjs)$/.test(path) && !path.includes("/test/"))
]

/** During packing the published manifest replaces the original, which is next to it. */
const originalManifest = (path) => (existsSync(`${path}.source`) ? `${path}.source` : path)

const fingerprint = (files) => {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`)
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(originalManifest(join(root, file))))
  return hash.digest("hex")
}

/** Runs the work unless `files` and `result` are unchanged since its last completion. */
export const unlessUnchanged = async (name, files, result, work) => {
  const stamp = join(cache, name)
  const inputs = fingerprint(files)
  // The modification time detects the result of another build.
  const state = () => `${inputs} ${statSync(join(root, result), { throwIfNoEntry: false })?.mtimeMs}`
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state()) return
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, state())
}
