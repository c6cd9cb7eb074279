import { existsSync, readFileSync, renameSync, copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { packages, root } from "./paths.mjs"

const read = (path) => JSON.parse(readFileSync(path, "utf8"))

/** The original manifest. During packing it is in package.json.source, and the published one replaces it. */
const sourceManifest = (folder) => {
  const original = join(root, folder, "package.json.source")
  return existsSync(original) ? original : join(root, folder, "package.json")
}

const workspaceVersions = () =>
  Object.fromEntries(
    packages()
      .map((folder) => read(sourceManifest(folder)))
      .map(({ name, version }) => [name, version])
  )

/** Resolves pnpm's `catalog:` and `workspace:` ranges, which npm packs unchanged and registries reject. */
const resolver = async () => {
  // Loaded late: packing in a fresh clone restores the manifest before it installs anything.
  const { parse } = await import("yaml")
  const { catalog, catalogs } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))
  const versions = workspaceVersions()
  return ([name, range]) => {
    if (range.startsWith("workspace:")) return [name, versions[name]]
    if (range === "catalog:") return [name, catalog[name]]
    if (range.startsWith("catalog:")) return [name, catalogs[range.slice("catalog:".length)][name]]
    return [name, range]
  }
}

/** Conditions whose files are not published. */
const unpublished = new Set(["@daybook/source"])
const withoutSources = (exports) =>
  typeof exports !== "object"
    ? exports
    : Object.fromEntries(
        Object.entries(exports)
          .filter(([condition]) => !unpublished.has(condition))
          .map(([key, value]) => [key, withoutSources(value)])
      )

/** The published manifest: real versions, published files, no development fields. */
const publishedManifest = async (folder) => {
  const { devDependencies: _, scripts: __, ...manifest } = read(sourceManifest(folder))
  const resolve = await resolver()
  const resolved = Object.fromEntries(
    ["dependencies", "peerDependencies", "optionalDependencies"]
      .filter((field) => field in manifest)
      .map((field) => [field, Object.fromEntries(Object.entries(manifest[field]).map(resolve))])
  )
  return { ...manifest, ...("exports" in manifest ? { exports: withoutSources(manifest.exports) } : {}), ...resolved }
}

/** Replaces the manifest by the published one until `restoreManifest`. */
export const publishManifest = async (folder) => {
  const published = `${JSON.stringify(await publishedManifest(folder), null, 2)}\n`
  const original = join(root, folder, "package.json.source")
  if (!existsSync(original)) copyFileSync(join(root, folder, "package.json"), original)
  writeFileSync(join(root, folder, "package.json"), published)
}

export const restoreManifest = (folder) => {
  const original = join(root, folder, "package.json.source")
  if (existsSync(original)) renameSync(original, join(root, folder, "package.json"))
}
