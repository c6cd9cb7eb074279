import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** The package of a module: the nearest folder whose manifest has a name and a version. */
const packageOf = (file) => {
  for (let folder = dirname(file); folder.includes("node_modules"); folder = dirname(folder)) {
    const path = join(folder, "package.json")
    if (!existsSync(path)) continue
    const manifest = JSON.parse(readFileSync(path, "utf8"))
    if (manifest.name !== undefined && manifest.version !== undefined) return { folder, manifest }
  }
  return undefined
}

const textsOf = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|ofl)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim())

const addressOf = ({ homepage, repository }) =>
  homepage ?? (typeof repository === "string" ? repository : repository?.url) ?? ""

const entryOf = ({ folder, manifest }) => {
  const texts = textsOf(folder)
  if (texts.length === 0 && manifest.license === undefined)
    throw new Error(`${manifest.name} is bundled but names no license`)
  return [
    `${manifest.name} ${manifest.version}`,
    `License: ${manifest.license ?? "see below"}`,
    addressOf(manifest),
    "",
    ...texts
  ]
    .join("\n")
    .trim()
}

const line = `\n\n${"-".repeat(80)}\n\n`

/** The modules with code in the output. Modules removed by tree shaking need no notice. */
const bundled = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([input]) => input)
  )

const noticesOf = (metafile, base) => {
  const owners = new Map()
  for (const input of bundled(metafile)) {
    // Modules of plugins are named `namespace:path`.
    const path = resolve(base, input.replace(/^[a-z-]+:(?=\/)/, ""))
    const owner = path.includes("node_modules") ? packageOf(path) : undefined
    if (owner !== undefined) owners.set(`${owner.manifest.name}@${owner.manifest.version}`, owner)
  }
  return [...owners].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, owner]) => entryOf(owner))
}

const file = "THIRD-PARTY-LICENSES.txt"

/**
 * An esbuild plugin that writes the license notices of a bundle: name, version, URL and license of every package.
 * `including` are folders of built parts whose notices are added.
 */
export const thirdPartyLicenses = ({ into, including = [] }) => ({
  name: "third-party-licenses",
  setup: ({ initialOptions, onEnd }) => {
    initialOptions.metafile = true
    onEnd(({ metafile }) => {
      if (metafile === undefined) return
      const own = noticesOf(metafile, initialOptions.absWorkingDir ?? process.cwd())
      const theirs = including.map((folder) => readFileSync(join(folder, file), "utf8").trim())
      mkdirSync(into, { recursive: true })
      writeFileSync(
        join(into, file),
        `Software that is part of this package, with its licenses.${line}${[...own, ...theirs].join(line)}\n`
      )
    })
  }
})
