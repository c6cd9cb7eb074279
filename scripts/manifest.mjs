import { existsSync, readFileSync, renameSync, copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { packages, root } from "./paths.mjs"

const read = (path) => JSON.parse(readFileSync(path, "utf8"))

/** While a package is packed its own manifest waits here; the one in its place is the published one. */
const sourceManifest = (folder) => {
  const kept = join(root, folder, "package.json.source")
  return existsSync(kept) ? kept : join(root, folder, "package.json")
}

const workspaceVersions = () => Object.fromEntries(packages().map((folder) => read(sourceManifest(folder))).map(({ name, version }) => [name, version]))

/** `catalog:` and `workspace:` are pnpm's own words: npm would pack them as they are, and no registry knows them. */
const resolver = () => {
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
  typeof exports !== "object" ? exports : Object.fromEntries(
    Object.entries(exports).filter(([condition]) => !unpublished.has(condition)).map(([key, value]) => [key, withoutSources(value)])
  )

/** What a package's manifest says to a registry: real versions, published files, nothing that only developers need. */
const publishedManifest = (folder) => {
  const { devDependencies: _, scripts: __, ...manifest } = read(sourceManifest(folder))
  const resolve = resolver()
  const resolved = Object.fromEntries(
    ["dependencies", "peerDependencies", "optionalDependencies"].filter((field) => field in manifest)
      .map((field) => [field, Object.fromEntries(Object.entries(manifest[field]).map(resolve))])
  )
  return { ...manifest, ...("exports" in manifest ? { exports: withoutSources(manifest.exports) } : {}), ...resolved }
}

/** Puts the published manifest in place of the package's own, until `restoreManifest`. */
export const publishManifest = (folder) => {
  const published = `${JSON.stringify(publishedManifest(folder), null, 2)}\n`
  const kept = join(root, folder, "package.json.source")
  if (!existsSync(kept)) copyFileSync(join(root, folder, "package.json"), kept)
  writeFileSync(join(root, folder, "package.json"), published)
}

export const restoreManifest = (folder) => {
  const kept = join(root, folder, "package.json.source")
  if (existsSync(kept)) renameSync(kept, join(root, folder, "package.json"))
}
