import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cache, packages, root, tool } from "./paths.mjs"
import { command, node, StepFailure } from "./step.mjs"

const consumer = join(cache, "consumer")
const modules = join(consumer, "node_modules")

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Packs a package as it would be published: `{ folder, name, tarball }`. By npm, which resolves nothing of pnpm's. */
const pack = async (folder) => {
  const into = join(consumer, "packed", folder)
  mkdirSync(into, { recursive: true })
  const { code, output } = await command("npm", ["pack", "--pack-destination", into], { cwd: join(root, folder), shell: process.platform === "win32" })
  if (code !== 0) throw new StepFailure(`npm pack failed in ${folder}`, output)
  return { folder, name: manifestIn(join(root, folder)).name, tarball: join(into, readdirSync(into)[0]) }
}

/** One after the other: each has its manifest in published form while it is packed. */
const packAll = async () => {
  const packed = []
  for (const folder of packages()) packed.push(await pack(folder))
  return packed
}

const unpack = async ({ name, tarball }) => {
  const into = join(modules, name)
  mkdirSync(into, { recursive: true })
  const { code, output } = await command("tar", ["-xzf", tarball, "-C", into, "--strip-components=1"])
  if (code !== 0) throw new StepFailure(`${name} could not be unpacked`, output)
}

/** Only what a package declares is there for it, so that an import of anything else fails here and not at a user's. */
const linkDependencies = ({ folder, name }, siblings) => {
  const { dependencies, peerDependencies } = manifestIn(join(modules, name))
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
    const link = join(modules, dependency)
    if (siblings.includes(dependency) || existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, folder, "node_modules", dependency), link, "junction")
  }
}

const published = async ({ folder, name, tarball }) => {
  const { publint } = await import("publint")
  const { formatMessage } = await import("publint/utils")
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) }, strict: true })
  return messages.map((message) => `${name} (${folder}): ${formatMessage(message, pkg, { color: false })}`)
}

/** What must not be in a tarball: pnpm's own version words, what only developers need, notices that are missing. */
const leftOvers = ({ name }) => {
  const folder = join(modules, name)
  const text = readFileSync(join(folder, "package.json"), "utf8")
  const files = readdirSync(folder, { recursive: true }).map(String)
  return [
    ...["workspace:", "catalog:", "@daybook/source"].filter((word) => text.includes(word)).map((word) => `package.json says ${word}`),
    ...["devDependencies", "scripts"].filter((field) => field in JSON.parse(text)).map((field) => `package.json has ${field}`),
    ...files.filter((file) => /\.(test|tsbuildinfo)\b|package\.json\.source/.test(file)).map((file) => `${file} is packed`),
    ...["LICENSE", "README.md"].filter((file) => !files.includes(file)).map((file) => `${file} is missing`)
  ].map((complaint) => `${name}: ${complaint}`)
}

/** Every import path that a package offers, patterns written out. */
const entriesOf = (name) =>
  Object.keys(manifestIn(join(modules, name)).exports ?? {}).flatMap((path) => {
    if (!path.includes("*")) return [`${name}${path.slice(1)}`]
    return readdirSync(join(modules, name, "dist"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(modules, name, "dist", entry.name, "index.js")))
      .map((entry) => `${name}/${entry.name}`)
  })

/** Node loads and the compiler resolves every import path from a stranger's folder, and every command starts. */
const consume = async (names) => {
  const entries = names.flatMap(entriesOf)
  const lines = entries.map((entry, index) => `import * as entry${index} from "${entry}"`)
  const used = `export const all = [${entries.map((_, index) => `entry${index}`).join(", ")}]`
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module", private: true }))
  writeFileSync(join(consumer, "index.ts"), [...lines, used, ""].join("\n"))
  writeFileSync(join(consumer, "index.mjs"), [...lines, used, ""].join("\n"))
  writeFileSync(join(consumer, "index.cjs"), [...entries.map((entry) => `require("${entry}")`), ""].join("\n"))
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--typeRoots", join(root, "node_modules", "@types")]
  for (const [module, resolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]]) {
    await node(tool("typescript", "tsc"), [...options, "--module", module, "--moduleResolution", resolution, "index.ts"], { cwd: consumer })
  }
  await node("index.mjs", [], { cwd: consumer })
  await node("index.cjs", [], { cwd: consumer })
  for (const name of names) {
    for (const path of Object.values(manifestIn(join(modules, name)).bin ?? {})) await node(join(modules, name, path), ["--help"], { cwd: consumer })
  }
}

/** Packs every package and looks at it as someone who installed it. */
export const shape = async () => {
  rmSync(consumer, { recursive: true, force: true })
  const packed = await packAll()
  const names = packed.map(({ name }) => name)
  const complaints = (await Promise.all(packed.map(published))).flat()
  if (complaints.length > 0) throw new StepFailure("publint complains", complaints.join("\n"))
  await Promise.all(packed.map(unpack))
  const wrong = packed.flatMap(leftOvers)
  if (wrong.length > 0) throw new StepFailure("a tarball is not fit to be published", wrong.join("\n"))
  for (const one of packed) linkDependencies(one, names)
  await consume(names)
}
