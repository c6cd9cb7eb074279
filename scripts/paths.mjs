import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The workspace's root folder, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The cache of the scripts; removed together with node_modules. */
export const cache = join(root, "node_modules", ".cache", "daybook")

const children = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .sort()
        .map((name) => `${folder}/${name}`)
    : []

/** The workspace's members, as `packages` of pnpm-workspace.yaml lists them. */
export const members = () =>
  [...children("packages"), ...children("examples"), "bench"].filter((folder) =>
    existsSync(join(root, folder, "package.json"))
  )

/** The members with sources of the product. */
export const packages = () => members().filter((folder) => folder.startsWith("packages/"))

/** The published packages. */
export const publishedPackages = () =>
  packages().filter((folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).private !== true)

const skipped = ["node_modules", "dist"]

/** Every file below a folder, sorted, relative to the root with forward slashes. Skips node_modules and dist. */
export const filesBelow = (folder) =>
  !existsSync(join(root, folder))
    ? []
    : readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => !skipped.includes(entry.name))
        .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
        .sort()

/** The script of an installed command, so that this Node can run it on every platform. */
export const tool = (name, command = name) => {
  const { bin } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"))
  return join(root, "node_modules", name, typeof bin === "string" ? bin : bin[command])
}
