import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The workspace's root folder, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where the scripts keep what they know between runs; goes when node_modules goes. */
export const cache = join(root, "node_modules", ".cache", "daybook")

const children = (folder) =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)).sort().map((name) => `${folder}/${name}`) : []

/** The workspace's members, as `packages` of pnpm-workspace.yaml lists them. */
export const members = () =>
  [...children("packages"), ...children("examples"), "bench"].filter((folder) => existsSync(join(root, folder, "package.json")))

/** The members that are built and published. */
export const packages = () => members().filter((folder) => folder.startsWith("packages/"))

const skipped = ["node_modules", "dist"]

/** Every file below a folder, relative to the root with forward slashes, sorted; without what is installed or built. */
export const filesBelow = (folder) =>
  !existsSync(join(root, folder)) ? [] : readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !skipped.includes(entry.name))
    .flatMap((entry) => entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`])
    .sort()

/** The script behind an installed tool's command, to be run by this very Node on every platform. */
export const tool = (name, command = name) => {
  const { bin } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))
  return join(root, "node_modules", name, typeof bin === "string" ? bin : bin[command])
}
