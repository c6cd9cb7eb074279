import { mkdirSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { command, CommandFailure } from "./command.mjs"
import { publishedPackages, root } from "./paths.mjs"

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/** Packs a package as it would be published: `{ folder, name, tarball }`. npm does not resolve pnpm's ranges. */
const pack = async (folder, parent) => {
  const into = join(parent, folder)
  mkdirSync(into, { recursive: true })
  const { code, output } = await command("npm", ["pack", "--pack-destination", into], {
    cwd: join(root, folder),
    shell: process.platform === "win32"
  })
  if (code !== 0) throw new CommandFailure(`npm pack failed in ${folder}`, output)
  return { folder, name: manifestOf(folder).name, tarball: join(into, readdirSync(into)[0]) }
}

/** Packages after those that they need. */
const inOrder = (folders) => {
  const manifests = new Map(folders.map((folder) => [manifestOf(folder).name, { folder, ...manifestOf(folder) }]))
  const ordered = new Set()
  const add = (name) => {
    const { dependencies = {}, folder } = manifests.get(name)
    for (const needed of Object.keys(dependencies)) if (manifests.has(needed)) add(needed)
    ordered.add(folder)
  }
  for (const name of manifests.keys()) add(name)
  return [...ordered]
}

/** Packs every published package into an empty folder, one by one: packing replaces each manifest for a while. */
export const packAll = async (into) => {
  const packed = []
  for (const folder of inOrder(publishedPackages())) packed.push(await pack(folder, into))
  return packed
}
